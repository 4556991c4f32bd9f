"""Disputes, for players."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.fields import Preset, SeatField
from games.api.forms import Facts, checked
from games.api.games.of_game import OfGame
from games.api.instants import instant
from games.api.pagination import PAGE_PARAMETERS, Pages, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.api.talk import TalkLineSerializer, line_row
from games.lobby.visible import seen_by
from games.models import Dispute, DisputeComment, Player
from games.names import paragraphs
from games.table.disputes import lifecycle, selectors
from games.table.talk import reports

LONGEST_TEXT = 2000


class WordsField(Preset, serializers.CharField):
    """Free text of limited length that others read."""

    arguments: ClassVar = {"max_length": LONGEST_TEXT}

    def run_validation(self, data: object = empty) -> str | None:
        """Treat a text without visible characters as blank."""
        text: str | None = super().run_validation(paragraphs(data) if isinstance(data, str) else data)
        return text


class DisputeWishSerializer(Facts):
    """What an admin should look at."""

    kind = serializers.ChoiceField(choices=Dispute.Kind.choices)
    entry = serializers.IntegerField(
        min_value=1,
        required=False,
        allow_null=True,
        default=None,
        help_text=_("The entry of the log that it is about."),
    )
    text = WordsField(
        help_text=_("The other players can read it, unless it is about abuse, cheating or collusion, or `for_admins`.")
    )


class WordsSerializer(Facts):
    text = WordsField()


class TalkReportSerializer(Facts):
    """What an admin should look at."""

    number = serializers.IntegerField(min_value=1, max_value=999_999_999, help_text=_("The line."))
    text = serializers.CharField(
        max_length=2000, allow_blank=True, default="", help_text=_("Your own words, for admins alone.")
    )


class CommentSerializer(Facts):
    by = PlayerSerializer(allow_null=True, help_text=_("Null for an admin."))
    as_admin = serializers.BooleanField()
    text = serializers.CharField()
    created_at = serializers.DateTimeField()


class DisputeSerializer(Facts):
    """A dispute, as the game's players see it."""

    id = serializers.CharField()
    game = serializers.CharField()
    opened_by = PlayerSerializer()
    seat = SeatField(
        allow_null=True, help_text=_("The seat of the player who opened it; null if that was before the game began.")
    )
    kind = serializers.ChoiceField(choices=Dispute.Kind.choices)
    entry = serializers.IntegerField(allow_null=True, help_text=_("The entry of the log that it is about."))
    text = serializers.CharField()
    is_private = serializers.BooleanField(
        help_text=_("Whether only its opener and the admins read it, and the table nothing of what it says.")
    )
    state = serializers.ChoiceField(choices=Dispute.State.choices)
    pauses_game = serializers.BooleanField(help_text=_("Whether the game is paused while it is open."))
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    outcome = serializers.CharField(help_text=_("The admin's answer."))
    lines = TalkLineSerializer(many=True, help_text=_("Lines of the table's talk that were reported."))
    comments = CommentSerializer(many=True)


def dispute_row(dispute: Dispute) -> Json:
    """Return a dispute for the players, without the names of admins."""
    return {
        "id": dispute.pk,
        "game": dispute.game_id,
        "opened_by": player_row(dispute.opened_by),
        "seat": dispute.seat,
        "kind": dispute.kind,
        "entry": dispute.entry,
        "text": dispute.text,
        "is_private": dispute.is_private,
        "state": dispute.state,
        "pauses_game": dispute.paused_game,
        "created_at": instant(dispute.created_at),
        "closed_at": instant(dispute.closed_at),
        "outcome": dispute.outcome,
        "lines": [line_row(line) for line in dispute.lines.all()],
        "comments": [comment_row(comment) for comment in dispute.comments.all()],
    }


def comment_row(comment: DisputeComment) -> Json:
    return {
        "by": None if comment.as_admin else player_row(comment.by),
        "as_admin": comment.as_admin,
        "text": comment.text,
        "created_at": instant(comment.created_at),
    }


