"""Which division each player belongs to, promotion and relegation. Pure.

The ladder is everyone in one order, best first; divisions are cut from it. After a season every level lists first the
relegated players, then those who stay, then the promoted ones, each of these groups by rank. If players have left for
good, those below move up. Newcomers come last.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

C = TypeVar("C", bound=Hashable)

FEWEST, LARGEST = 4, 30
PROMOTED, STAYS, RELEGATED = "promoted", "stays", "relegated"

UP: Final = -1
DOWN: Final = 1


class Finish(NamedTuple):
    """How a player ended a season: the level, the outcome, and the rank there."""

    level: int
    outcome: str
    rank: int


def fewest(seats: int) -> int:
    """Return how many players a division needs, and so a league, whose tables have this many seats."""
    return max(FEWEST, seats)


def sizes(players: int, size: int, seats: int) -> list[int]:
    """Return the sizes of the divisions, highest first; empty if there are too few players for one.

    All have `size` players but for what is left over: a division of its own if it is at least half as large, or else
    part of the last one. Where that would have more than 30 players, two are made of it.
    """
    if players < fewest(seats):
        return []
    full, rest = divmod(players, size)
    if not full or not rest:
        return [size] * full or [players]
    if rest >= max(size / 2, fewest(seats)):
        return [size] * full + [rest]
    last = size + rest
    return [size] * (full - 1) + ([last] if last <= LARGEST else [last - last // 2, last // 2])


def divisions(ladder: Sequence[C], size: int, seats: int) -> list[list[C]]:
    """Return the ladder, cut into divisions."""
    parts: list[list[C]] = []
    start = 0
    for count in sizes(len(ladder), size, seats):
        parts.append(list(ladder[start : start + count]))
        start += count
    return parts


def ladder(finished: Mapping[C, Finish], newcomers: Iterable[C]) -> list[C]:
    """Return everyone in order: last season's players by how they finished, then the newcomers in their order."""
    return [*sorted(finished, key=lambda player: _rung(finished[player])), *newcomers]


def _rung(finish: Finish) -> tuple[int, int, int]:
    """Return a sort key: the player's new level; within it, the relegated, those who stay, then the promoted."""
    if finish.outcome == PROMOTED:
        return finish.level + UP, 2, finish.rank
    if finish.outcome == RELEGATED:
        return finish.level + DOWN, 0, finish.rank
    return finish.level, 1, finish.rank


def outcomes(ranking: Sequence[C], vacant: Collection[C], movers: int, *, highest: bool, lowest: bool) -> dict[C, str]:
    """Return the outcome of a season for each place of a division, best first.

    Exactly `movers` places are promoted, none of them vacant, and as many relegated; none are promoted from the highest
    division, or relegated from the lowest.
    """
    risers = [] if highest else [place for place in ranking if place not in vacant][:movers]
    fallers = [] if lowest else [place for place in ranking if place not in risers][-movers:]
    moved = dict.fromkeys(risers, PROMOTED) | dict.fromkeys(fallers, RELEGATED)
    return {place: moved.get(place, STAYS) for place in ranking}
