"""Knockout: the first few advance from each table, until one table is left, whose winner wins the cup.

The numbers work out: a round leads to a number of players from which all tables are full up to the final. With two at
a table these are 2, 4, 8 ...; with four, of whom two advance, 4, 8, 16 ... Players above such a number are eliminated
in the first round, at as few tables as possible, and the best seeds have a bye there.
"""

from collections.abc import Sequence
from typing import Final

from games.competitions.cups.draws import C, RoundDraw, spread

ADVANCING: Final = {2: (1,), 3: (1,), 4: (1, 2), 5: (1,)}
"""How many can advance from a table, by its seats: a divisor, so that the next tables are full."""


def paired(players: Sequence[C], seats: int, advancing: int) -> RoundDraw[C]:
    """Draw the next round of these players, best seed first: the final, if they all fit at one table."""
    if len(players) <= seats:
        return RoundDraw([list(players)])
    goal = _goal(len(players), seats, advancing)
    eliminated = len(players) - goal
    tables = -(-eliminated // (seats - advancing))
    sizes = sorted(advancing + share for share in _shares(eliminated, tables))
    byes = goal - tables * advancing
    return RoundDraw(spread(players[byes:], sizes), players[:byes])


def rounds(players: int, seats: int, advancing: int) -> int:
    """Return how many rounds a cup with this many players takes, if nobody leaves it."""
    count = 1
    while players > seats:
        players, count = _goal(players, seats, advancing), count + 1
    return count


def _goal(players: int, seats: int, advancing: int) -> int:
    """Return the largest number below `players` from which all tables are full up to the final."""
    goal = seats
    while goal * seats // advancing < players:
        goal = goal * seats // advancing
    return goal


def _shares(whole: int, parts: int) -> list[int]:
    """Split the whole into parts that are as equal as possible."""
    least, more = divmod(whole, parts)
    return [least + 1] * more + [least] * (parts - more)
