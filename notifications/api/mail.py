"""How your emails come: everywhere, and in single games."""

from datetime import time
from typing import Any, ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.conditional import Conditional
from games.api.fields import HourField
from games.api.forms import Facts, checked
from games.api.games.of_game import OfGame
from games.api.me import QuietHoursSerializer
from games.api.permissions import player_of
from games.api.schema import problems
from games.models import Player
from notifications import absences
from notifications.api.absences import AbsenceSerializer, absence_row, own_game
from notifications.lists import Mode, Stream
from notifications.models import LONGEST_LEAD_HOURS, MOST_REMINDERS, Absence, Habits
from notifications.policy import preferences


class ModeField(serializers.ChoiceField):
    """How soon mails of a stream come."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=Mode.choices, **kwargs)


class ModesSerializer(Facts):
    """For every stream how soon its mails come. Mails about the account itself always come at once."""

    invitations = ModeField(help_text=_("Somebody offers you a seat."))
    turns = ModeField(help_text=_("It is your turn; with all that happened since your last one."))
    reminders = ModeField(help_text=_("Your time is running out."))
    games = ModeField(help_text=_("A game began or ended, or a turn was played by default."))


class SomeModesSerializer(Facts):
    """The same for some of the streams; the others stay as they are, or, of a game, as everywhere."""

    invitations = ModeField(required=False)
    turns = ModeField(required=False)
    reminders = ModeField(required=False)
    games = ModeField(required=False)


class RemindersSerializer(Facts):
    """How often, and how early, to be reminded of a turn."""

    count = serializers.IntegerField(
        min_value=0, max_value=MOST_REMINDERS, help_text=_("At most so many for each deadline.")
    )
    hours_before = serializers.IntegerField(
        min_value=1,
        max_value=LONGEST_LEAD_HOURS,
        allow_null=True,
        help_text=_("Of the first one; each further one comes in half of the time left. Null: by the clock's length."),
    )


class GameModesSerializer(Facts):
    """A game for which something else was said."""

    game = serializers.CharField()
    streams = SomeModesSerializer()


class MailSerializer(Facts):
    """How your mail comes."""

    streams = ModesSerializer()
    games = GameModesSerializer(many=True, help_text=_("Games for which you said something else."))
    reminders = RemindersSerializer()
    quiet_hours = QuietHoursSerializer(allow_null=True)
    digest_at = HourField(help_text=_("When the daily digest comes, local time."))
    pictures = serializers.BooleanField(help_text=_("Emails about your turns show the board."))
    absence = AbsenceSerializer(allow_null=True)


class MailChangeSerializer(Facts):
    """What is to change; what is not given stays as it is."""

    streams = SomeModesSerializer(required=False)
    reminders = RemindersSerializer(required=False)
    quiet_hours = QuietHoursSerializer(
        required=False, allow_null=True, help_text=_("Turns that would be lost by waiting come all the same.")
    )
    digest_at = HourField(required=False)
    pictures = serializers.BooleanField(required=False)
    absence = AbsenceSerializer(required=False, allow_null=True)

    def validate_quiet_hours(self, value: dict[str, Any] | None) -> dict[str, Any] | None:
        if value is not None and value["begin"] == value["end"]:
            raise serializers.ValidationError(_("They must end at another time than they begin."))
        return value


class GameMailSerializer(Facts):
    """What holds for one game; a stream that is not given is as everywhere."""

    streams = SomeModesSerializer()


class MailView(Conditional):
    """Everything that can be said of mail."""

    scopes: ClassVar = {"GET": "account:read", "PATCH": "account:write"}

    @extend_schema(operation_id="get_mail", summary="How your mail comes", tags=["me"], responses=MailSerializer)
    def get(self, request: Request) -> Response:
        """For every stream how soon its mails come, and where something else holds for one game."""
        return _mail(player_of(request))

    @extend_schema(
        operation_id="update_mail",
        summary="Choose how your mail comes",
        tags=["me"],
        request=MailChangeSerializer,
        responses=MailSerializer,
    )
    def patch(self, request: Request) -> Response:
        """Sets what is given, at once: mails that wait are looked at again."""
        wanted, player, now = checked(MailChangeSerializer, request), player_of(request), timezone.now()
        if "streams" in wanted:
            preferences.put(player, _modes(wanted["streams"]), now=now)
        if habits := _habits(wanted):
            preferences.put_habits(player, habits, now=now)
        if "absence" in wanted:
            _say(player, wanted["absence"])
        return _mail(player)


class GameMailView(OfGame):
    """What holds for one game only."""

    scopes: ClassVar = {"PUT": "account:write"}

    @extend_schema(
        operation_id="put_game_mail",
        summary="Choose how the mail of one game comes",
        tags=["me"],
        request=GameMailSerializer,
        responses={200: MailSerializer, **problems("no_such_game")},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Says all there is to say of a game in which you have a seat. A stream that is not given is as everywhere."""
        player = player_of(request)
        game = own_game(player, game_id)
        modes = _modes(checked(GameMailSerializer, request)["streams"])
        preferences.put_game(player, game, modes, now=timezone.now())
        return _mail(player)


def _say(player: Player, said: dict[str, Any] | None) -> None:
    if said is None:
        absences.remove(player)
    else:
        absences.put(player, text=said["text"], starts_on=said["begin"], ends_on=said["end"])


def _modes(said: dict[str, str]) -> dict[Stream, Mode]:
    return {Stream(name): Mode(mode) for name, mode in said.items()}


def _habits(wanted: dict[str, Any]) -> dict[str, Any]:
    """The habits among what is wanted, as the table has them."""
    habits: dict[str, Any] = {}
    if "reminders" in wanted:
        reminders = wanted["reminders"]
        habits |= {"reminders": reminders["count"], "lead_hours": reminders["hours_before"]}
    if "quiet_hours" in wanted:
        quiet = wanted["quiet_hours"] or {}
        habits |= {"quiet_from": _time(quiet.get("begin")), "quiet_until": _time(quiet.get("end"))}
    if "digest_at" in wanted:
        habits["digest_at"] = _time(wanted["digest_at"])
    if "pictures" in wanted:
        habits["pictures"] = wanted["pictures"]
    return habits


def _time(text: str | None) -> time | None:
    return None if text is None else time.fromisoformat(text)


def _quiet(habits: Habits) -> dict[str, str]:
    return {"begin": f"{habits.quiet_from:%H:%M}", "end": f"{habits.quiet_until:%H:%M}"}


def _mail(player: Player) -> Response:
    habits = preferences.Subscriptions([player]).habits(player.pk)
    games = preferences.of_games(player).items()
    return Response(
        {
            "streams": preferences.of_player(player),
            "games": [{"game": game, "streams": modes} for game, modes in games],
            "reminders": {"count": habits.reminders, "hours_before": habits.lead_hours},
            "quiet_hours": habits.quiet_from and _quiet(habits),
            "digest_at": f"{habits.digest_at:%H:%M}",
            "pictures": habits.pictures,
            "absence": absence_row(said) if (said := Absence.objects.filter(player=player).first()) else None,
        }
    )
