"""What admins do through the API: disputes, games, rulings. The rights are asked by the services, as everywhere.

A token needs the scope, its owner the right, and neither is enough. What is read here is no secret of any seat.
"""

from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import docket, store
from games.api import shapes
from games.api.desk_shapes import preview_body
from games.api.dispute_shapes import judged_dispute, ruling_row, waiting_row
from games.api.pagination import PAGE_PARAMETERS, Pages, page_of
from games.api.permissions import player_of
from games.api.schema import problems
from games.api.serializers import checked
from games.api.serializers.desk import (
    JudgedDisputeSerializer,
    JudgedRulingSerializer,
    OverviewSerializer,
    PreviewSerializer,
    PreviewWishSerializer,
    RulingWishSerializer,
    RulingWordsSerializer,
    SettlingSerializer,
    WaitingSerializer,
)
from games.api.serializers.disputes import WordsSerializer
from games.api.views.at_the_desk import AtTheDesk
from games.errors import NotFound
from games.models import Dispute, Game, Ruling
from games.services import audit, disputes, rights, rulings

READ: Final = {"GET": "admin:read"}
RULE: Final = {"POST": "admin:rule"}
REFUSALS: Final = ("right_missing", "plays_in_this_game")
RULED: Final = (
    *REFUSALS,
    "no_such_game",
    "game_not_running",
    "malformed_move",
    "illegal_move",
)


def rulings_of() -> QuerySet[Ruling]:
    """Rulings with all that is shown of them."""
    return Ruling.objects.select_related("by", "confirmed_by", "game")


class QueueView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="admin_queue",
        summary="Open disputes by urgency",
        tags=["admin"],
        responses={200: WaitingSerializer(many=True), **problems("right_missing")},
    )
    def get(self, request: Request) -> Response:
        """The most urgent first; those of games that you have to do with yourself are not among them."""
        admin = player_of(request)
        rights.check(admin, "view_dispute")
        return Response([waiting_row(row) for row in docket.queue(admin, timezone.now())])


class DisputeView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="admin_dispute",
        summary="A dispute to be settled",
        tags=["admin"],
        responses={200: JudgedDisputeSerializer, **problems("no_such_dispute", *REFUSALS)},
    )
    def get(self, request: Request, dispute_id: str) -> Response:
        """With all that was said to it. That you have looked is noted."""
        admin = player_of(request)
        dispute = docket.one(dispute_id)
        rights.check(admin, "view_dispute", dispute.game)
        audit.note(admin, "dispute_viewed", timezone.now(), game=dispute.game, detail={"dispute": dispute.pk})
        return Response(judged_dispute(dispute))


class CommentsView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="admin_comment",
        summary="Say something to a dispute as an admin",
        tags=["admin"],
        request=WordsSerializer,
        responses={201: JudgedDisputeSerializer, **problems("no_such_dispute", "dispute_closed", *REFUSALS)},
    )
    def post(self, request: Request, dispute_id: str) -> Response:
        """The players hear of it; they read that an admin said it, and not who."""
        text = checked(WordsSerializer, request)["text"]
        disputes.comment_as_admin(admin=player_of(request), dispute_id=dispute_id, text=text, now=timezone.now())
        return Response(judged_dispute(docket.one(dispute_id)), status=201)


class SettleView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="admin_settle",
        summary="Resolve or dismiss a dispute",
        tags=["admin"],
        request=SettlingSerializer,
        responses={200: JudgedDisputeSerializer, **problems("no_such_dispute", "dispute_closed", *REFUSALS)},
    )
    def post(self, request: Request, dispute_id: str) -> Response:
        """The players hear of it. A game that was paused for it runs on."""
        said = checked(SettlingSerializer, request)
        settle = disputes.resolve if said["outcome"] == Dispute.State.RESOLVED else disputes.dismiss
        settle(admin=player_of(request), dispute_id=dispute_id, text=said["text"], now=timezone.now())
        return Response(judged_dispute(docket.one(dispute_id)))


