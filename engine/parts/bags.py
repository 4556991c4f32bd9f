"""Bags of cards within bounds: how many there are, and which is the n-th, without listing them."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple


class Box(NamedTuple):
    """All bags that have at least so many cards of each kind, and `free` more in the `rooms` above them."""

    least: tuple[int, ...]
    rooms: tuple[int, ...]
    free: int


def count(box: Box) -> int:
    """Return the number of bags in a box."""
    return _at(_list_ways(box.rooms), box.free)


def pick(box: Box, index: int) -> tuple[int, ...]:
    """Return the counts of the n-th bag of a box. Raises IndexError beyond the last."""
    rooms, cards = box.rooms, box.free
    counted = []
    for kind, least in enumerate(box.least):
        ways = _list_ways(rooms[kind + 1 :])
        for number_taken in range(rooms[kind] + 1):
            number = _at(ways, cards - number_taken)
            if index < number:
                break
            index -= number
        else:
            raise IndexError(index)
        counted.append(least + number_taken)
        cards -= number_taken
    return tuple(counted)


def every(box: Box) -> Iterator[tuple[int, ...]]:
    """Yield the counts of every bag of a box, in order."""
    return (pick(box, index) for index in range(count(box)))


def _at(ways: tuple[int, ...], cards: int) -> int:
    return ways[cards] if 0 <= cards < len(ways) else 0


@lru_cache(maxsize=65536)
def _list_ways(rooms: tuple[int, ...]) -> tuple[int, ...]:
    """Return in how many ways each number of cards, from 0 on, fits into rooms of these sizes."""
    if not rooms:
        return (1,)
    room, *_ = rooms
    rest = _list_ways(rooms[1:])
    within = 0
    ways = []
    for cards in range(len(rest) + room):
        within += _at(rest, cards) - _at(rest, cards - room - 1)
        ways.append(within)
    return tuple(ways)
