"""Round robin: everyone meets everyone at a table of two, once or twice. Pure.

This is the circle method: one player stands still, all others move on by one place from round to round, and those who
face each other meet. If their number is odd, whoever faces the empty place has a bye. Everyone begins about half the
games; the second time round, whoever was second the first time does.
"""

from collections.abc import Sequence
from typing import Final

from games.competitions.cups.draws import C, RoundDraw

MOST_PLAYERS: Final = 20


def rounds(players: int, legs: int) -> int:
    """Return how many rounds it takes until everyone has met everyone `legs` times."""
    return (players - 1 + players % 2) * legs


def paired(players: Sequence[C], number: int) -> RoundDraw[C]:
    """Draw the round with this number, counted from 1; at each table the first to play comes first."""
    circle: list[C | None] = [*players, *([None] if len(players) % 2 else [])]
    leg, turn = divmod(number - 1, len(circle) - 1)
    fixed, *moving = circle
    moving = moving[-turn:] + moving[:-turn] if turn else moving
    ring = [fixed, *moving]
    tables, byes = [], []
    for place in range(len(ring) // 2):
        pair = (ring[place], ring[-1 - place])
        first, second = pair if ((place or turn) + leg) % 2 == 0 else pair[::-1]
        if first is None or second is None:
            byes += [player for player in pair if player is not None]
        else:
            tables.append([first, second])
    return RoundDraw(tables, byes)
