"""Games: listed, created, started, shown, and opened after their end."""

from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional, not_modified
from games.api.forms import checked
from games.api.games.game import GameDetailSerializer, GameSerializer
from games.api.games.included import (
    MOST_POSITIONS,
    MOST_POSITIONS_FOR_STRANGERS,
    OF_GAME,
    OF_GAMES,
    IncludeOfGameSerializer,
    IncludeOfGamesSerializer,
    read_include,
)
from games.api.games.narrowed import BY_DEADLINE, NARROWING, SORTING, SORTS, narrowed, read_sort, sorted_by
from games.api.games.of_game import OfGame, detail, shown
from games.api.games.options import LEGAL_MOVES, OptionsSerializer, legal_moves_of
from games.api.games.tables import list_rows, list_rows_with_positions
from games.api.games.wishes import StartSerializer, WishesSerializer
from games.api.pagination import PAGE_PARAMETERS, page_of
from games.api.permissions import AnyoneReads, player_of, reader_of
from games.api.schema import problems
from games.competitions.series import creation
from games.etags import etag, headers, is_fresh
from games.lobby import departures, lobby, selectors
from games.lobby.visible import VisibleGame, seen_by
from games.models import Game, Player, Seat
from games.table import store

STATUS, OPEN = 2, -3
"""Positions in a row of changeable values: the game's status, and whether its talk is open."""
FILTERS: Final = {
    "open": selectors.games_to_join,
    "invited": selectors.invitations_of,
    "mine": selectors.games_of,
    "waiting": selectors.games_waiting_for,
    "all": selectors.visible_games,
}


