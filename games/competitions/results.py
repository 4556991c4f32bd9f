"""From the results of games to standings. Pure: `played` reads the games.

**Match points.** For every opponent you finish ahead of you get two, for every one you share a place with, one: so the
first of four gets 6, the second 4, the third 2, the last none, and two who share the first place get 5 each. A game
always gives away the same number. One that a ruling has declared void counts as if all had shared the first place:
everyone has played the games that were promised. One that all have left gives nobody anything. An empty seat counts as
an opponent whom everyone at the table finishes ahead of.

**Standings.** By match points; among equals by tie-breaks, each for those whom the ones before have left equal. Whoever
is still equal shares a rank, and keeps the order in which the contestants were given.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

C = TypeVar("C", bound=Hashable)
"""A contestant, by whatever key the competition uses."""

AHEAD: Final = 2
LEVEL: Final = 1
"""Match points for every opponent: behind you, or level with you."""


class How(StrEnum):
    """How a game ended; RUNNING for one that has not."""

    RUNNING = "running"
    RANKED = "ranked"
    VOID = "void"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game: ranks (a shared rank means a shared place) and points by seat, where it is RANKED."""

    how: How
    ranks: Sequence[int] = ()
    points: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Match(Generic[C]):
    """A game: its contestants by seat, and its result. `empty` counts the seats that nobody sat on."""

    seats: Sequence[C]
    result: Result
    empty: int = 0


def match_points(result: Result, seats: int, empty: int = 0) -> list[int]:
    """Return the match points of each seat that somebody sat on."""
    ranks = [1] * seats if result.how == How.VOID else result.ranks
    if result.how not in (How.RANKED, How.VOID):
        return [0] * seats
    return [sum(_points_against(own, other) for other in ranks) - LEVEL + AHEAD * empty for own in ranks]


def most(seats: int) -> int:
    """Return the match points of a winner."""
    return AHEAD * (seats - 1)


def _points_against(own: int, other: int) -> int:
    return LEVEL if own == other else AHEAD * (own < other)


class Tied(NamedTuple, Generic[C]):
    """What a tie-break looks at: the games that are over, everyone's match points, the group that is equal so far."""

    games: Sequence[Match[C]]
    points: Mapping[C, int]
    group: frozenset[C]


class Measure(Protocol):
    """How a tie-break is counted for everyone in a group."""

    def __call__(self, tied: Tied[C]) -> Mapping[C, int]: ...


class MeasureOne(Protocol):
    """How a tie-break is counted for one contestant."""

    def __call__(self, contestant: C, tied: Tied[C]) -> int: ...


def _count_wins(contestant: C, tied: Tied[C]) -> int:
    return sum(
        rank == 1 for played, seat in _games_against(contestant, tied) for rank in played.result.ranks[seat : seat + 1]
    )


def _sum_margins(contestant: C, tied: Tied[C]) -> int:
    return sum(_points_behind(played.result, seat) for played, seat in _games_against(contestant, tied))


def _points_behind(result: Result, seat: int) -> int:
    """Return the points behind the winner, at most 0: a seat that has left may hold more points, and gains nothing."""
    if result.how != How.RANKED:
        return 0
    best = result.points[list(result.ranks).index(min(result.ranks))]
    return min(0, result.points[seat] - best)


def _direct_points(contestant: C, tied: Tied[C]) -> int:
    """Return match points against the others of the group, in the games where they met."""
    return sum(
        _points_against(played.result.ranks[seat], played.result.ranks[other])
        for played, seat in _games_against(contestant, tied)
        if played.result.how == How.RANKED
        for other, opponent in enumerate(played.seats)
        if other != seat and opponent in tied.group
    )


def _measure_strength(tied: Tied[C]) -> dict[C, int]:
    """Return the opponents' match points, evened out between those who had empty seats and those who had none.

    An empty seat counts as an opponent with one's own points, as FIDE counts unplayed rounds (C.07). That alone is not
    level: byes and short tables are for the last, who have met others than those who come level with them in the end.
    So of those with as many games, all with as many empty seats get the same more or less: on average they then have
    what those with the fewest have.
    """
    strengths = {contestant: _opponents_points(contestant, tied) for contestant in tied.group}
    kinds = {contestant: _count_empty_seats(contestant, tied) for contestant in tied.group}
    by_kind: dict[tuple[int, int], list[int]] = {}
    for contestant, kind in kinds.items():
        by_kind.setdefault(kind, []).append(strengths[contestant])
    averages = {kind: Fraction(sum(members), len(members)) for kind, members in by_kind.items()}
    levels = {kind: averages[min(other for other in averages if other[0] == kind[0])] for kind in averages}
    return {
        contestant: strengths[contestant] + round(levels[kind] - averages[kind]) for contestant, kind in kinds.items()
    }


def _opponents_points(contestant: C, tied: Tied[C]) -> int:
    games = list(_games_against(contestant, tied))
    opponents = (opponent for played, seat in games for number, opponent in enumerate(played.seats) if number != seat)
    for_empty_seats = sum(played.empty for played, _seat in games) * tied.points[contestant]
    return for_empty_seats + sum(tied.points.get(opponent, 0) for opponent in opponents)


