"""Draws: who meets whom in a round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

C = TypeVar("C")
"""A player, identified by any key of the caller's."""


@dataclass(frozen=True, slots=True)
class RoundDraw(Generic[C]):
    """A round: its tables, and the players who advance without a game."""

    tables: Sequence[Sequence[C]]
    byes: Sequence[C] = ()


def spread(players: Sequence[C], sizes: Sequence[int]) -> list[list[C]]:
    """Distribute players to tables of these sizes, so that the best are apart and all tables are about equally strong.

    Players come best first, and are dealt along the tables and back again, like a snake.
    """
    tables: list[list[C]] = [[] for _ in sizes]
    rest = iter(players)
    for row in range(max(sizes, default=0)):
        open_tables = [table for table, size in zip(tables, sizes, strict=True) if size > row]
        for table in reversed(open_tables) if row % 2 else open_tables:
            table.append(next(rest))
    return tables
