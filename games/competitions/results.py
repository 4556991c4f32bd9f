"""From the results of games to standings. Pure: whoever reads the games is in `played`.

**Match points.** For every opponent you finish ahead of you get two, for every one you share a place with, one: so the
first of four gets 6, the second 4, the third 2, the last none, and two who share the first place get 5 each. A game
always gives away the same number. One that a ruling has declared void counts as if all had shared the first place:
everyone has played the games that were promised. One that all have left gives nobody anything. An empty seat counts as
an opponent whom everyone at the table finishes ahead of.

**Standings.** By match points; among equals by tie-breaks, each for those whom the ones before have left equal. Who is
still equal shares a rank, and keeps the order in which the contestants were given.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

C = TypeVar("C", bound=Hashable)
"""A contestant: whatever the competition tells them apart by."""

AHEAD: Final = 2
LEVEL: Final = 1
"""Match points, for every opponent."""


class How(StrEnum):
    """How a game ended; RUNNING for one that has not."""

    RUNNING = "running"
    RANKED = "ranked"
    VOID = "void"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a game: ranks (a shared rank means a shared place) and points by seat, where it is RANKED."""

    how: How
    ranks: Sequence[int] = ()
    points: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Match(Generic[C]):
    """A game: who sat at it, by seat, and what came of it. `empty`: so many seats nobody sat on."""

    seats: Sequence[C]
    result: Result
    empty: int = 0


def match_points(result: Result, seats: int, empty: int = 0) -> list[int]:
    """Return what each of the seats gets that somebody sat on."""
    ranks = [1] * seats if result.how == How.VOID else result.ranks
    if result.how not in (How.RANKED, How.VOID):
        return [0] * seats
    return [sum(_against(own, other) for other in ranks) - LEVEL + AHEAD * empty for own in ranks]


def most(seats: int) -> int:
    """The match points of a winner."""
    return AHEAD * (seats - 1)


def _against(own: int, other: int) -> int:
    return LEVEL if own == other else AHEAD * (own < other)


class Tied(NamedTuple):
    """What a tie-break looks at: the games that are over, everyone's match points, the group that is equal so far."""

    games: Sequence[Match[Any]]
    points: Mapping[Any, int]
    group: frozenset[Any]


def _wins(contestant: Hashable, tied: Tied) -> int:
    return sum(
        rank == 1 for played, seat in _games_against(contestant, tied) for rank in played.result.ranks[seat : seat + 1]
    )


def _margin(contestant: Hashable, tied: Tied) -> int:
    return sum(_behind(played.result, seat) for played, seat in _games_against(contestant, tied))


def _behind(result: Result, seat: int) -> int:
    """A seat that has left its game may hold more points than the winner: that gains it nothing."""
    if result.how != How.RANKED:
        return 0
    best = result.points[list(result.ranks).index(min(result.ranks))]
    return min(0, result.points[seat] - best)


def _direct(contestant: Hashable, tied: Tied) -> int:
    """Match points against the others of the group, in the games where they met."""
    return sum(
        _against(played.result.ranks[seat], played.result.ranks[other])
        for played, seat in _games_against(contestant, tied)
        if played.result.how == How.RANKED
        for other, opponent in enumerate(played.seats)
        if other != seat and opponent in tied.group
    )


def _strength(contestant: Hashable, tied: Tied) -> int:
    """An empty seat counts as an opponent with the contestant's own points, as FIDE counts an unplayed round (C.07)."""
    games = list(_games_against(contestant, tied))
    met = (one for played, seat in games for number, one in enumerate(played.seats) if number != seat)
    nobody = sum(played.empty for played, _seat in games) * tied.points[contestant]
    return nobody + sum(tied.points.get(one, 0) for one in met)


def _games_against(contestant: Hashable, tied: Tied) -> Iterable[tuple[Match[Any], int]]:
    return ((game, seat) for game in tied.games for seat, sits in enumerate(game.seats) if sits == contestant)


class _Traits(NamedTuple):
    tag: str
    label: Promise
    about: Promise
    value: Callable[[Hashable, Tied], int]


class TieBreak(StrEnum):
    """What parts two with the same match points: more is better. `about` says it to people."""

    label: Promise
    about: Promise
    of: Callable[[Hashable, Tied], int]

    def __new__(cls, *traits: Any) -> "TieBreak":
        """A tie-break with how it is counted."""
        tie_break = str.__new__(cls, traits[0])
        tie_break._value_, tie_break.label, tie_break.about, tie_break.of = traits
        return tie_break

    WINS = _Traits("wins", _("Wins"), _("Games finished first; a shared first place counts."), _wins)
    DIRECT = _Traits(
        "direct",
        _("Direct"),
        _("Match points against the players who are level, in the games where they met."),
        _direct,
    )
    MARGIN = _Traits("margin", _("Margin"), _("Game points behind the winner of each game, added up."), _margin)
    STRENGTH = _Traits(
        "strength",
        _("Strength"),
        _("Match points of everyone met, counted once for each game together. An empty seat has your own points."),
        _strength,
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
    """Everyone's place, the best first. Games that are running count for nothing yet."""
    over = [one for one in games if one.result.how != How.RUNNING]
    points = dict.fromkeys(contestants, 0)
    played = dict.fromkeys(contestants, 0)
    for game in over:
        for one, won in zip(game.seats, match_points(game.result, len(game.seats), game.empty), strict=True):
            if one in points:
                points[one] += won
                played[one] += 1
    lines: list[Line[C]] = []
    for level in _equal(contestants, points.__getitem__):
        for group, told in _parted(level, over, points, tie_breaks, {}):
            rank = len(lines) + 1
            lines += [Line(one, rank, points[one], played[one], told[one]) for one in group]
    return lines


Told = dict[Any, dict[TieBreak, int]]
"""What the tie-breaks have said of each so far."""


def _parted(
    group: Sequence[C], games: Sequence[Match[C]], points: Mapping[C, int], left: Sequence[TieBreak], said: Told
) -> list[tuple[Sequence[C], Told]]:
    """The group in smaller ones, in their order, as far as these tie-breaks can part them."""
    told: Told = {one: said.get(one, {}) for one in group}
    if len(group) == 1 or not left:
        return [(group, told)]
    tied = Tied(games, points, frozenset(group))
    values = {one: left[0].of(one, tied) for one in group}
    told = {one: {**told[one], left[0]: values[one]} for one in group}
    return [
        part
        for smaller in _equal(group, values.__getitem__)
        for part in _parted(smaller, games, points, left[1:], told)
    ]


def _equal(contestants: Iterable[C], value: Callable[[C], int]) -> list[list[C]]:
    """Groups of the same value, the highest first; inside them the order stays."""
    ordered = sorted(contestants, key=value, reverse=True)
    return [list(group) for _value, group in groupby(ordered, key=value)]
