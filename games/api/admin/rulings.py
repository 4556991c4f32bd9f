"""Rulings for admins: made, undone, proposed, confirmed."""

from typing import ClassVar, Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.admin.at_the_desk import READ, REFUSALS, RULE, AtTheDesk
from games.api.admin.orders import OrderSerializer, WrittenOrderField
from games.api.admin.previews import PreviewSerializer, preview_body
from games.api.disputes import WordsField
from games.api.dry_runs import DRY_RUN, is_dry_run
from games.api.fields import SeatField
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.log import RULING_KINDS
from games.api.pagination import PAGE_PARAMETERS, Pages, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.models import Ruling
from games.people import rights
from games.table import rulings
from games.table.disputes import lifecycle


class RulingWordsSerializer(Facts):
    text = WordsField(allow_blank=True, default="", help_text=_("The players read it."))
    note = WordsField(allow_blank=True, default="", help_text=_("For admins only."))


class RulingWishSerializer(RulingWordsSerializer):
    """An order, why, and which dispute it answers."""

    order = OrderSerializer()
    dispute = serializers.CharField(max_length=12, allow_null=True, default=None)
    resolves = serializers.BooleanField(default=False, help_text=_("Whether it resolves the dispute."))


class JudgedRulingSerializer(Facts):
    """A ruling, as admins see it."""

    id = serializers.CharField()
    game = serializers.CharField()
    entry = serializers.IntegerField(allow_null=True, help_text=_("Null while it is only proposed."))
    kind = serializers.ChoiceField(RULING_KINDS)
    state = serializers.ChoiceField(choices=Ruling.State.choices)
    order = WrittenOrderField()
    by = PlayerSerializer()
    confirmed_by = PlayerSerializer(allow_null=True)
    agreed = serializers.ListField(
        child=SeatField(), help_text=_("The seats that decided it by agreement, if no admin did; “by” proposed it.")
    )
    text = serializers.CharField()
    note = serializers.CharField()
    undoes = serializers.IntegerField(allow_null=True)
    dispute = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()


def ruling_row(ruling: Ruling) -> Json:
    """Return a ruling for admins."""
    return {
        "id": str(ruling.pk),
        "game": ruling.game_id,
        "entry": ruling.entry,
        "kind": ruling.kind,
        "state": ruling.state,
        "order": ruling.asked,
        "by": player_row(ruling.by),
        "confirmed_by": player_row(ruling.confirmed_by),
        "agreed": ruling.agreed,
        "text": ruling.public_text,
        "note": ruling.staff_note,
        "undoes": ruling.undoes,
        "dispute": ruling.dispute_id,
        "created_at": instant(ruling.created_at),
    }


RULED: Final = (
    *REFUSALS,
    "no_such_game",
    "game_not_running",
    "malformed_move",
    "illegal_move",
    "move_not_legal",
)


def rulings_of() -> QuerySet[Ruling]:
    """Return rulings with everything needed to show them."""
    return Ruling.objects.select_related("by", "confirmed_by", "game")


class AdminRulingsView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="create_ruling",
        summary="Rule on a game",
        tags=["admin"],
        parameters=[DRY_RUN],
        request=RulingWishSerializer,
        responses={
            200: PreviewSerializer,
            201: JudgedRulingSerializer,
            **problems("no_such_dispute", "dispute_closed", *RULED),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Adds an entry to the game's log, and sends your “text” to the players. “state” is “proposed” if another admin
        has to confirm it first. With “dispute” it answers that dispute, and with “resolves” it settles it with the same
        text.

        A dry run says what the order would change, and gives away no secret. If the order has a move, that is recorded.
        """
        wish: Json = checked(RulingWishSerializer, request)
        if is_dry_run(request):
            admin, now = player_of(request), timezone.now()
            return Response(preview_body(rulings.preview(admin=admin, game_id=game_id, order=wish["order"], now=now)))
        dispute, resolves = wish.pop("dispute"), wish.pop("resolves")
        common = {"admin": player_of(request), "game_id": game_id, "now": timezone.now(), **wish}
        if dispute is None:
            return _ruling_response(rulings.rule(**common))
        return _ruling_response(lifecycle.rule(dispute_id=dispute, resolves=resolves, **common))


def _ruling_response(ruling: Ruling, status: int = 201) -> Response:
    return Response(ruling_row(rulings_of().get(pk=ruling.pk)), status=status)


class UndoView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="undo_ruling",
        summary="Undo a ruling",
        tags=["admin"],
        parameters=[DRY_RUN],
        request=RulingWordsSerializer,
        responses={200: PreviewSerializer, 201: JudgedRulingSerializer, **problems(*RULED)},
    )
    def post(self, request: Request, game_id: str, entry: int) -> Response:
        """The ruling in this entry stays in the log, and so does the one that undoes it.

        A dry run says what that would change.
        """
        admin, now, words = player_of(request), timezone.now(), checked(RulingWordsSerializer, request)
        if is_dry_run(request):
            return Response(preview_body(rulings.preview_undo(admin=admin, game_id=game_id, entry=entry, now=now)))
        return _ruling_response(rulings.undo(admin=admin, game_id=game_id, entry=entry, now=now, **words))


class ProposalsView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="list_proposals",
        summary="List rulings waiting for a second admin",
        tags=["admin"],
        parameters=PAGE_PARAMETERS,
        responses={200: page_of(JudgedRulingSerializer), **problems("right_missing", "second_factor_not_shown")},
    )
    def get(self, request: Request) -> Response:
        """The newest first, without those of games that you play or have played in."""
        admin = player_of(request)
        rights.check(admin, "view_ruling")
        waiting = rulings_of().filter(state=Ruling.State.PROPOSED).exclude(rights.plays_there(admin))
        pages = Pages()
        page = pages.paginate_queryset(waiting.order_by("-created_at", "-id"), request)
        return pages.get_paginated_response([ruling_row(ruling) for ruling in page or []])


class ConfirmRulingView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="confirm_ruling",
        summary="Agree to another admin's proposal",
        tags=["admin"],
        request=None,
        responses={200: JudgedRulingSerializer, **problems("no_such_ruling", "same_admin", *RULED)},
    )
    def post(self, request: Request, ruling_id: int) -> Response:
        """It is carried out on the game as it is now."""
        return _ruling_response(rulings.confirm(admin=player_of(request), ruling_id=ruling_id, now=timezone.now()), 200)


class WithdrawRulingView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="withdraw_ruling",
        summary="Withdraw a proposal",
        tags=["admin"],
        request=None,
        responses={200: JudgedRulingSerializer, **problems("no_such_ruling", *REFUSALS)},
    )
    def post(self, request: Request, ruling_id: int) -> Response:
        """It will not be carried out."""
        return _ruling_response(
            rulings.withdraw(admin=player_of(request), ruling_id=ruling_id, now=timezone.now()), 200
        )
