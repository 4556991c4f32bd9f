"""Games: listed, made, filled, watched."""

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games import docket, selectors, store
from games.api import shapes
from games.api.conditional import Conditional, etag, headers, is_fresh, not_modified
from games.api.pagination import PAGE_PARAMETERS, Pages, UrgentPages, page_of
from games.api.permissions import player_of
from games.api.schema import problems
from games.api.serializers import checked
from games.api.serializers.export import GameExportSerializer
from games.api.serializers.games import (
    ContributionSerializer,
    GameDetailSerializer,
    GameSerializer,
    InviteSerializer,
    StartSerializer,
    WishesSerializer,
)
from games.api.views.of_game import OfGame, detail, seen_by, shown
from games.errors import Refused
from games.models import Game, Player, Seat
from games.services import games, pausing, seats

FILTERS: Final = {
    "open": (selectors.games_to_join, Pages),
    "invited": (selectors.invitations_of, Pages),
    "mine": (selectors.games_of, Pages),
    "waiting": (selectors.games_waiting_for, UrgentPages),
    "all": (selectors.visible_games, Pages),
}


class GamesView(Conditional):
    scopes: ClassVar = {"GET": "games:read", "POST": "games:create"}

    @extend_schema(
        operation_id="games",
        summary="List games",
        tags=["games"],
        parameters=[
            OpenApiParameter("filter", enum=sorted(FILTERS), description="Which games; “mine” if not given."),
            *PAGE_PARAMETERS,
        ],
        responses=page_of(GameSerializer),
    )
    def get(self, request: Request) -> Response:
        """Games to join, your own, those that wait for you (the most urgent first), or all that you may watch."""
        wanted = request.query_params.get("filter", "mine")
        if wanted not in FILTERS:
            raise ValidationError({"filter": f"One of {', '.join(sorted(FILTERS))}."})
        select, kind = FILTERS[wanted]
        pages = kind()
        rows = pages.paginate_queryset(select(player_of(request)), request, self)
        return pages.get_paginated_response([shapes.game_row(game) for game in rows or []])

    @extend_schema(
        operation_id="create_game",
        summary="Make a game",
        tags=["games"],
        request=WishesSerializer,
        responses={
            201: GameDetailSerializer,
            **problems(
                "unknown_ruleset",
                "wrong_number_of_seats",
                "unknown_option",
                "one_clock",
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
                "too_many_games_with_stand_ins",
                "reliability_too_low",
                "account_suspended",
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """You host it and take the first seat. It starts when it is full, or when you say so."""
        wishes: dict[str, Any] = checked(WishesSerializer, request)
        game = games.create_game(
            host=player_of(request),
            wishes=games.Wishes(**wishes),
            now=timezone.now(),
        )
        answer = detail(player_of(request), game.id, 201)
        answer.headers["Location"] = f"{request.path}/{game.id}"
        return answer


class GameView(OfGame):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(operation_id="game", summary="Look at a game", tags=["games"], responses=GameDetailSerializer)
    def get(self, request: Request, game_id: str) -> Response:
        """A game and all that you may know of it. Ask with If-None-Match: a 304 costs little."""
        player = player_of(request)
        if request.headers.get("If-None-Match", "*") != "*":  # "*": if there is anything at all
            rows = store.changing(game_id)
            tag = _tag(player, rows)
            # Who does not sit there may have lost the right to look since, by an offer that is over.
            if any(player.pk in row for row in rows) and is_fresh(request, tag):
                return not_modified(tag)
        seen = seen_by(player, game_id)
        if seen.game.status == Game.Status.OPEN:  # its answer's own tag will do: it changes without the game
            return Response(shown(seen))
        tag = _tag(player, _changing(seen.game, seen.seats))
        if is_fresh(request, tag):
            return not_modified(tag)
        return Response(shown(seen), headers=headers(tag))


def _changing(game: Game, found: list[Seat]) -> Iterable[tuple[object, ...]]:
    """What `store.changing` reads, of a game and seats that have been read."""
    shared = (game.pk, game.head, game.status, game.name, game.secrets_open_at, game.closes_at, game.host.name)
    return [
        (*shared, seat.player_id, seat.player and seat.player.name, seat.status, seat.wants_pause) for seat in found
    ]


def _tag(player: Player, changing: Iterable[tuple[object, ...]]) -> str:
    return etag(player.pk, *(str(fact) for row in changing for fact in row))


class JoinView(OfGame):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="join_game",
        summary="Take a seat",
        tags=["games"],
        request=ContributionSerializer,
        responses={
            200: GameDetailSerializer,
            **problems("game_not_open", "not_invited", "reliability_too_low", "account_suspended"),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """The last seat taken starts the game. Joining again changes nothing."""
        games.join_game(
            player=player_of(request),
            game_id=game_id,
            contribution=checked(ContributionSerializer, request)["contribution"],
            now=timezone.now(),
        )
        return detail(player_of(request), game_id)


class LeaveView(OfGame):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="leave_game",
        summary="Give your seat back",
        tags=["games"],
        request=None,
        responses={204: None, **problems("game_not_open")},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Before the start only; it also declines an invitation. When the host leaves, the game is called off."""
        seen_by(player_of(request), game_id)
        games.leave_game(player=player_of(request), game_id=game_id, now=timezone.now())
        return Response(status=204)


class StartView(OfGame):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="start_game",
        summary="Start with those who are there",
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
        """For the host, once at least two have joined; or at any time, with stand-ins in the seats that are free."""
        wishes = checked(StartSerializer, request)
        games.start_game(host=player_of(request), game_id=game_id, now=timezone.now(), **wishes)
        return detail(player_of(request), game_id)


class InvitationsView(OfGame):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="invite",
        summary="Invite players",
        tags=["games"],
        request=InviteSerializer,
        responses={
            200: GameDetailSerializer,
            **problems(
                "game_not_open",
                "only_the_host",
                "no_such_player",
                "too_many_invitations",
                "too_many_invitations_today",
                "reliability_too_low",
                "account_suspended",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """By name. They get a mail; inviting somebody again changes nothing."""
        names = checked(InviteSerializer, request)["players"]
        games.invite(host=player_of(request), game_id=game_id, names=names, now=timezone.now())
        return detail(player_of(request), game_id)


class ContributionView(OfGame):
    scopes: ClassVar = {"PUT": "games:create"}

    @extend_schema(
        operation_id="contribute",
        summary="Contribute to the key of chance",
        tags=["games"],
        request=ContributionSerializer,
        responses={200: GameDetailSerializer, **problems("game_not_open", "not_in_this_game")},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Before the start: digits of your own, so that nobody can have chosen the cards."""
        contribution = checked(ContributionSerializer, request)["contribution"]
        games.contribute(player=player_of(request), game_id=game_id, contribution=contribution)
        return detail(player_of(request), game_id)


class ResignView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="resign",
        summary="Resign",
        tags=["play"],
        request=None,
        responses={200: GameDetailSerializer, **problems("game_not_running", "not_in_this_game", "illegal_move")},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """You leave the game for good; your routes stay, your turns go by, you rank below all who stayed."""
        seats.resign(player=player_of(request), game_id=game_id, now=timezone.now())
        return detail(player_of(request), game_id)


class ReturnView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="come_back",
        summary="Be waited for again",
        tags=["play"],
        request=None,
        responses={
            200: GameDetailSerializer,
            **problems(
                "game_not_running",
                "not_in_this_game",
                "illegal_move",
                "account_suspended",
                "put_out",
                "has_held_another_seat",
                "has_seen_secrets",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """You were absent, or have left the game, or a stand-in has your seat: you are back, unless it was taken."""
        seats.come_back(player=player_of(request), game_id=game_id, now=timezone.now())
        return detail(player_of(request), game_id)


class PauseView(OfGame):
    scopes: ClassVar = {"POST": "games:play", "DELETE": "games:play"}

    @extend_schema(
        operation_id="wish_pause",
        summary="Wish for a pause",
        tags=["play"],
        request=None,
        responses={
            200: GameDetailSerializer,
            **problems("game_not_running", "not_in_this_game", "already_paused", "seat_not_active"),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """When all who play wish for it the clocks stand still, for 60 days at most, until one wants to go on."""
        pausing.wish(player=player_of(request), game_id=game_id, now=timezone.now())
        return detail(player_of(request), game_id)

    @extend_schema(
        operation_id="end_pause",
        summary="Take the wish back, or go on",
        tags=["play"],
        responses={200: GameDetailSerializer, **problems("game_not_running", "not_in_this_game")},
    )
    def delete(self, request: Request, game_id: str) -> Response:
        """Where the game is paused by agreement, it goes on; nobody has lost time."""
        pausing.take_back(player=player_of(request), game_id=game_id, now=timezone.now())
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
        seats.agree_to_open(player=player_of(request), game_id=game_id, now=timezone.now())
        return detail(player_of(request), game_id)


class GameExportView(OfGame):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="export_game",
        summary="Export an ended game",
        tags=["games"],
        responses={200: GameExportSerializer, **problems("game_not_ended", "secrets_sealed")},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Everything, once the secrets are open: seed, salts, hands, draws. docs/checking.md says how to check it."""
        game = seen_by(player_of(request), game_id).game
        if game.secrets_open_at is None:
            raise Refused("game_not_ended", game_status=game.status)
        if not docket.secrets_are_open(game, timezone.now()):
            raise Refused("secrets_sealed", opens_at=shapes.instant(game.secrets_open_at))
        return Response(store.export(game))