class GamesView(Conditional):
    permission_classes = (AnyoneReads,)
    scopes: ClassVar = {"GET": "games:read", "POST": "games:create"}

    @extend_schema(
        operation_id="list_games",
        summary="List games",
        tags=["games"],
        parameters=[
            OpenApiParameter(
                "filter",
                enum=sorted(FILTERS),
                description="“mine” if not given; without a token “all”.",
            ),
            *NARROWING,
            SORTING,
            OF_GAMES,
            *PAGE_PARAMETERS,
        ],
        responses=page_of(GameSerializer),
    )
    def get(self, request: Request) -> Response:
        """Games to join, your own, those waiting for you (the most urgent first), or all that you may watch.

        Each with its table: who sits there, who is asked until when, and what you are asked; with
        “include=position” also its board and your cards. Without a token: all that are public.
        """
        reader = reader_of(request)
        filter_name = request.query_params.get("filter", "mine" if reader else "all")
        if filter_name not in FILTERS:
            raise ValidationError({"filter": f"One of {', '.join(sorted(FILTERS))}."})
        if reader is None and filter_name != "all":
            raise NotAuthenticated
        sort = read_sort(request, BY_DEADLINE if filter_name == "waiting" else "-created_at")
        games = FILTERS[filter_name](reader) if reader else selectors.visible_games(None)
        chosen = sorted_by(narrowed(games, request), sort)
        if read_include(IncludeOfGamesSerializer, request):
            pages = SORTS[sort](MOST_POSITIONS if reader else MOST_POSITIONS_FOR_STRANGERS)
            rows = pages.paginate_queryset(chosen.select_related("host", "secret"), request)
            return pages.get_paginated_response(list_rows_with_positions(rows, reader, timezone.now()))
        pages = SORTS[sort]()
        rows = pages.paginate_queryset(chosen, request)
        return pages.get_paginated_response(list_rows(rows, reader, timezone.now()))

    @extend_schema(
        operation_id="create_game",
        summary="Create a game",
        tags=["games"],
        request=WishesSerializer,
        responses={
            201: GameDetailSerializer,
            **problems(
                "unknown_ruleset",
                "wrong_number_of_seats",
                "series_too_long",
                "unknown_option",
                "unknown_clock",
                "malformed_clock",
                "time_per_move_out_of_range",
                "grace_out_of_range",
                "stops_out_of_range",
                "bank_out_of_range",
                "bank_refills_too_fast",
                "clock_too_long",
                "too_many_open_games",
                "too_many_stand_ins",
                "series_needs_people",
                "too_many_games_with_stand_ins",
                "reliability_too_low",
                "bots_not_allowed",
                "no_such_club",
                "club_and_access",
                "ratings_crossed",
                "account_suspended",
                "account_muted",
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """You host it and take the first seat. It starts when it is full, or when you say so."""
        wishes = checked(WishesSerializer, request)
        games = wishes.pop("games")
        game = creation.create(
            host=player_of(request),
            wishes=lobby.Wishes(**wishes),
            games=games,
            now=timezone.now(),
        )
        answer = detail(player_of(request), game.id, 201)
        answer.headers["Location"] = f"{request.path}/{game.id}"
        return answer


class ShownGameSerializer(GameDetailSerializer):
    """A game, and what the query asked for besides."""

    legal_moves = OptionsSerializer(
        required=False,
        allow_null=True,
        help_text=_("If you ask for it: your moves now; null if you have no seat, or the game is not being played."),
    )


class GameView(OfGame):
    permission_classes = (AnyoneReads,)
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="get_game",
        summary="Look at a game",
        tags=["games"],
        parameters=[OF_GAME],
        responses=ShownGameSerializer,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """A game and everything that you may know about it. Poll with If-None-Match: a 304 costs little."""
        player, included = reader_of(request), read_include(IncludeOfGameSerializer, request)
        if player and request.headers.get("If-None-Match", "*") != "*":  # "*": if there is any representation
            rows = store.changing(game_id)
            tag = _tag(player, rows, included=included)
            # Somebody without a seat may have lost the right to look since, when an offer expired.
            if any(player.pk in row for row in rows) and is_fresh(request.headers, tag):
                return not_modified(tag)
        visible_game = seen_by(player, game_id)
        if visible_game.game.status == Game.Status.OPEN:  # tagged by its body: players change, too
            return Response(_with_included(visible_game, included))
        tag = _tag(
            player,
            _changing(visible_game.game, visible_game.seats),
            "" if visible_game.own is not None else visible_game.game.shown_access,
            included=included,
        )
        if is_fresh(request.headers, tag):
            return not_modified(tag)
        return Response(_with_included(visible_game, included), headers=headers(tag))


def _with_included(visible_game: VisibleGame, included: Collection[str]) -> Json:
    """Return the game, with its reader's legal moves if the query asks for them."""
    game = shown(visible_game)
    return game | {LEGAL_MOVES: legal_moves_of(visible_game.game, visible_game.own)} if included else game


def _changing(game: Game, seats: list[Seat]) -> Iterable[tuple[object, ...]]:
    """Return the same values as `store.changing`, from a game and seats that are already loaded."""
    shared = (game.pk, game.head, game.status, game.name, game.secrets_open_at, game.closes_at, game.host.name)
    talk_and_proposals = (game.talk_open, game.lines, game.proposals_open)
    return [
        (*shared, seat.player_id, seat.player and seat.player.name, seat.status, *talk_and_proposals) for seat in seats
    ]


def _tag(
    player: Player | None, changing: Iterable[tuple[object, ...]], access: str = "", *, included: Collection[str] = ()
) -> str:
    """Return the tag of a game's response for this player.

    It ignores talk and proposals that the player may not read, since a changed tag would reveal when players talk.
    `access` distinguishes a spectator's view (`hide_blocks`).
    """
    rows = list(changing)
    sits = player is not None and any(player.pk in row for row in rows)
    hidden = 0 if sits else 1 if _anyone_reads(rows) else 2
    return etag(
        player.pk if player else "",
        access,
        *sorted(included),
        *(str(fact) for row in rows for fact in row[: len(row) - hidden]),
    )


def _anyone_reads(rows: Sequence[tuple[object, ...]]) -> bool:
    return any(row[OPEN] or row[STATUS] not in (Game.Status.OPEN, Game.Status.RUNNING) for row in rows)


class StartView(OfGame):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="start_game",
        summary="Start with the players who have joined",
        tags=["games"],
        request=StartSerializer,
        responses={
            200: GameDetailSerializer,
            **problems(
                "game_not_open",
                "only_the_host",
                "too_few_players",
                "account_suspended",
                "too_many_games_with_stand_ins",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """For the host, once at least two players have joined; or at any time, with stand-ins in the free seats."""
        wishes = checked(StartSerializer, request)
        lobby.start_game(host=player_of(request), game_id=game_id, now=timezone.now(), **wishes)
        return detail(player_of(request), game_id)


class OpenSecretsView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="open_secrets",
        summary="Agree to open the secrets",
        tags=["games"],
        request=None,
        responses={200: GameDetailSerializer, **problems("game_not_ended", "not_in_this_game")},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Seed, hands and draws of an ended game open 72 hours later, or as soon as every seat agrees."""
        departures.agree_to_open(player=player_of(request), game_id=game_id, now=timezone.now())
        return detail(player_of(request), game_id)