SHUT_OUT: Final = ("account_muted", "account_suspended")


def shown(player: Player, dispute_id: str, status: int = 200) -> Response:
    """Return the response that shows a dispute to a player."""
    return Response(dispute_row(selectors.seen_by(dispute_id, player)), status=status)


class DisputesView(OfGame):
    scopes: ClassVar = {"GET": "games:read", "POST": "games:play"}

    @extend_schema(
        operation_id="list_disputes",
        summary="Disputes of a game",
        tags=["disputes"],
        parameters=PAGE_PARAMETERS,
        responses=page_of(DisputeSerializer),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """For the game's players, the newest first. Of private ones, and from outside, only your own."""
        player = player_of(request)
        game = seen_by(player, game_id).game
        pages = Pages()
        page = pages.paginate_queryset(selectors.told_to(player, game), request)
        return pages.get_paginated_response([dispute_row(dispute) for dispute in page or []])

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
        """One open dispute a player and game, five a day.

        The other players are told and can comment, unless it is about abuse, cheating or collusion: that is between you
        and the admins. Of one that is `for_admins`, they hear that it was opened and closed, and read no word of it. If
        you send the same one again, you get the open one. If the host chose so, the game is paused while it is open. An
        ended game's secrets stay sealed. Before a game begins, all that can be disputed is abuse.
        """
        player, wish = player_of(request), checked(DisputeWishSerializer, request)
        dispute = lifecycle.open_dispute(player=player, game_id=game_id, now=timezone.now(), **wish)
        answer = shown(player, dispute.pk, 201)
        answer.headers["Location"] = f"{request.path.partition('/games/')[0]}/disputes/{dispute.pk}"
        return answer


class ReportView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="report_line",
        summary="Report a line to an admin",
        tags=["talk"],
        request=TalkReportSerializer,
        responses={
            201: DisputeSerializer,
            **problems(
                "no_such_line",
                "own_line",
                "not_in_this_game",
                "dispute_open",
                "too_many_disputes",
                *SHUT_OUT,
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Opens a dispute about abuse with the line attached, which only you and the admins see. Before the start, too.

        Further lines join it while it is open, and words with them are comments.
        """
        player, wish = player_of(request), checked(TalkReportSerializer, request)
        seen_by(player, game_id)
        dispute = reports.report(player=player, game_id=game_id, now=timezone.now(), **wish)
        answer = shown(player, dispute.pk, 201)
        answer.headers["Location"] = f"{request.path.partition('/games/')[0]}/disputes/{dispute.pk}"
        return answer


class DisputeView(Conditional):
    scopes: ClassVar = {"GET": "games:read", "DELETE": "games:play"}

    @extend_schema(
        operation_id="get_dispute",
        summary="Look at a dispute",
        tags=["disputes"],
        responses={200: DisputeSerializer, **problems("no_such_dispute")},
    )
    def get(self, request: Request, dispute_id: str) -> Response:
        """With all its comments, and its outcome."""
        return shown(player_of(request), dispute_id)

    @extend_schema(
        operation_id="withdraw_dispute",
        summary="Withdraw your dispute",
        tags=["disputes"],
        request=None,
        responses={200: DisputeSerializer, **problems("no_such_dispute", "not_your_dispute", "dispute_closed")},
    )
    def delete(self, request: Request, dispute_id: str) -> Response:
        """Tells everybody that you no longer need an admin. If the game was paused for it, it runs on.

        Repeating it changes nothing.
        """
        player = player_of(request)
        lifecycle.withdraw(player=player, dispute_id=dispute_id, now=timezone.now())
        return shown(player, dispute_id)


class CommentsView(Conditional):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="add_comment",
        summary="Comment on a dispute",
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
        lifecycle.comment(player=player, dispute_id=dispute_id, text=text, now=timezone.now())
        return shown(player, dispute_id, 201)
