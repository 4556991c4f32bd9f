"""The standings of a cup. Pure.

**Knockout.** Players are ranked by the round they reached, then by their place at their last table. Players who have
left the cup come after those who were beaten in the same round.

**Swiss.** By match points, then by tie-breaks. An empty seat at a table counts as an opponent you finish ahead of, so
that small tables are no disadvantage, and for tie-breaks as one with your own points (as FIDE's C.07 counts unplayed
rounds), evened out (`games.competitions.results`); a bye counts as a table without opponents. Direct games and wins
come last: players with a bye were low because of lost games, which would count twice. Players who have left the cup
come last.

**Round robin.** As in the Swiss system, but direct games come first, since all have met.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import Final

from games.competitions.cups import bracket
from games.competitions.cups.course import CupCourse
from games.competitions.cups.swiss import SwissField
from games.competitions.results import How, Line, Match, Result, TieBreak, in_order, standings
from games.models import Cup, CupEntrant

USUAL: Final = {
    Cup.Kind.KNOCKOUT: (),
    Cup.Kind.SWISS: (TieBreak.STRENGTH, TieBreak.MARGIN, TieBreak.DIRECT, TieBreak.WINS),
    Cup.Kind.ROUND_ROBIN: (TieBreak.DIRECT, TieBreak.WINS, TieBreak.MARGIN, TieBreak.STRENGTH),
}
BYE: Final = Result(How.RANKED, (1,), (0,))


class CupStatus(StrEnum):
    """A player's status in a cup that has begun; OUT means no further round."""

    IN = "in"
    OUT = "out"
    LEFT = "left"
    WON = "won"


@dataclass(frozen=True, slots=True)
class CupStanding:
    """A line of the standings. `rounds` counts those in which the player takes part, including byes. Only Swiss cups
    have `points` and `tie_breaks`.
    """

    entrant: CupEntrant
    rank: int
    status: CupStatus
    rounds: int
    points: int | None = None
    tie_breaks: Mapping[TieBreak, int] = field(default_factory=dict)


def cup_standings(course: CupCourse) -> list[CupStanding]:
    """Return everyone's line, best first. Empty before the cup begins."""
    if course.last is None:
        return []
    rounds = Counter(seed for played_round in course.rounds for seed in played_round.seeds)
    inside = bracket.still_in(course)
    lines = {} if course.cup.is_knockout else {line.contestant: line for line in lines_of(course)}
    cup_lines = []
    for rank, seed in _rank_seeds(course, inside, lines):
        line, status = lines.get(seed), _status_of(course, seed, rank, inside)
        points, tie_breaks = (line.points, line.tie_breaks) if line else (None, {})
        cup_lines.append(CupStanding(course.players[seed], rank, status, rounds[seed], points, tie_breaks))
    return cup_lines


def tie_breaks_of(cup: Cup) -> Sequence[TieBreak]:
    """Return the tie-breaks that apply in the cup, in order; a knockout has none."""
    usual = USUAL[Cup.Kind(cup.kind)]
    return in_order(cup.tie_breaks, usual) if usual else usual


def _status_of(course: CupCourse, seed: int, rank: int, inside: Collection[int]) -> CupStatus:
    if course.has_left(seed):
        return CupStatus.LEFT
    if seed not in inside:
        return CupStatus.OUT
    if course.cup.state == Cup.State.OVER:
        return CupStatus.WON if rank == 1 else CupStatus.OUT
    return CupStatus.IN


def _rank_seeds(course: CupCourse, inside: Collection[int], lines: Mapping[int, Line[int]]) -> list[tuple[int, int]]:
    """Return everyone's rank and seed, best first; equal players share a rank.

    Those in whose place others play come last, so that the others are ranked among as many as there are places.
    """
    keys = {
        seed: (
            seed in course.heirs,
            *((course.has_left(seed), lines[seed].rank) if lines else _how_far(course, seed, inside)),
        )
        for seed in sorted(course.players)
    }
    ordered = sorted(keys, key=keys.__getitem__)
    in_order = [keys[seed] for seed in ordered]
    return [(in_order.index(keys[seed]) + 1, seed) for seed in ordered]


def _how_far(course: CupCourse, seed: int, inside: Collection[int]) -> tuple[int, int, int]:
    """Return a sort key, lower for those who came further. Players who are still in have come furthest.

    Whoever was swapped for another in the first round is in no round any more: they got no further than that one.
    """
    if seed in inside:
        return -len(course.rounds) - 1, 0, 0
    lineage = set(course.lineage(seed))
    reached = max((played.round.number for played in course.rounds if lineage & set(played.seeds)), default=1)
    seats = ((bracket.places(table), table.seeds) for table in course.rounds[reached - 1].tables)
    places = (place for ranks, seeds in seats for place, other in zip(ranks, seeds, strict=True) if other in lineage)
    return -reached, course.has_left(seed), next(places, 0)


def lines_of(course: CupCourse) -> list[Line[int]]:
    """Return the standings by points alone, including players who have left."""
    return standings(sorted(course.players), list(_list_matches(course)), tie_breaks_of(course.cup))


def _list_matches(course: CupCourse) -> Iterator[Match[int]]:
    for played_round in course.rounds:
        for seed in played_round.byes:
            yield Match((seed,), BYE, empty=course.cup.seats - 1)
        for table in played_round.tables:
            yield Match(table.seeds, table.result, empty=course.cup.seats - len(table.seeds))


def field_of(course: CupCourse) -> tuple[list[int], SwissField]:
    """Return the seeds of the players of the next round, in the order of the draw, and the data to pair them by.

    The order is by match points and seeds, as FIDE draws rounds: if it were by tie-breaks, byes would go to those who
    are behind in them, and keep them behind.
    """
    lines = standings(sorted(course.players), list(_list_matches(course)), ())
    lines = [line for line in lines if not course.has_left(line.contestant)]
    order = [line.contestant for line in lines]
    place_of = {seed: place for place, seed in enumerate(order)}
    met: Counter[frozenset[int]] = Counter()
    eased = Counter(seed for played_round in course.rounds for seed in played_round.byes)
    for table in course.tables():
        present = [seed for seed in table.seeds if seed in place_of]
        met.update(frozenset((place_of[seed], place_of[opponent])) for seed, opponent in combinations(present, 2))
        eased.update(present if len(table.seeds) < course.cup.seats else ())
    return order, SwissField([line.points for line in lines], met, [eased[seed] for seed in order])
