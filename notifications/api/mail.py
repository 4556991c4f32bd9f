"""How a player wants mail to come: everywhere, and in single games."""

from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.conditional import Conditional
from games.api.forms import checked
from games.api.games.of_game import OfGame
from games.api.permissions import player_of
from games.api.players import PlayerSerializer
from games.api.schema import problems
from games.errors import NotFound
from games.models import Game, Player
from notifications import absences
from notifications.api.mail_shapes import (
    GameMailSerializer,
    MailChangeSerializer,
    MailSerializer,
    TableAbsenceSerializer,
)
from notifications.lists import Mode, Stream
from notifications.models import Absence, Habits
from notifications.policy import preferences


class MailView(Conditional):
    """Everything that can be said of mail."""

    scopes: ClassVar = {"GET": "account:read", "PATCH": "account:write"}

    @extend_schema(operation_id="mail", summary="How your mail comes", tags=["me"], responses=MailSerializer)
    def get(self, request: Request) -> Response:
        """For every stream how soon its mails come, and where something else holds for one game."""
        return _mail(player_of(request))

    @extend_schema(
        operation_id="change_mail",
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
        game = _own_game(player, game_id)
        modes = _modes(checked(GameMailSerializer, request)["streams"])
        preferences.put_game(player, game, modes, now=timezone.now())
        return _mail(player)


class AbsencesView(OfGame):
    """What those at a table say about being away."""

    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="absences",
        summary="Who at the table is away",
        tags=["games"],
        responses={200: TableAbsenceSerializer(many=True), **problems("no_such_game")},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What those who sit at one of your games say to the others, from two weeks before until it is over."""
        game = _own_game(player_of(request), game_id)
        said = absences.at_table(game, timezone.now())
        return Response([{"player": PlayerSerializer(one.player).data, **_absence(one)} for one in said])


def _own_game(player: Player, game_id: str) -> Game:
    game: Game | None = selectors.games_of(player).filter(pk=game_id).first()
    if game is None:
        raise NotFound("no_such_game")
    return game


def _say(player: Player, said: dict[str, Any] | None) -> None:
    if said is None:
        absences.remove(player)
    else:
        absences.put(player, text=said["text"], starts_on=said["from"], ends_on=said["until"])


def _absence(one: Absence) -> dict[str, str]:
    return {"text": one.text, "from": one.starts_on.isoformat(), "until": one.ends_on.isoformat()}


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
        habits |= {"quiet_from": quiet.get("from"), "quiet_until": quiet.get("until")}
    if "digest_at" in wanted:
        habits["digest_at"] = wanted["digest_at"]
    return habits


def _quiet(habits: Habits) -> dict[str, str]:
    return {"from": f"{habits.quiet_from:%H:%M}", "until": f"{habits.quiet_until:%H:%M}"}


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
            "absence": _absence(said) if (said := Absence.objects.filter(player=player).first()) else None,
        }
    )
