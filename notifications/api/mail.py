"""Email settings: for all games, and for single ones."""

from datetime import time
from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.fields import HourField, Preset
from games.api.forms import Facts, checked
from games.api.games.of_game import OfGame
from games.api.me import QuietHoursSerializer
from games.api.permissions import player_of
from games.api.schema import problems
from games.instants import hh_mm, read_hh_mm
from games.models import Player
from games.table.clocks.habits import written_quiet
from notifications import absences
from notifications.api.absences import AbsenceSerializer, absence_row, own_game
from notifications.api.refusal import RefusalSerializer, refusal_row
from notifications.lists import Mode, Stream
from notifications.models import LONGEST_LEAD_HOURS, MOST_REMINDERS, Absence
from notifications.outbox import dead_addresses
from notifications.policy import preferences


class ModeField(Preset, serializers.ChoiceField):
    """How soon a stream's emails come."""

    arguments: ClassVar = {"choices": Mode.choices}


class ModesSerializer(Facts):
    """How soon each stream's emails come. Emails about your account always come at once."""

    invitations = ModeField(help_text=_("Someone invites you or offers you a seat."))
    turns = ModeField(help_text=_("It’s your turn, with everything that has happened since your last one."))
    reminders = ModeField(help_text=_("Your time is running out."))
    games = ModeField(help_text=_("A game started or ended, a turn was played by default, and other news."))


class SomeModesSerializer(Facts):
    """How soon some streams' emails come. The rest stay as they are; for one game, they are as for all games."""

    invitations = ModeField(required=False)
    turns = ModeField(required=False)
    reminders = ModeField(required=False)
    games = ModeField(required=False)


class RemindersSerializer(Facts):
    """How often, and how early, we remind you of a turn."""

    count = serializers.IntegerField(
        min_value=0, max_value=MOST_REMINDERS, help_text=_("How many reminders you get before each deadline, at most.")
    )
    hours_before = serializers.IntegerField(
        min_value=1,
        max_value=LONGEST_LEAD_HOURS,
        allow_null=True,
        help_text=_(
            "Before the deadline, for the first one; each further one halves the time left. Null: by the clock."
        ),
    )


class GameModesSerializer(Facts):
    """A game with settings of its own."""

    game = serializers.CharField()
    streams = SomeModesSerializer()


class MailSerializer(Facts):
    """Which emails you get, and when."""

    streams = ModesSerializer()
    games = GameModesSerializer(many=True, help_text=_("Games with settings of their own."))
    reminders = RemindersSerializer()
    quiet_hours = QuietHoursSerializer(allow_null=True)
    digest_at = HourField(help_text=_("When the daily digest comes, local time."))
    pictures = serializers.BooleanField(help_text=_("Emails about your turns show the board."))
    every_answer = serializers.BooleanField(
        help_text=_("Each email of yours is answered; if not, only one that is refused or leads to a question.")
    )
    absence = AbsenceSerializer(allow_null=True)
    refusal = RefusalSerializer(
        allow_null=True,
        help_text=_("If set, we send you nothing but codes that you ask for. Null: nothing is known against it."),
    )


class MailChangeSerializer(Facts):
    """Only what you want to change; anything you leave out stays as it is."""

    streams = SomeModesSerializer(required=False)
    reminders = RemindersSerializer(required=False)
    quiet_hours = QuietHoursSerializer(
        required=False, allow_null=True, help_text=_("Emails that would cost you a turn by waiting come anyway.")
    )
    digest_at = HourField(required=False)
    pictures = serializers.BooleanField(required=False)
    every_answer = serializers.BooleanField(required=False)
    absence = AbsenceSerializer(required=False, allow_null=True)

    def validate_quiet_hours(self, value: Json | None) -> Json | None:
        if value is not None and value["begin"] == value["end"]:
            raise serializers.ValidationError(_("They can't begin and end at the same time."))
        return value


class GameMailSerializer(Facts):
    """Settings for one game. Streams you leave out are as for all games."""

    streams = SomeModesSerializer()


class MailView(Conditional):
    """All your email settings."""

    scopes: ClassVar = {"GET": "account:read", "PATCH": "mail:write"}

    @extend_schema(operation_id="get_mail", summary="Get your email settings", tags=["me"], responses=MailSerializer)
    def get(self, request: Request) -> Response:
        """Which emails you get, and when: for all games, and for games with settings of their own."""
        return _show_mail(player_of(request))

    @extend_schema(
        operation_id="update_mail",
        summary="Change your email settings",
        tags=["me"],
        request=MailChangeSerializer,
        responses=MailSerializer,
    )
    def patch(self, request: Request) -> Response:
        """Changes what you give, at once: emails that are waiting follow the new settings, too."""
        changes, player, now = checked(MailChangeSerializer, request), player_of(request), timezone.now()
        if "streams" in changes:
            preferences.put(player, _read_modes(changes["streams"]), now=now)
        if habits := _read_habits(changes):
            preferences.put_habits(player, habits, now=now)
        if "absence" in changes:
            _set_absence(player, changes["absence"])
        return _show_mail(player)


class GameMailView(OfGame):
    """Email settings for one game."""

    scopes: ClassVar = {"PUT": "mail:write"}

    @extend_schema(
        operation_id="put_game_mail",
        summary="Choose which emails you get about one game",
        tags=["me"],
        request=GameMailSerializer,
        responses={200: MailSerializer, **problems("no_such_game")},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Replaces the settings for a game in which you have a seat. Streams you leave out are as for all games."""
        player = player_of(request)
        game = own_game(player, game_id)
        modes = _read_modes(checked(GameMailSerializer, request)["streams"])
        preferences.put_game(player, game, modes, now=timezone.now())
        return _show_mail(player)


def _set_absence(player: Player, notice: Json | None) -> None:
    if notice is None:
        absences.remove(player)
    else:
        absences.put(player, text=notice["text"], starts_on=notice["begin"], ends_on=notice["end"])


def _read_modes(modes: dict[str, str]) -> dict[Stream, Mode]:
    return {Stream(name): Mode(mode) for name, mode in modes.items()}


def _read_habits(changes: Json) -> Json:
    """Return the habits among the changes, with the names of their columns."""
    habits: Json = {}
    if "reminders" in changes:
        reminders = changes["reminders"]
        habits |= {"reminders": reminders["count"], "lead_hours": reminders["hours_before"]}
    if "quiet_hours" in changes:
        quiet = changes["quiet_hours"] or {}
        habits |= {"quiet_from": _read_time(quiet.get("begin")), "quiet_until": _read_time(quiet.get("end"))}
    if "digest_at" in changes:
        habits["digest_at"] = _read_time(changes["digest_at"])
    return habits | {name: changes[name] for name in ("pictures", "every_answer") if name in changes}


def _read_time(text: str | None) -> time | None:
    return None if text is None else read_hh_mm(text)


def _show_mail(player: Player) -> Response:
    habits = preferences.Subscriptions([player]).habits(player.pk)
    begin, end = habits.quiet_from, habits.quiet_until
    games = preferences.of_games(player).items()
    return Response(
        {
            "streams": preferences.of_player(player),
            "games": [{"game": game, "streams": modes} for game, modes in games],
            "reminders": {"count": habits.reminders, "hours_before": habits.lead_hours},
            "quiet_hours": written_quiet(begin, end) if begin and end else None,
            "digest_at": hh_mm(habits.digest_at),
            "pictures": habits.pictures,
            "every_answer": habits.every_answer,
            "refusal": refusal_row(dead_addresses.dead_address_of(player)),
            "absence": absence_row(absence) if (absence := Absence.objects.filter(player=player).first()) else None,
        }
    )
