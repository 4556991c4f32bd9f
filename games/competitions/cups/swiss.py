"""The Swiss system: everyone plays every round, against others with about as many points, and nobody twice if it can be
helped.

What counts, in this order: nobody meets anyone again; nobody sits twice at a table with empty seats, or has two byes;
those who meet have about the same match points; among equals, the upper half meets the lower half.

**Two at a table.** That is a matching of least cost, by Edmonds' blossom algorithm (networkx), so no draw is better. If
the number is odd, the bye is one more to be matched with.

**More at a table.** No library draws those, and the best draw cannot be found in time: groups are cut from the
standings, and two players change places as long as that makes the draw better; if somebody would still meet again, the
same is tried from other beginnings. There are no byes: some tables have a seat less, and they are the last ones.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple

import networkx

from games.competitions.cups.draws import RoundDraw, spread

AGAIN: Final = 10**12
EASED: Final = 10**11
APART: Final = 10**6
"""What it costs that two meet again, that a player has an empty seat at the table again, and each point between two."""
TRIES: Final = 24
PAIR: Final = 2

Pair = frozenset[int]


class SwissField(NamedTuple):
    """Those who play the round, as numbers from 0 in the order of the standings.

    `points` of each; `met`: how often pairs have met; `eased`: how often each had an empty seat at the table, or a bye.
    """

    points: Sequence[int]
    met: Mapping[Pair, int]
    eased: Sequence[int]


def paired(field: SwissField, seats: int) -> RoundDraw[int]:
    """The next round."""
    count = len(field.points)
    if count <= seats:
        return RoundDraw([list(range(count))])
    return _pairs(field) if seats == PAIR else _groups(field, seats)


def _pairs(field: SwissField) -> RoundDraw[int]:
    count = len(field.points)
    graph = networkx.Graph()
    for one, other in combinations(range(count), 2):
        graph.add_edge(one, other, weight=_apart(field, one, other) + abs(other - one - count // 2) ** 2)
    if count % 2:
        for one in range(count):
            graph.add_edge(one, count, weight=_bye(field, one))
    found = [sorted(pair) for pair in networkx.min_weight_matching(graph)]
    tables = sorted(pair for pair in found if count not in pair)
    return RoundDraw(tables, [pair[0] for pair in found if count in pair])


def _bye(field: SwissField, one: int) -> int:
    """It is for the last in the standings who has had none."""
    behind = len(field.points) - 1 - one
    return field.eased[one] * EASED + (field.points[one] - min(field.points)) ** 2 * APART + behind**2


def _apart(field: SwissField, one: int, other: int) -> int:
    again = field.met.get(frozenset((one, other)), 0)
    return again**2 * AGAIN + (field.points[one] - field.points[other]) ** 2 * APART


def _groups(field: SwissField, seats: int) -> RoundDraw[int]:
    sizes = _sizes(len(field.points), seats)
    best: list[list[int]] = []
    for beginning in _beginnings(field, sizes):
        tables = _improved(beginning, lambda table: _cost(field, table, seats))
        if not best or _whole(field, tables, seats) < _whole(field, best, seats):
            best = tables
        if _whole(field, best, seats) < EASED:
            break
    return RoundDraw([sorted(table) for table in best])


def _sizes(count: int, seats: int) -> list[int]:
    """As few tables as possible, as equal as possible, the largest first."""
    tables = -(-count // seats)
    least, more = divmod(count, tables)
    return [least + 1] * more + [least] * (tables - more)


def _beginnings(field: SwissField, sizes: Sequence[int]) -> list[list[list[int]]]:
    """The first draw: the best apart. Later: cut from the standings, or from the standings shifted by some places."""
    order = list(range(len(field.points)))
    if len(set(field.points)) == 1 and not field.met:
        return [spread(order, sizes)]
    shifted = [order[by:] + order[:by] for by in range(min(TRIES, len(order)))]
    return [*[_cut(players, sizes) for players in shifted], spread(order, sizes)]


def _cut(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    rest = iter(players)
    return [[next(rest) for _ in range(size)] for size in sizes]


def _cost(field: SwissField, table: Sequence[int], seats: int) -> int:
    short = sum(field.eased[one] * EASED - field.points[one] for one in table) if len(table) < seats else 0
    return short + sum(_apart(field, one, other) for one, other in combinations(table, 2))


def _whole(field: SwissField, tables: Sequence[Sequence[int]], seats: int) -> int:
    return sum(_cost(field, table, seats) for table in tables)


def _improved(tables: list[list[int]], cost: Callable[[Sequence[int]], int]) -> list[list[int]]:
    """Two change places as long as it helps."""
    now = [list(table) for table in tables]
    while any(_swapped(*combination, cost) for combination in combinations(now, 2)):
        pass
    return now


def _swapped(one: list[int], other: list[int], cost: Callable[[Sequence[int]], int]) -> bool:
    """Whether two of these tables have changed places."""
    before = cost(one) + cost(other)
    for here, there in product(range(len(one)), range(len(other))):
        one[here], other[there] = other[there], one[here]
        if cost(one) + cost(other) < before:
            return True
        one[here], other[there] = other[there], one[here]
    return False