class GameView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="admin_game",
        summary="A game to be ruled on",
        tags=["admin"],
        responses={200: OverviewSerializer, **problems("no_such_game", *REFUSALS)},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The game as everybody may see it, its disputes and rulings. That you have looked is noted."""
        admin = player_of(request)
        try:
            game, seats, turns = store.look(game_id)
        except Game.DoesNotExist:
            raise NotFound("no_such_game") from None
        rights.check(admin, "view_game", game)
        audit.looked_at(admin, game, timezone.now())
        return Response(
            {
                "game": shapes.game_detail(game, seats, turns, None, {}),
                "paused_at": shapes.instant(game.paused_at),
                "pauses": game.pauses,
                "pause_on_dispute": game.pause_on_dispute,
                "quarantined_until": shapes.instant(game.quarantined_until),
                "disputes": [judged_dispute(dispute) for dispute in docket.of_game(game)],
                "rulings": [ruling_row(ruling) for ruling in rulings_of().filter(game=game)],
            }
        )


class PreviewView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="admin_preview",
        summary="What an order would change",
        tags=["admin"],
        request=PreviewWishSerializer,
        responses={200: PreviewSerializer, **problems(*RULED)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Nothing is changed by asking, and no secret told; asking about a move is noted."""
        order = checked(PreviewWishSerializer, request)["order"]
        shown = rulings.preview(admin=player_of(request), game_id=game_id, order=order, now=timezone.now())
        return Response(preview_body(shown))


class RulingsView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="admin_rule",
        summary="Rule on a game",
        tags=["admin"],
        request=RulingWishSerializer,
        responses={201: JudgedRulingSerializer, **problems("no_such_dispute", "dispute_closed", *RULED)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """An entry of the game's log; the players hear of it in your words (“text”).

        “state” is “proposed” where another admin has to confirm it first. With “dispute” it answers that one, and
        with “resolves” it settles it in the same words.
        """
        wish: dict[str, Any] = checked(RulingWishSerializer, request)
        dispute, resolves = wish.pop("dispute"), wish.pop("resolves")
        common = {"admin": player_of(request), "game_id": game_id, "now": timezone.now(), **wish}
        if dispute is None:
            return _ruled(rulings.rule(**common))
        return _ruled(disputes.rule(dispute_id=dispute, resolves=resolves, **common))


def _ruled(ruling: Ruling, status: int = 201) -> Response:
    return Response(ruling_row(rulings_of().get(pk=ruling.pk)), status=status)


class UndoView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="admin_undo",
        summary="Undo a ruling by its opposite",
        tags=["admin"],
        request=RulingWordsSerializer,
        responses={201: JudgedRulingSerializer, **problems(*RULED)},
    )
    def post(self, request: Request, game_id: str, entry: int) -> Response:
        """The ruling that is this entry stays in the log, and so does the one that undoes it."""
        words = checked(RulingWordsSerializer, request)
        return _ruled(rulings.undo(admin=player_of(request), game_id=game_id, entry=entry, now=timezone.now(), **words))


class PreviewUndoView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="admin_preview_undo",
        summary="What undoing a ruling would change",
        tags=["admin"],
        request=None,
        responses={200: PreviewSerializer, **problems(*RULED)},
    )
    def post(self, request: Request, game_id: str, entry: int) -> Response:
        """Nothing is changed by asking."""
        shown = rulings.preview_undo(admin=player_of(request), game_id=game_id, entry=entry, now=timezone.now())
        return Response(preview_body(shown))


class ProposalsView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="admin_proposals",
        summary="Rulings that wait for a second admin",
        tags=["admin"],
        parameters=PAGE_PARAMETERS,
        responses={200: page_of(JudgedRulingSerializer), **problems("right_missing")},
    )
    def get(self, request: Request) -> Response:
        """The newest first; those of games that you have to do with yourself are not among them."""
        admin = player_of(request)
        rights.check(admin, "view_ruling")
        waiting = rulings_of().filter(state=Ruling.State.PROPOSED).exclude(docket.plays_there(admin))
        pages = Pages()
        found = pages.paginate_queryset(waiting.order_by("-created_at", "-id"), request, self)
        return pages.get_paginated_response([ruling_row(ruling) for ruling in found or []])


class ConfirmView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="admin_confirm",
        summary="Agree to another admin's proposal",
        tags=["admin"],
        request=None,
        responses={200: JudgedRulingSerializer, **problems("no_such_ruling", "same_admin", *RULED)},
    )
    def post(self, request: Request, ruling_id: int) -> Response:
        """It is carried out as things are now."""
        return _ruled(rulings.confirm(admin=player_of(request), ruling_id=ruling_id, now=timezone.now()), 200)


class WithdrawView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="admin_withdraw",
        summary="Withdraw a proposal",
        tags=["admin"],
        request=None,
        responses={200: JudgedRulingSerializer, **problems("no_such_ruling", *REFUSALS)},
    )
    def post(self, request: Request, ruling_id: int) -> Response:
        """It is not carried out after all."""
        return _ruled(rulings.withdraw(admin=player_of(request), ruling_id=ruling_id, now=timezone.now()), 200)
