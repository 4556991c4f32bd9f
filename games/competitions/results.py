"""Standings from the results of games. Pure: `played` reads the games.

**Match points.** You get two for every opponent you finish ahead of, and one for every opponent with whom you share a
place: so the first of four gets 6, the second 4, the third 2, the last none, and two who share the first place get 5
each. A game always distributes the same total. A game that a ruling has declared void counts as if all had shared the
first place: everyone has played the games that were promised. A game that all have left gives nobody anything. An empty
seat counts as an opponent whom everyone at the table finishes ahead of.

**Standings.** By match points; among equals by tie-breaks in order, each splitting those whom the previous ones left
equal. Contestants who are still equal share a rank, and keep the order in which they were passed.
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
"""A contestant, identified by any key of the competition's."""

AHEAD: Final = 2
LEVEL: Final = 1
"""Match points for each opponent: who finishes behind you, or level with you."""


class How(StrEnum):
    """How a game ended; RUNNING for one that has not."""

    RUNNING = "running"
    RANKED = "ranked"
    VOID = "void"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game: if it is RANKED, ranks (a shared rank means a shared place) and points by seat."""

    how: How
    ranks: Sequence[int] = ()
    points: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Match(Generic[C]):
    """A game: its contestants by seat, and its result. `empty` counts the empty seats."""

    seats: Sequence[C]
    result: Result
    empty: int = 0


def match_points(result: Result, seats: int, empty: int = 0) -> list[int]:
    """Return the match points of each occupied seat."""
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
    """The data of a tie-break: the games that are over, everyone's match points, the group that is equal so far."""

    games: Sequence[Match[C]]
    points: Mapping[C, int]
    group: frozenset[C]


class Measure(Protocol):
    """A tie-break's function that measures everyone in a group."""

    def __call__(self, tied: Tied[C]) -> Mapping[C, int]: ...


class MeasureOne(Protocol):
    """A tie-break's function that measures one contestant."""

    def __call__(self, contestant: C, tied: Tied[C]) -> int: ...


def _count_wins(contestant: C, tied: Tied[C]) -> int:
    return sum(
        rank == 1 for played, seat in _games_against(contestant, tied) for rank in played.result.ranks[seat : seat + 1]
    )


def _sum_margins(contestant: C, tied: Tied[C]) -> int:
    return sum(_points_behind(played.result, seat) for played, seat in _games_against(contestant, tied))


def _points_behind(result: Result, seat: int) -> int:
    """Return the points relative to the winner's, at most 0, since a seat that has left may have more."""
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
    """Return the opponents' match points, evened out between contestants with and without empty seats at their tables.

    An empty seat counts as an opponent with one's own points, as FIDE counts unplayed rounds (C.07). That alone is not
    fair: byes and short tables go to the last, whose opponents differ from those of players who end up level with them.
    So among contestants with equally many games, everyone with the same number of empty seats gets the same amount
    added or subtracted, so that their average is that of those with the fewest empty seats.
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
    """A tie-break between contestants with the same match points: more is better. `about` explains it to people."""

    label: Promise
    about: Promise
    measure: Measure

    def __new__(cls, tag: str, label: Promise, about: Promise, measure: Measure) -> "TieBreak":
        """Create a tie-break that carries its measure."""
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
"""The order of tie-breaks, unless a competition defines another."""


def in_order(names: Sequence[str], usual: Sequence[TieBreak] = USUAL) -> Sequence[TieBreak]:
    """Return the tie-breaks that a competition has chosen by name; the usual ones if it has chosen none."""
    by_name = {tie_break.value: tie_break for tie_break in TieBreak}
    return [by_name[name] for name in names] or usual


@dataclass(frozen=True, slots=True)
class Line(Generic[C]):
    """A line of the standings. `played`: games that are over. `tie_breaks` is empty if none was needed."""

    contestant: C
    rank: int
    points: int
    played: int
    tie_breaks: Mapping[TieBreak, int]


def standings(
    contestants: Sequence[C], games: Iterable[Match[C]], tie_breaks: Sequence[TieBreak] = USUAL
) -> list[Line[C]]:
    """Return everyone's line, best first. Running games do not count."""
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
"""The values of the tie-breaks computed so far, by contestant."""


def _split_group(
    group: Sequence[C],
    games: Sequence[Match[C]],
    points: Mapping[C, int],
    tie_breaks: Sequence[TieBreak],
    values_before: TieBreakValues[C],
) -> list[tuple[Sequence[C], TieBreakValues[C]]]:
    """Split the group into smaller ones, in order, as far as these tie-breaks can."""
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
    """Return groups of equal value, highest first; each keeps the given order."""
    ordered = sorted(contestants, key=value, reverse=True)
    return [list(group) for _value, group in groupby(ordered, key=value)]
