"""Disputes for admins: the queue, comments, and settling."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.admin.at_the_desk import READ, REFUSALS, RULE, AtTheDesk
from games.api.disputes import (
    CommentSerializer,
    DisputeSerializer,
    WordsField,
    WordsSerializer,
    comment_row,
    dispute_row,
)
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.models import Dispute, Game
from games.people import audit, rights
from games.table.disputes import lifecycle, selectors
from games.table.disputes.selectors import QueuedDispute

SETTLED = (Dispute.State.RESOLVED, Dispute.State.DISMISSED)
OUTCOMES = [(state.value, state.label) for state in SETTLED]


class WaitingSerializer(Facts):
    """An open dispute in the queue."""

    id = serializers.CharField()
    game = serializers.CharField()
    game_status = serializers.ChoiceField(choices=Game.Status.choices)
    paused = serializers.BooleanField(help_text=_("Whether the game is paused, for any reason."))
    kind = serializers.ChoiceField(choices=Dispute.Kind.choices)
    opened_by = PlayerSerializer()
    text = serializers.CharField()
    created_at = serializers.DateTimeField()
    comments = serializers.IntegerField(help_text=_("How many."))
    waiting = serializers.IntegerField(help_text=_("How many players are waiting."))
    waiting_since = serializers.DateTimeField()
    urgency = serializers.FloatField(help_text=_("The hours it has cost, weighted by kind."))


class JudgedCommentSerializer(CommentSerializer):
    by = PlayerSerializer()


class JudgedDisputeSerializer(DisputeSerializer):
    """A dispute, as admins see it."""

    comments = JudgedCommentSerializer(many=True)
    closed_by = PlayerSerializer(allow_null=True)


class SettlingSerializer(Facts):
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    text = WordsField(allow_blank=True, default="", help_text=_("The players read it."))


def waiting_row(waiting: QueuedDispute) -> Json:
    """Return an open dispute in the admins' queue."""
    dispute = waiting.dispute
    return {
        "id": dispute.pk,
        "game": dispute.game_id,
        "game_status": dispute.game.status,
        "paused": dispute.game.paused_at is not None,
        "kind": dispute.kind,
        "opened_by": player_row(dispute.opened_by),
        "text": dispute.text,
        "created_at": instant(dispute.created_at),
        "comments": waiting.comments,
        "waiting": waiting.people,
        "waiting_since": instant(waiting.since),
        "urgency": round(waiting.urgency, 1),
    }


def judged_dispute(dispute: Dispute) -> Json:
    """Return a dispute for admins, with the author of each comment by an admin."""
    comments = [{**comment_row(comment), "by": player_row(comment.by)} for comment in dispute.comments.all()]
    return {**dispute_row(dispute), "comments": comments, "closed_by": player_row(dispute.closed_by)}


class OpenDisputesView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="list_open_disputes",
        summary="Open disputes by urgency",
        tags=["admin"],
        responses={200: page_of(WaitingSerializer), **problems("right_missing", "second_factor_not_shown")},
    )
    def get(self, request: Request) -> Response:
        """The most urgent first, without those of games that you play or have played in."""
        admin = player_of(request)
        rights.check(admin, "view_dispute")
        return only_page([waiting_row(row) for row in selectors.queue(admin, timezone.now())])


class AdminDisputeView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="get_dispute_as_admin",
        summary="A dispute to be settled",
        tags=["admin"],
        responses={200: JudgedDisputeSerializer, **problems("no_such_dispute", *REFUSALS)},
    )
    def get(self, request: Request, dispute_id: str) -> Response:
        """With all its comments. Your visit is recorded."""
        admin = player_of(request)
        dispute = selectors.one(dispute_id)
        rights.check(admin, "view_dispute", dispute.game)
        audit.note(admin, "dispute_viewed", timezone.now(), game=dispute.game, detail={"dispute": dispute.pk})
        return Response(judged_dispute(dispute))


class AdminCommentsView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="add_comment_as_admin",
        summary="Comment on a dispute as an admin",
        tags=["admin"],
        request=WordsSerializer,
        responses={201: JudgedDisputeSerializer, **problems("no_such_dispute", "dispute_closed", *REFUSALS)},
    )
    def post(self, request: Request, dispute_id: str) -> Response:
        """The players are told. They read that an admin wrote it, but not which one."""
        text = checked(WordsSerializer, request)["text"]
        lifecycle.comment_as_admin(admin=player_of(request), dispute_id=dispute_id, text=text, now=timezone.now())
        return Response(judged_dispute(selectors.one(dispute_id)), status=201)


class SettleView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="settle_dispute",
        summary="Resolve or dismiss a dispute",
        tags=["admin"],
        request=SettlingSerializer,
        responses={200: JudgedDisputeSerializer, **problems("no_such_dispute", "dispute_closed", *REFUSALS)},
    )
    def post(self, request: Request, dispute_id: str) -> Response:
        """The players are told. If the game was paused for it, it runs on."""
        body = checked(SettlingSerializer, request)
        settle = lifecycle.resolve if body["outcome"] == Dispute.State.RESOLVED else lifecycle.dismiss
        settle(admin=player_of(request), dispute_id=dispute_id, text=body["text"], now=timezone.now())
        return Response(judged_dispute(selectors.one(dispute_id)))
