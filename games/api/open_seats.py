"""Seats of running games that can be taken over."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from engine.codec import Json
from games.api.conditional import Conditional
from games.api.fields import SeatField
from games.api.forms import Facts, checked
from games.api.games.game import GameDetailSerializer, GameSummarySerializer, game_summary
from games.api.games.of_game import OfGame, detail
from games.api.games.position import TableSeatField
from games.api.instants import instant
from games.api.pagination import PAGE_PARAMETERS, OpenSeatPages, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.lobby import selectors, takeovers
from games.lobby.visible import name_clubs, seen_by
from games.models import Game, Seat
from games.table import store
from games.table.play.open_seats import is_stand_in

HIGHEST_SEAT: Final = 5


class SeatChoiceSerializer(Facts):
    seat = serializers.IntegerField(min_value=0, max_value=HIGHEST_SEAT, help_text=_("Counted from 0."))


class TakeOverSerializer(SeatChoiceSerializer):
    rated = serializers.BooleanField(
        default=False, help_text=_("Whether the game, which must be rated, counts for your rating. You cannot undo it.")
    )


class SittingSerializer(Facts):
    seat = SeatField()
    player = PlayerSerializer()
    status = serializers.ChoiceField(Seat.Status.choices)


class TableSerializer(Facts):
    """The state of the game, as everybody may know it."""

    entry = serializers.IntegerField(help_text=_("The log's last entry."))
    turn = SeatField(allow_null=True, help_text=_("The seat whose turn it is."))
    turns_left = serializers.IntegerField(allow_null=True, help_text=_("Set once the last round has begun."))
    round = serializers.IntegerField(required=False, help_text=_("From 1, if the game has rounds."))
    seats = serializers.ListField(child=TableSeatField())


LEFT: Final = [
    ("resigned", _("Its player resigned.")),
    ("forfeited", _("Its player forfeited the game.")),
    ("stand_in", _("A stand-in plays now.")),
]


class OpenSeatSerializer(Facts):
    """A seat of a running game that you could take over."""

    game = GameSummarySerializer()
    seat = SeatField(help_text=_("Counted from 0."))
    left = serializers.ChoiceField(LEFT, help_text=_("How it became open."))
    open_since = serializers.DateTimeField()
    offered = serializers.BooleanField(help_text=_("The host offers it to you."))
    reserved_until = serializers.DateTimeField(
        allow_null=True, help_text=_("Offered to you: until then nobody else can take it.")
    )
    players = SittingSerializer(many=True, help_text=_("The player in the seat."))
    table = TableSerializer(allow_null=True, help_text=_("Null if it cannot be shown now."))


STAND_IN: Final = "stand_in"


SHOWN: Final = ("entry", "turn", "turns_left", "round", "seats")
"""The members of a position that are shown, all of them public."""


def open_seat_rows(
    seats: Sequence[Seat], games: Mapping[str, Game], views: Mapping[str, engine.View], sitting: Iterable[Seat]
) -> list[Json]:
    """Return open seats with their games, their public positions (`views`), and the players there."""
    tables: dict[str, list[Json]] = {}
    for seat in sitting:
        row = {"seat": seat.number, "player": player_row(seat.player), "status": seat.status}
        tables.setdefault(seat.game_id, []).append(row)
    return [_open_seat_row(seat, games[seat.game_id], views.get(seat.game_id), tables[seat.game_id]) for seat in seats]


def _open_seat_row(seat: Seat, game: Game, view: engine.View | None, players: list[Json]) -> Json:
    reserved: datetime | None = seat.reserved_until  # type: ignore[attr-defined]
    return {
        "game": game_summary(game),
        "seat": seat.number,
        "left": STAND_IN if is_stand_in(seat.player) else seat.status,
        "open_since": instant(seat.open_since),
        "offered": reserved is not None,
        "reserved_until": instant(reserved),
        "players": players,
        "table": None if view is None else {name: view[name] for name in SHOWN if name in view},
    }


OF_WHO_SITS_DOWN: Final = (
    "has_held_another_seat",
    "put_out",
    "bots_not_allowed",
    "same_hands",
    "reliability_too_low",
    "rating_out_of_range",
)


class OpenSeatsView(Conditional):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="list_open_seats",
        summary="List open seats",
        tags=["open seats"],
        parameters=PAGE_PARAMETERS,
        responses=page_of(OpenSeatSerializer),
    )
    def get(self, request: Request) -> Response:
        """Seats of running games that their players have left, or that a stand-in holds, and that you could take over.

        You see seats in public games that anyone could join, and seats that a host offers you, the newest first.
        """
        pages = OpenSeatPages()
        open_seats = selectors.open_seats_for(player_of(request), timezone.now())
        rows = pages.paginate_queryset(open_seats, request)
        games = store.read_many({seat.game_id for seat in rows})
        name_clubs(player_of(request), games.values())
        sitting = Seat.objects.filter(game__in=games).select_related("player").order_by("game", "number")
        return pages.get_paginated_response(open_seat_rows(rows, games, store.onlookers_views(games), sitting))


class TakeOverView(OfGame):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="take_over_seat",
        summary="Take a seat over",
        tags=["open seats"],
        request=TakeOverSerializer,
        responses={
            200: GameDetailSerializer,
            **problems(
                "no_such_seat",
                "game_not_rated",
                "game_not_running",
                "seat_not_open",
                "seat_reserved",
                "not_offered",
                "has_seen_secrets",
                "account_suspended",
                *OF_WHO_SITS_DOWN,
                "left_for_good",
                "out_of_competition",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """You get the whole seat: routes, cards, tickets, points and open questions, with the full time to answer.

        Sending it again changes nothing. If two players want a seat at the same moment, one gets 409 `seat_not_open`.
        """
        player = player_of(request)
        seen_by(player, game_id)
        takeovers.take_over(player=player, game_id=game_id, now=timezone.now(), **checked(TakeOverSerializer, request))
        return detail(player, game_id)
