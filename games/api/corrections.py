"""Correcting results of a competition, for its hosts."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.competitions import ADMIN_SCOPE
from games.api.disputes import WordsField
from games.api.dry_runs import DRY_RUN, is_dry_run
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.permissions import holds, player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.api.view import ApiView
from games.competitions import corrections
from games.competitions.audience import Competition
from games.competitions.corrections import ResultRuling
from games.competitions.cups import selectors as cups
from games.competitions.leagues import selectors as leagues
from games.competitions.standing_changes import RankAndPoints, StandingChange
from games.models import ResultCorrection

JUDGING_PROBLEMS: Final = (
    "only_the_host",
    "account_muted",
    "game_not_in_competition",
    "judges_own_game",
    "result_stands",
)
CORRECTION_PROBLEMS: Final = (
    *JUDGING_PROBLEMS,
    "game_still_runs",
    "corrected_already",
    "too_many_corrections",
    "places_impossible",
    "nothing_corrected",
    "text_missing",
    "message_too_long",
)


class ResultCorrectionSerializer(Facts):
    """A host's ruling on the places in a game, for the standings."""

    ranks = serializers.ListField(child=serializers.IntegerField(), help_text=_("By seat."))
    reason = serializers.CharField(help_text=_("Empty once its writer has been erased."))
    by = PlayerSerializer(allow_null=True, help_text=_("The host; null if it was an admin."))
    by_admin = serializers.BooleanField(help_text=_("By an admin, who does not host it."))
    created_at = serializers.DateTimeField()


def correction_field() -> ResultCorrectionSerializer:
    """Return the field for the correction of a game's result that is in force."""
    return ResultCorrectionSerializer(allow_null=True, help_text=_("What its host has decided; null where nothing."))


class CompetitionStandingSerializer(Facts):
    """Where somebody stands."""

    rank = serializers.IntegerField(help_text=_("1 is first."))
    points = serializers.IntegerField(allow_null=True, help_text=_("Match points; null in a knockout."))


class StandingChangeSerializer(Facts):
    """What a correction makes of somebody's standing."""

    player = PlayerSerializer(allow_null=True, help_text=_("Null where stand-ins play for the place."))
    before = CompetitionStandingSerializer()
    after = CompetitionStandingSerializer()


class CorrectionPreviewSerializer(Facts):
    changes = StandingChangeSerializer(many=True, help_text=_("Only of those whose standing changes."))


class CorrectionOrderSerializer(Facts):
    """A correction that is wanted."""

    ranks = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        min_length=2,
        max_length=6,
        help_text=_("By seat. Those who share a place have the same rank, and the next ranks are left out: 1, 1, 3."),
    )
    reason = WordsField(help_text=_("At most 500 characters. Everyone who can see the competition reads it."))


class _CorrectionView(ApiView):
    """The correction of a game's result in a cup or a league."""

    scopes: ClassVar = {"POST": "games:create", "DELETE": "games:create"}

    def correct(self, request: Request, competition: Competition, game_id: str) -> Response:
        host, as_admin = player_of(request), holds(request, ADMIN_SCOPE)
        ruling, now = _read_ruling(request, game_id), timezone.now()
        if is_dry_run(request):
            changes = corrections.preview(host=host, competition=competition, ruling=ruling, now=now, as_admin=as_admin)
            return Response({"changes": [_change_row(change) for change in changes]})
        row = corrections.correct(host=host, competition=competition, ruling=ruling, now=now, as_admin=as_admin)
        return Response(correction_row(row), status=201)

    def undo(self, request: Request, competition: Competition, game_id: str) -> Response:
        host, as_admin = player_of(request), holds(request, ADMIN_SCOPE)
        corrections.undo(host=host, competition=competition, game_id=game_id, now=timezone.now(), as_admin=as_admin)
        return Response(status=204)


class CupCorrectionView(_CorrectionView):
    @extend_schema(
        operation_id="correct_cup_result",
        summary="Correct a result in your cup",
        tags=["cups"],
        parameters=[DRY_RUN],
        request=CorrectionOrderSerializer,
        responses={
            200: CorrectionPreviewSerializer,
            201: ResultCorrectionSerializer,
            **problems("no_such_cup", *CORRECTION_PROBLEMS),
        },
    )
    def post(self, request: Request, cup_id: str, game_id: str) -> Response:
        """For its hosts, and for admins with the scope admin:rule.

        The game must be over, and they have no part in it. It counts in the standings alone; everyone who sat at the
        table gets an email. If an admin later rules on the game itself, the correction no longer counts.

        A dry run says what it would change in the standings.
        """
        return self.correct(request, cups.get(player_of(request), cup_id), game_id)

    @extend_schema(
        operation_id="undo_cup_correction",
        summary="Undo a correction in your cup",
        tags=["cups"],
        responses={204: None, **problems("no_such_cup", "no_correction", *JUDGING_PROBLEMS)},
    )
    def delete(self, request: Request, cup_id: str, game_id: str) -> Response:
        """Let the game count as it was played. Everyone at the table gets an email. Repeating it does nothing."""
        return self.undo(request, cups.get(player_of(request), cup_id), game_id)


class LeagueCorrectionView(_CorrectionView):
    @extend_schema(
        operation_id="correct_league_result",
        summary="Correct a result in your league",
        tags=["leagues"],
        parameters=[DRY_RUN],
        request=CorrectionOrderSerializer,
        responses={
            200: CorrectionPreviewSerializer,
            201: ResultCorrectionSerializer,
            **problems("no_such_league", *CORRECTION_PROBLEMS),
        },
    )
    def post(self, request: Request, league_id: str, game_id: str) -> Response:
        """As in a cup, until the next season begins. A dry run says what it would change in the standings."""
        return self.correct(request, leagues.get(player_of(request), league_id), game_id)

    @extend_schema(
        operation_id="undo_league_correction",
        summary="Undo a correction in your league",
        tags=["leagues"],
        responses={204: None, **problems("no_such_league", "no_correction", *JUDGING_PROBLEMS)},
    )
    def delete(self, request: Request, league_id: str, game_id: str) -> Response:
        """Let the game count as it was played. Everyone at the table gets an email. Repeating it does nothing."""
        return self.undo(request, leagues.get(player_of(request), league_id), game_id)


def _read_ruling(request: Request, game_id: str) -> ResultRuling:
    body = checked(CorrectionOrderSerializer, request)
    return ResultRuling(game_id=game_id, ranks=body["ranks"], reason=body["reason"])


def correction_row(row: ResultCorrection) -> Json:
    return {
        "ranks": row.ranks,
        "reason": row.reason,
        "by": None if row.by_admin else player_row(row.by),
        "by_admin": row.by_admin,
        "created_at": instant(row.created_at),
    }


def _change_row(change: StandingChange) -> Json:
    return {
        "player": player_row(change.player),
        "before": _standing_row(change.before),
        "after": _standing_row(change.after),
    }


def _standing_row(standing: RankAndPoints) -> Json:
    return {"rank": standing.rank, "points": standing.points}
