"""The Swiss system: everyone plays every round, against others with about as many points, and if possible nobody twice.

The criteria, in this order: nobody meets anyone again; nobody sits twice at a table with empty seats, or has two byes;
players who meet have about the same match points; among equals, the upper half meets the lower half.

**Two at a table.** This is a matching of least cost, by Edmonds' blossom algorithm (networkx), so no draw is better. If
the number of players is odd, the bye is another node to be matched.

**More at a table.** No library draws those, and finding the best draw takes too long: groups are cut from the order,
and two players change places as long as that makes the draw better; if somebody would still meet again, the same is
tried from other initial draws. There are no byes: some tables have one seat less, and they are the last ones.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple

import networkx

from games.competitions.cups.draws import RoundDraw, spread

AGAIN: Final = 10**12
EASED: Final = 10**11
APART: Final = 10**6
"""The costs of two players meeting again, of another empty seat at a player's table, and of differing points."""
TRIES: Final = 24
PAIR: Final = 2

Pair = frozenset[int]


class SwissField(NamedTuple):
    """The players of the next round, numbered from 0, ordered by match points and seed.

    `points` of each; `met`: how often pairs have met; `eased`: how often each had an empty seat at the table, or a bye.
    """

    points: Sequence[int]
    met: Mapping[Pair, int]
    eased: Sequence[int]


def paired(field: SwissField, seats: int) -> RoundDraw[int]:
    """Draw the next round."""
    count = len(field.points)
    if count <= seats:
        return RoundDraw([list(range(count))])
    return _draw_pairs(field) if seats == PAIR else _draw_groups(field, seats)


def _draw_pairs(field: SwissField) -> RoundDraw[int]:
    count = len(field.points)
    graph = networkx.Graph()
    for player, opponent in combinations(range(count), 2):
        graph.add_edge(
            player, opponent, weight=_meeting_cost(field, player, opponent) + abs(opponent - player - count // 2) ** 2
        )
    if count % 2:
        for player in range(count):
            graph.add_edge(player, count, weight=_bye_cost(field, player))
    pairs = [sorted(pair) for pair in networkx.min_weight_matching(graph)]
    tables = sorted(pair for pair in pairs if count not in pair)
    return RoundDraw(tables, [pair[0] for pair in pairs if count in pair])


def _bye_cost(field: SwissField, player: int) -> int:
    """Return the cost of a bye. It is least for the last player in the order who has had none."""
    behind = len(field.points) - 1 - player
    return field.eased[player] * EASED + (field.points[player] - min(field.points)) ** 2 * APART + behind**2


def _meeting_cost(field: SwissField, player: int, opponent: int) -> int:
    meetings = field.met.get(frozenset((player, opponent)), 0)
    return meetings**2 * AGAIN + (field.points[player] - field.points[opponent]) ** 2 * APART


def _draw_groups(field: SwissField, seats: int) -> RoundDraw[int]:
    sizes = _table_sizes(len(field.points), seats)
    best: list[list[int]] = []
    for beginning in _first_draws(field, sizes):
        tables = _improve(beginning, lambda table: _table_cost(field, table, seats))
        if not best or _total_cost(field, tables, seats) < _total_cost(field, best, seats):
            best = tables
        if _total_cost(field, best, seats) < EASED:
            break
    return RoundDraw([sorted(table) for table in best])


def _table_sizes(count: int, seats: int) -> list[int]:
    """Return the sizes of as few tables as possible, as equal as possible, largest first."""
    tables = -(-count // seats)
    least, more = divmod(count, tables)
    return [least + 1] * more + [least] * (tables - more)


def _first_draws(field: SwissField, sizes: Sequence[int]) -> list[list[list[int]]]:
    """Return draws to improve: a first round is spread by strength; others are cut from the order, also shifted."""
    order = list(range(len(field.points)))
    if len(set(field.points)) == 1 and not field.met:
        return [spread(order, sizes)]
    shifted = [order[by:] + order[:by] for by in range(min(TRIES, len(order)))]
    return [*[_cut_tables(players, sizes) for players in shifted], spread(order, sizes)]


def _cut_tables(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    rest = iter(players)
    return [[next(rest) for _ in range(size)] for size in sizes]


def _table_cost(field: SwissField, table: Sequence[int], seats: int) -> int:
    short = sum(field.eased[player] * EASED - field.points[player] for player in table) if len(table) < seats else 0
    return short + sum(_meeting_cost(field, player, opponent) for player, opponent in combinations(table, 2))


def _total_cost(field: SwissField, tables: Sequence[Sequence[int]], seats: int) -> int:
    return sum(_table_cost(field, table, seats) for table in tables)


def _improve(tables: list[list[int]], cost: Callable[[Sequence[int]], int]) -> list[list[int]]:
    """Swap two players between tables as long as that makes the draw cheaper."""
    draw = [list(table) for table in tables]
    while any(_swap_two(*combination, cost) for combination in combinations(draw, 2)):
        pass
    return draw


def _swap_two(table: list[int], other_table: list[int], cost: Callable[[Sequence[int]], int]) -> bool:
    """Swap the first pair of players between these tables for which that is cheaper; return whether there was any."""
    before = cost(table) + cost(other_table)
    for seat, other_seat in product(range(len(table)), range(len(other_table))):
        table[seat], other_table[other_seat] = other_table[other_seat], table[seat]
        if cost(table) + cost(other_table) < before:
            return True
        table[seat], other_table[other_seat] = other_table[other_seat], table[seat]
    return False
