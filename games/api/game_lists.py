"""Many games created from one list of pairings, and their results for a spreadsheet."""

import csv
from collections.abc import Iterator
from typing import ClassVar, Final

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games import refusals, spreadsheet
from games.api.dry_runs import DRY_RUN, is_dry_run
from games.api.fields import GameNameField, KnownNameField
from games.api.forms import Facts, checked
from games.api.games.wishes import WishesSerializer
from games.api.instants import instant
from games.api.permissions import player_of
from games.api.schema import problems
from games.api.view import ApiView
from games.lobby import pairings, selectors
from games.lobby.lobby import FEWEST_SEATS, Wishes
from games.lobby.pairings import MOST_ROWS, Pairing, TriedPairing
from games.models import Game, GameList, Player, Seat

CSV: Final = "text/csv"
LONGEST_CSV: Final = 20_000
PLAYER, NAME = "player", "name"
COLUMNS: Final = ("game", "name", "ruleset", "status", "started_at", "ended_at", "seat", "player", "rank", "points")
HOSTS: Final = (
    "account_suspended",
    "address_needed",
    "unknown_clock",
    "malformed_clock",
    "time_per_move_out_of_range",
    "grace_out_of_range",
    "stops_out_of_range",
    "bank_out_of_range",
    "bank_refills_too_fast",
    "clock_too_long",
)
"""Reasons to refuse the whole list."""


class PairingSerializer(Facts):
    """One game of the list."""

    players = serializers.ListField(
        child=KnownNameField(),
        min_length=FEWEST_SEATS,
        max_length=6,
        help_text=_("The names of all who play; yours only if you do."),
    )
    name = GameNameField(allow_blank=True, default="", help_text=_("Everybody sees it."))


class ListWishesSerializer(WishesSerializer):
    """A list of pairings, and what all its games are like. Give either “games” or “csv”."""

    seats = name = access = club = stand_ins = None  # type: ignore[assignment]
    public = serializers.BooleanField(default=True, help_text=_("Spectators may watch."))
    games = serializers.ListField(  # type: ignore[assignment]
        child=PairingSerializer(), required=False, min_length=1, max_length=MOST_ROWS, help_text=_("A row a game.")
    )
    csv = serializers.CharField(
        required=False,
        max_length=LONGEST_CSV,
        help_text=_(
            "The list as text: a line of titles (“player” for each player, and “name” if you like), then a row a game."
        ),
    )

    def validate(self, attrs: Json) -> Json:
        """Return the validated wishes, and the pairings separately.

        Raises ValidationError unless there is exactly one list.
        """
        games, text = attrs.pop("games", None), attrs.pop("csv", None)
        if (games is None) == (text is None):
            raise serializers.ValidationError(_("Give either “games” or “csv”."), code="required")
        rows = games if text is None else self._read_text(text)
        return {"wishes": Wishes(seats=FEWEST_SEATS, **attrs), "pairings": [Pairing(**row) for row in rows]}

    def _read_text(self, text: str) -> list[Json]:
        """Return the pairings in a CSV list. Raises ValidationError as for the same list in “games”."""
        rows = _read_csv(text)
        try:
            return list(self.fields["games"].run_validation(rows))
        except serializers.ValidationError as error:
            raise serializers.ValidationError({"games": error.detail}) from error


def _read_csv(text: str) -> list[Json]:
    """Return a CSV list in its JSON form, ignoring blank lines. Raises ValidationError."""
    try:
        return list(_parse_lines(text.removeprefix("\ufeff").splitlines()))
    except (ValueError, csv.Error) as error:
        mistake = _("The first line has the titles: “player” for each player, “name” at most once. No row is longer.")
        raise serializers.ValidationError({"csv": [mistake]}, code="malformed_csv") from error


def _parse_lines(lines: list[str]) -> Iterator[Json]:
    """Yield a pairing for each row. Raises ValueError for unknown titles, and for a row longer than the titles."""
    separator = ";" if lines and ";" in lines[0] else ","
    rows = [row for row in csv.reader(lines, delimiter=separator, strict=True) if any(map(str.strip, row))]
    titles = [title.strip().lower() for title in rows[0]] if rows else []
    if not {PLAYER} <= set(titles) <= {PLAYER, NAME} or titles.count(NAME) > 1:
        raise ValueError(titles)
    for row in rows[1:]:
        cells = list(zip(titles, [*row, *[""] * (len(titles) - len(row))], strict=True))
        players = [cell.strip() for title, cell in cells if title == PLAYER and cell.strip()]
        yield {"players": players, "name": "".join(cell.strip() for title, cell in cells if title == NAME)}


