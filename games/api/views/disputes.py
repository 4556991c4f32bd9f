"""Disputes and rulings, for those who play."""

from typing import ClassVar, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import docket
from games.api.conditional import Conditional
from games.api.dispute_shapes import dispute_row, public_ruling_row
from games.api.pagination import PAGE_PARAMETERS, Pages, page_of
from games.api.permissions import player_of
from games.api.schema import problems
from games.api.serializers import checked
from games.api.serializers.disputes import (
    DisputeSerializer,
    DisputeWishSerializer,
    RulingSerializer,
    WordsSerializer,
)
from games.api.views.of_game import OfGame, seen_by
from games.models import Player, Ruling
from games.services import disputes

SHUT_OUT: Final = ("account_muted", "account_suspended")


def shown(player: Player, dispute_id: str, status: int = 200) -> Response:
    """The answer that shows a dispute to a player."""
    return Response(dispute_row(docket.seen_by(dispute_id, player)), status=status)


class DisputesView(OfGame):
    scopes: ClassVar = {"GET": "games:read", "POST": "games:play"}

    @extend_schema(
        operation_id="disputes",
        summary="Disputes of a game",
        tags=["disputes"],
        parameters=PAGE_PARAMETERS,
        responses=page_of(DisputeSerializer),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """For those who sit at the game, the newest first; others see those that they have opened themselves."""
        player = player_of(request)
        game, _, _, own = seen_by(player, game_id)
        rows = docket.of_game(game)
        pages = Pages()
        found = pages.paginate_queryset(rows if own is not None else rows.filter(opened_by=player), request, self)
        return pages.get_paginated_response([dispute_row(dispute) for dispute in found or []])

    @extend_schema(
        operation_id="open_dispute",
        summary="Ask for an admin",
        tags=["disputes"],
        request=DisputeWishSerializer,
        responses={
            201: DisputeSerializer,
            **problems(
                "not_in_this_game", "game_not_begun", "unknown_entry", "dispute_open", "too_many_disputes", *SHUT_OUT
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """One open dispute a player and game, five a day. The others at the table hear of it and may comment.

        The same once more is the one that is open already. The game is paused while it is open if its host wanted
        that; an ended game's secrets stay sealed.
        """
        player, wish = player_of(request), checked(DisputeWishSerializer, request)
        dispute = disputes.open_dispute(player=player, game_id=game_id, now=timezone.now(), **wish)
        answer = shown(player, dispute.pk, 201)
        answer.headers["Location"] = f"{request.path.partition('/games/')[0]}/disputes/{dispute.pk}"
        return answer


class DisputeView(Conditional):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="dispute",
        summary="Look at a dispute",
        tags=["disputes"],
        responses={200: DisputeSerializer, **problems("no_such_dispute")},
    )
    def get(self, request: Request, dispute_id: str) -> Response:
        """With all that was said to it, and what came of it."""
        return shown(player_of(request), dispute_id)


class CommentsView(Conditional):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="comment",
        summary="Say something to a dispute",
        tags=["disputes"],
        request=WordsSerializer,
        responses={
            201: DisputeSerializer,
            **problems("no_such_dispute", "dispute_closed", "too_many_comments", *SHUT_OUT),
        },
    )
    def post(self, request: Request, dispute_id: str) -> Response:
        """While it is open. Sending the last one again changes nothing."""
        player, text = player_of(request), checked(WordsSerializer, request)["text"]
        disputes.comment(player=player, dispute_id=dispute_id, text=text, now=timezone.now())
        return shown(player, dispute_id, 201)


class WithdrawView(Conditional):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="withdraw_dispute",
        summary="Withdraw your dispute",
        tags=["disputes"],
        request=None,
        responses={200: DisputeSerializer, **problems("no_such_dispute", "not_your_dispute", "dispute_closed")},
    )
    def post(self, request: Request, dispute_id: str) -> Response:
        """Nobody need look at it any more; a game that was paused for it runs on."""
        player = player_of(request)
        disputes.withdraw(player=player, dispute_id=dispute_id, now=timezone.now())
        return shown(player, dispute_id)


class RulingsView(OfGame):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="rulings",
        summary="What admins decided",
        tags=["disputes"],
        parameters=PAGE_PARAMETERS,
        responses=page_of(RulingSerializer),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Every ruling on the game in the admin's words, the newest first; the log tells what each did."""
        game = seen_by(player_of(request), game_id).game
        pages = Pages()
        rows = Ruling.objects.filter(game=game, state=Ruling.State.DONE).order_by("-created_at", "-id")
        found = pages.paginate_queryset(rows, request, self)
        return pages.get_paginated_response([public_ruling_row(ruling) for ruling in found or []])
