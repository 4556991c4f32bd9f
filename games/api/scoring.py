"""The final scoring of a game that is over, for programs."""

from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from engine.boards import Board
from engine.codec import Json
from engine.parts.network import routes_in
from games.api.conditional import not_modified
from games.api.fields import SeatField
from games.api.forms import Facts
from games.api.games.of_game import OfGame
from games.api.games.standings import RANK, REASONS
from games.api.permissions import AnyoneReads, reader_of
from games.api.schema import problems
from games.api.unions import ref
from games.errors import Refused
from games.etags import etag, headers, is_fresh
from games.lobby.visible import seen_by
from games.presentation.replay import timeline
from games.presentation.scoring.final_score import FinalScore, SeatScore, final_score
from games.ratings.changes import changes_of
from games.table import store

BEHIND: Final = [
    ("left", _("its player left the game")),
    ("points", _("points")),
    ("completed", _("completed tickets")),
    ("longest_path", _("the longest continuous path")),
    ("stations", _("the fewest stations built")),
    ("big_cities", _("bonuses for big cities")),
]


@extend_schema_field(ref("RouteId"))
class RouteField(serializers.CharField):
    """A route of the board."""


class MissingRouteSerializer(Facts):
    """A route that a ticket lacked."""

    route = RouteField()
    seat = SeatField(allow_null=True, help_text=_("Who holds it; null if nobody does."))


class ScoringLineSerializer(Facts):
    """A line of the final scoring, for one or several lines of the ledger."""

    reason = serializers.ChoiceField(REASONS, help_text=_("What the points are for; for each, what “subjects” name."))
    points = serializers.IntegerField(help_text=_("A ticket that was not completed has a minus."))
    total = serializers.IntegerField(help_text=_("The sum so far. The last line has the seat's points."))
    subjects = serializers.ListField(child=serializers.CharField(), help_text=_("As in the ledger, each once."))
    routes = serializers.ListField(
        child=RouteField(), help_text=_("Its routes: the path's, or the ticket's, with those that the seat borrowed.")
    )
    missing = MissingRouteSerializer(
        many=True, help_text=_("The fewest further spaces that would have completed the ticket.")
    )


class BehindSerializer(Facts):
    """What put a seat below another."""

    seat = SeatField(help_text=_("The seat ranked next above."))
    by = serializers.ChoiceField(
        BEHIND, allow_null=True, help_text=_("The first thing in which it was ahead; null if they share the rank.")
    )


class RatingChangeSerializer(Facts):
    """A player's rating before and after the game."""

    before = serializers.IntegerField()
    after = serializers.IntegerField()


class SeatScoringSerializer(Facts):
    """How a seat's points add up."""

    seat = SeatField()
    rank = serializers.IntegerField(allow_null=True, help_text=RANK)
    points = serializers.IntegerField()
    completed = serializers.IntegerField(help_text=_("Tickets completed."))
    behind = BehindSerializer(allow_null=True, help_text=_("Null for the first, and in a game without ranks."))
    lines = ScoringLineSerializer(many=True, help_text=_("In the order of scoring; completed tickets come first."))
    rating = RatingChangeSerializer(
        allow_null=True, help_text=_("Null if the game does not count for the player, or is not counted yet.")
    )


class TurningPointSerializer(Facts):
    """Where the winner took the lead for good."""

    entry = serializers.IntegerField()
    seat = SeatField(help_text=_("The winner."))
    passed = serializers.ListField(
        child=SeatField(), help_text=_("Who had been ahead; nobody where the best were level.")
    )
    in_scoring = serializers.BooleanField(help_text=_("It was the final scoring, not a move."))


class FinalScoringSerializer(Facts):
    """The final scoring. Tickets, their completion and points are open once a game has been scored."""

    seats = SeatScoringSerializer(many=True, help_text=_("The best first."))
    turning_point = TurningPointSerializer(
        allow_null=True, help_text=_("Null if nobody won alone, or only the final scoring gave points.")
    )


class FinalScoringView(OfGame):
    permission_classes = (AnyoneReads,)
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="get_final_scoring",
        summary="See how a game was scored",
        tags=["games"],
        responses={200: FinalScoringSerializer, **problems("game_not_ended")},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """How each seat's points add up: routes, each ticket with its fate, bonuses. For a game that is over."""
        game, seats, turns, _own = seen_by(reader_of(request), game_id)
        if not game.head or game.ended_at is None:
            raise Refused("game_not_ended", game_status=game.status)
        changes = changes_of(game)
        tag = etag("scoring", game.id, game.head, *map(str, changes.items()))
        if is_fresh(request.headers, tag):
            return not_modified(tag)
        table = store.load(game, seats, turns)
        line = timeline.make(len(seats), store.log_for(game, None))
        score = final_score(seats, engine.final_scoring(table.state), line, changes)
        return Response(scoring_row(score, table.state.rules.board), headers=headers(tag))


def scoring_row(score: FinalScore, board: Board) -> Json:
    point = score.turning_point
    return {
        "seats": [_seat_row(seat, board) for seat in score.seats],
        "turning_point": point
        and {"entry": point.entry, "seat": point.seat, "passed": list(point.passed), "in_scoring": point.in_scoring},
    }


def _seat_row(seat: SeatScore, board: Board) -> Json:
    scoring = seat.scoring
    return {
        "seat": scoring.seat,
        "rank": scoring.rank,
        "points": scoring.points,
        "completed": scoring.completed,
        "behind": scoring.behind and scoring.behind._asdict(),
        "lines": [_line_row(reason, line, total, board) for reason, line, total in scoring.lines],
        "rating": seat.rating and seat.rating._asdict(),
    }


def _line_row(reason: str, line: engine.ScoringLine, total: int, board: Board) -> Json:
    return {
        "reason": reason,
        "points": line.points,
        "total": total,
        "subjects": list(dict.fromkeys(line.subjects)),
        "routes": [board.routes[route].slug for route in routes_in(line.routes)],
        "missing": [{"route": board.routes[lost.route].slug, "seat": lost.holder} for lost in line.missing],
    }