class RowProblemSerializer(Facts):
    code = serializers.CharField(help_text=_("Stable forever; docs/errors.md lists all."))
    detail = serializers.CharField(help_text=_("A sentence for people."))


class TriedRowSerializer(Facts):
    """What would become of a row."""

    players = serializers.ListField(child=serializers.CharField())
    name = serializers.CharField(allow_blank=True)
    starts = serializers.BooleanField(help_text=_("The game would start at once, for only bots are invited."))
    problem = RowProblemSerializer(allow_null=True, help_text=_("Why there would be no game."))


class TriedListSerializer(Facts):
    games = TriedRowSerializer(many=True, help_text=_("In the order of the list."))


class GameListSerializer(Facts):
    """A list that you have made games from."""

    id = serializers.CharField()
    created_at = serializers.DateTimeField()
    games = serializers.ListField(child=serializers.CharField(), help_text=_("Their ids, in the order of the list."))


class GameListsView(ApiView):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="create_game_list",
        summary="Create many games from a list of pairings",
        tags=["games"],
        parameters=[DRY_RUN],
        request=ListWishesSerializer,
        responses={200: TriedListSerializer, 201: GameListSerializer, **problems("list_refused", *HOSTS)},
    )
    def post(self, request: Request) -> Response:
        """Create all games of the list, or none. A dry run says of each row what would become of it.

        You host them, and sit only where the list has your name; all others are invited.

        Your limits hold: how many of your games can wait at once, and how many people you can invite in a day.
        """
        host, body = player_of(request), checked(ListWishesSerializer, request)
        if is_dry_run(request):
            tried = pairings.try_out(host=host, now=timezone.now(), **body)
            return Response({"games": [_tried_row(pairing) for pairing in tried]})
        game_list = pairings.make(host=host, now=timezone.now(), **body)
        return Response(_list_row(game_list), 201, headers={"Location": f"{request.path}/{game_list.pk}"})


class GameListView(ApiView):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="get_game_list",
        summary="Look at a list that you have made games from",
        tags=["games"],
        responses={200: GameListSerializer, **problems("no_such_list")},
    )
    def get(self, request: Request, list_id: str) -> Response:
        """Return a list that you have made games from. Only its host may see it."""
        return Response(_list_row(pairings.of_host(player_of(request), list_id)))


class ResultsView(ApiView):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="get_game_list_results",
        summary="Get the results of a list as CSV",
        tags=["games"],
        responses={
            (200, CSV): OpenApiResponse(OpenApiTypes.STR, "A line of titles, then a row a game and seat."),
            **problems("no_such_list"),
        },
    )
    def get(self, request: Request, list_id: str) -> StreamingHttpResponse:
        """For its host: a row a game and seat. Rank and points stand there once a game has ended.

        A game that you may no longer know of is left out.
        """
        host = player_of(request)
        lines = spreadsheet.lines(COLUMNS, _result_rows(host, pairings.of_host(host, list_id)))
        answer = StreamingHttpResponse(lines, content_type=f"{CSV}; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="results-{list_id}.csv"'
        answer["Cache-Control"] = "no-store"
        return answer


def _result_rows(host: Player, game_list: GameList) -> Iterator[list[str]]:
    visible_games = selectors.known_to(host).filter(pk__in=game_list.games).prefetch_related("seats__player")
    for game in sorted(visible_games, key=lambda game: game_list.games.index(game.pk)):
        seats: list[Seat | None] = [*sorted(game.seats.all(), key=lambda seat: seat.number)]
        for seat in seats or [None]:
            yield [*_game_cells(game), *_seat_cells(game, seat)]


def _game_cells(game: Game) -> list[str]:
    return [game.pk, game.name, game.ruleset, game.status, instant(game.started_at) or "", instant(game.ended_at) or ""]


def _seat_cells(game: Game, seat: Seat | None) -> list[str]:
    if seat is None:
        return [""] * 4
    ended = game.status == Game.Status.ENDED
    rank_and_points = [seat.rank, seat.points] if ended else [None, None]
    name = seat.player.name if seat.player else ""
    return [str(seat.number), name, *("" if number is None else str(number) for number in rank_and_points)]


def _list_row(game_list: GameList) -> Json:
    return {"id": game_list.pk, "created_at": instant(game_list.created_at), "games": game_list.games}


def _tried_row(tried: TriedPairing) -> Json:
    problem = tried.refusal and refusals.explained(tried.refusal)
    return {
        "players": list(tried.pairing.players),
        "name": tried.pairing.name,
        "starts": tried.game is not None and tried.game.status == Game.Status.RUNNING,
        "problem": {"code": problem.code, "detail": problem.detail or problem.title} if problem else None,
    }
