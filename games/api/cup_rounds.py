"""The course of a cup: its players, rounds with their tables, and standings."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.codec import Json
from games.api.corrections import correction_field, correction_row
from games.api.forms import Facts
from games.api.instants import instant
from games.api.league_seasons import RESULT_STATES
from games.api.players import PlayerSerializer, player_row
from games.competitions import corrections
from games.competitions.cups import bracket, scores
from games.competitions.cups.course import CupCourse, CupTable, PlayedRound
from games.competitions.cups.scores import CupStanding, CupStatus
from games.models import Cup, CupEntrant, ResultCorrection

STATUSES: Final = [
    (CupStatus.IN.value, _("Plays on.")),
    (CupStatus.OUT.value, _("Plays no further round.")),
    (CupStatus.LEFT.value, _("Has left the cup, stayed away, or is suspended or erased; a stand-in has the seat.")),
    (CupStatus.WON.value, _("Has won.")),
]
WHYS: Final = [("", _("Has not left.")), *CupEntrant.Why.choices]


class CupEntrantSerializer(Facts):
    """Somebody who has entered."""

    player = PlayerSerializer()
    entered_at = serializers.DateTimeField()
    seed = serializers.IntegerField(
        allow_null=True, help_text=_("From 0, by rating, those without one last; null until the cup begins.")
    )
    instead_of = serializers.IntegerField(
        allow_null=True, help_text=_("The seed in whose place the player has come into the running cup.")
    )
    left_at = serializers.DateTimeField(allow_null=True, help_text=_("Since then no further round is played."))
    why = serializers.ChoiceField(WHYS, help_text=_("Why the player has left; being beaten is not leaving."))


class CupTableSerializer(Facts):
    number = serializers.IntegerField(help_text=_("In the round, counted from 1."))
    game = serializers.CharField(allow_null=True, help_text=_("Its id; null in the moments before it begins."))
    seeds = serializers.ListField(child=serializers.IntegerField(), help_text=_("Its players, by seat."))
    state = serializers.ChoiceField(RESULT_STATES)
    ranks = serializers.ListField(child=serializers.IntegerField(), help_text=_("By seat, where it ended with ranks."))
    correction = correction_field()


class CupRoundSerializer(Facts):
    """A round. It ends when all its tables are done, or when its time is over."""

    number = serializers.IntegerField(help_text=_("Counted from 1."))
    began_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(help_text=_("Games that still run then are ended by the points as they stand."))
    closed_at = serializers.DateTimeField(
        allow_null=True, help_text=_("When it ended. The next one begins a day later; until then a ruling counts.")
    )
    tables = CupTableSerializer(many=True)
    byes = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=_("Seeds of those without a game; unless it is a knockout, that counts as one won."),
    )
    goes_on = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text=_("Seeds of those who go on, of the final the winner's; null while the round is not closed."),
    )


class CupLineSerializer(Facts):
    """A line of the standings."""

    rank = serializers.IntegerField(help_text=_("Those who are level share one; so do all still in a knockout."))
    player = PlayerSerializer()
    seed = serializers.IntegerField()
    status = serializers.ChoiceField(STATUSES)
    rounds = serializers.IntegerField(help_text=_("In so many the player takes part, byes among them."))
    points = serializers.IntegerField(
        allow_null=True,
        help_text=_(
            "Match points: two for every opponent you finish ahead of, one for a shared place. An empty seat counts as "
            "an opponent you finish ahead of. Null in a knockout."
        ),
    )
    tie_breaks = serializers.DictField(
        child=serializers.IntegerField(), help_text=_("What each tie-break has counted, where one was needed.")
    )


def entrant_row(entrant: CupEntrant) -> Json:
    """Return a player who has entered."""
    return {
        "player": player_row(entrant.player),
        "entered_at": instant(entrant.entered_at),
        "seed": entrant.seed,
        "instead_of": entrant.instead_of,
        "left_at": instant(entrant.left_at),
        "why": entrant.why,
    }


def rounds_of(course: CupCourse) -> list[Json]:
    """Return all rounds, in order."""
    corrected = corrections.in_force(table.game.game_id for table in course.tables() if table.game.game_id)
    return [_round_row(course, played_round, corrected) for played_round in course.rounds]


def _round_row(course: CupCourse, played_round: PlayedRound, corrected: Mapping[str, ResultCorrection]) -> Json:
    advancing = bracket.went_on(course, played_round.round.number)
    return {
        "number": played_round.round.number,
        "began_at": instant(played_round.round.began_at),
        "ends_at": instant(played_round.round.ends_at),
        "closed_at": instant(played_round.round.closed_at),
        "tables": [_table_row(table, corrected.get(table.game.game_id or "")) for table in played_round.tables],
        "byes": list(played_round.byes),
        "goes_on": None if advancing is None else list(advancing),
    }


def _table_row(table: CupTable, correction: ResultCorrection | None) -> Json:
    return {
        "number": table.game.number,
        "game": table.game.game_id,
        "seeds": list(table.seeds),
        "state": table.result.how.value,
        "ranks": list(table.result.ranks),
        "correction": correction_row(correction) if correction else None,
    }


def standings_of(course: CupCourse) -> list[Json]:
    """Return a line of the standings for everyone, the best first."""
    return [_line_row(standing) for standing in scores.cup_standings(course)]


def _line_row(line: CupStanding) -> Json:
    return {
        "rank": line.rank,
        "player": player_row(line.entrant.player),
        "seed": line.entrant.seed,
        "status": line.status.value,
        "rounds": line.rounds,
        "points": line.points,
        "tie_breaks": {tie_break.value: value for tie_break, value in line.tie_breaks.items()},
    }


def tie_breaks_of(cup: Cup) -> list[str]:
    """Return the tie-breaks that apply in the cup."""
    return [tie_break.value for tie_break in scores.tie_breaks_of(cup)]