def _count_empty_seats(contestant: C, tied: Tied[C]) -> tuple[int, int]:
    """Return the number of games, and of empty seats at their tables."""
    empty = [played.empty for played, _seat in _games_against(contestant, tied)]
    return len(empty), sum(empty)


def _games_against(contestant: C, tied: Tied[C]) -> Iterable[tuple[Match[C], int]]:
    return ((game, seat) for game in tied.games for seat, sits in enumerate(game.seats) if sits == contestant)


def _for_each(measure_one: MeasureOne) -> Measure:
    def measure(tied: Tied[C]) -> dict[C, int]:
        return {contestant: measure_one(contestant, tied) for contestant in tied.group}

    return measure


class _Traits(NamedTuple):
    tag: str
    label: Promise
    about: Promise
    measure: Measure


class TieBreak(StrEnum):
    """What decides between contestants with the same match points: more is better. `about` explains it to people."""

    label: Promise
    about: Promise
    measure: Measure

    def __new__(cls, tag: str, label: Promise, about: Promise, measure: Measure) -> "TieBreak":
        """Make a tie-break that knows how it is counted."""
        tie_break = str.__new__(cls, tag)
        tie_break._value_, tie_break.label, tie_break.about, tie_break.measure = tag, label, about, measure
        return tie_break

    WINS = _Traits("wins", _("Wins"), _("Games finished first; a shared first place counts."), _for_each(_count_wins))
    DIRECT = _Traits(
        "direct",
        _("Direct"),
        _("Match points against the players who are level, in the games where they met."),
        _for_each(_direct_points),
    )
    MARGIN = _Traits(
        "margin",
        _("Margin"),
        _("Game points behind the winner of each game, added up."),
        _for_each(_sum_margins),
    )
    STRENGTH = _Traits(
        "strength",
        _("Strength"),
        _(
            "Match points of everyone met, counted once for each game together. An empty seat has your own points, and "
            "then players with byes or empty seats are put level, on average, with the others."
        ),
        _measure_strength,
    )


USUAL: Final = (TieBreak.WINS, TieBreak.DIRECT, TieBreak.MARGIN, TieBreak.STRENGTH)
"""The order of tie-breaks unless a competition says otherwise."""


@dataclass(frozen=True, slots=True)
class Line(Generic[C]):
    """A line of the standings. `played`: games that are over. `tie_breaks` are empty where none was needed."""

    contestant: C
    rank: int
    points: int
    played: int
    tie_breaks: Mapping[TieBreak, int]


def standings(
    contestants: Sequence[C], games: Iterable[Match[C]], tie_breaks: Sequence[TieBreak] = USUAL
) -> list[Line[C]]:
    """Return everyone's line, the best first. Games that are running count for nothing yet."""
    finished = [game for game in games if game.result.how != How.RUNNING]
    points = dict.fromkeys(contestants, 0)
    played = dict.fromkeys(contestants, 0)
    for game in finished:
        gains = match_points(game.result, len(game.seats), game.empty)
        for contestant, gain in zip(game.seats, gains, strict=True):
            if contestant in points:
                points[contestant] += gain
                played[contestant] += 1
    lines: list[Line[C]] = []
    for level in _group_equal(contestants, points.__getitem__):
        for group, values in _split_group(level, finished, points, tie_breaks, {}):
            rank = len(lines) + 1
            lines += [
                Line(contestant, rank, points[contestant], played[contestant], values[contestant])
                for contestant in group
            ]
    return lines


TieBreakValues = dict[C, dict[TieBreak, int]]
"""The values of the tie-breaks counted so far, by contestant."""


def _split_group(
    group: Sequence[C],
    games: Sequence[Match[C]],
    points: Mapping[C, int],
    tie_breaks: Sequence[TieBreak],
    values_before: TieBreakValues[C],
) -> list[tuple[Sequence[C], TieBreakValues[C]]]:
    """Split the group into smaller ones, in their order, as far as these tie-breaks can."""
    values: TieBreakValues[C] = {contestant: values_before.get(contestant, {}) for contestant in group}
    if len(group) == 1 or not tie_breaks:
        return [(group, values)]
    tied = Tied(games, points, frozenset(group))
    measures = tie_breaks[0].measure(tied)
    values = {contestant: {**values[contestant], tie_breaks[0]: measures[contestant]} for contestant in group}
    return [
        part
        for smaller in _group_equal(group, measures.__getitem__)
        for part in _split_group(smaller, games, points, tie_breaks[1:], values)
    ]


def _group_equal(contestants: Iterable[C], value: Callable[[C], int]) -> list[list[C]]:
    """Return groups of the same value, the highest first; inside them the order stays."""
    ordered = sorted(contestants, key=value, reverse=True)
    return [list(group) for _value, group in groupby(ordered, key=value)]
