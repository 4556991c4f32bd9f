"""Bags of cards within bounds: how many there are, and which is the n-th, without listing them.

From c cards of a kind so many can be taken as there are terms in 1 + x + ... + x**c, and from several kinds in as many
ways as the coefficients of the product say. A polynomial is kept as its value at x = 2**WIDTH, one number in which each
coefficient has bits of its own; so a product is a single multiplication.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, repeat
from math import prod
from operator import mul
from struct import Struct
from typing import Annotated, Final, NamedTuple, TypeAlias

Ways: TypeAlias = Annotated[int, "ways"]
"""In how many ways each number of cards can be taken."""
WIDTH: Final = 44
"""The bits of a coefficient. A bag holds at most 255 cards, of nine kinds: fewer than 2**44 bags are within it."""
OF_ONE_KIND: Final[tuple[Ways, ...]] = tuple(accumulate(repeat(1, 256), lambda ways, one: ways << WIDTH | one))
"""The ways to take cards of one kind, by how many there are of it."""


def shift(cards: int) -> Ways:
    """Return the one way to take just so many cards."""
    return 1 << WIDTH * cards


def count_ways(bounds: Iterable[int]) -> Ways:
    """Return the ways to take cards of several kinds, with at most so many of each."""
    return prod(map(OF_ONE_KIND.__getitem__, bounds))


def count_colored_ways(in_hand: bytes) -> Ways:
    """Return the ways to take colored cards of a hand: those for two colors together are kept."""
    a, b, c, d = _PAIRS.unpack_from(in_hand)
    return _count_pair(a) * _count_pair(b) * (_count_pair(c) * _count_pair(d))


_PAIRS: Final = Struct("<4H")


@cache
def _count_pair(counts: int) -> Ways:
    return OF_ONE_KIND[counts & 255] * OF_ONE_KIND[counts >> 8]


def ways_at(ways: Ways, cards: int) -> int:
    """Return in how many ways just so many cards are taken."""
    return ways >> WIDTH * cards & COEFFICIENT if cards >= 0 else 0


COEFFICIENT: Final = (1 << WIDTH) - 1


class Box(NamedTuple):
    """All bags that have at least so many cards of each kind, and `free` more in the `rooms` above them."""

    least: tuple[int, ...]
    rooms: tuple[int, ...]
    free: int


def count(box: Box) -> int:
    """Return the number of bags in a box."""
    return ways_at(count_ways(box.rooms), box.free)


def pick(box: Box, index: int) -> tuple[int, ...]:
    """Return the counts of the n-th bag of a box. Raises IndexError beyond the last."""
    kinds, cards, counted = _list_kinds(box), box.free, [*box.least]
    *beyond, whole = accumulate((OF_ONE_KIND[box.rooms[kind]] for kind in reversed(kinds)), mul, initial=1)
    if index >= ways_at(whole, cards):
        raise IndexError(index)
    for kind, ways in zip(kinds, reversed(beyond), strict=True):
        number_taken = 0
        while index >= (number := ways_at(ways, cards - number_taken)):
            index -= number
            number_taken += 1
        counted[kind] += number_taken
        cards -= number_taken
    return tuple(counted)


def _list_kinds(box: Box) -> list[int]:
    """Return the kinds of which there is room for more."""
    return [kind for kind, room in enumerate(box.rooms) if room]


def pick_among(boxes: Iterable[Box], index: int) -> tuple[int, ...]:
    """Return the counts of the n-th bag of all boxes, one after the other. Raises IndexError beyond the last."""
    for box in boxes:
        number = count(box)
        if index < number:
            return pick(box, index)
        index -= number
    raise IndexError(index)


def every(box: Box) -> Iterator[tuple[int, ...]]:
    """Yield the counts of every bag of a box, in order."""
    kinds = _list_kinds(box)
    rooms = [box.rooms[kind] for kind in kinds]
    beyond = [sum(rooms[index:]) for index in range(1, len(rooms) + 1)]
    return _fill([*box.least], [*zip(kinds, rooms, beyond, strict=True)], box.free)


def _fill(counted: list[int], places: Sequence[tuple[int, int, int]], free: int) -> Iterator[tuple[int, ...]]:
    """Yield these counts with so many cards more, in all ways that these places allow.

    A place is a kind, the room for it, and the rooms of all that come after.
    """
    if not free:
        yield tuple(counted)
    elif places:
        (kind, room, beyond), *further = places
        least = counted[kind]
        for number_taken in range(max(0, free - beyond), min(room, free) + 1):
            counted[kind] = least + number_taken
            yield from _fill(counted, further, free - number_taken)
        counted[kind] = least
