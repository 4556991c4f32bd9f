"""The sets of tickets that a pile of train cards can complete: counting them, and finding one by its index (C12).

A set can be completed when the number of cards it lacks, over all colors, is at most the number of locomotives. There
may be trillions of such sets, so they are not listed. Tickets are considered one after the other; how many sets remain
depends only on the next ticket and on the cards left, of which no color counts for more than the coming tickets take of
it. So few states differ that all ways to the same colors are counted together, and the n-th set is found by counting
the sets that leave out the next ticket. The tickets are ordered so that some colors are finished early.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import Final

from engine.cards import COLORS, EMPTY, LOCOMOTIVE, ONE, Bag, counts, size
from engine.model import value

COUNT: Final = 0xFF
SHIFTS: Final = tuple(8 * color for color in COLORS)
WILD: Final = 8 * LOCOMOTIVE
COLORED: Final = ONE[LOCOMOTIVE] - 1
FEW: Final = 24
"""The most tickets for which all counts are cached, so that a set is found at once; more would need too much memory."""


def lacking(pile: Bag, cost: Bag) -> int:
    """Return how many cards of this cost the pile lacks in their own color."""
    have, need = counts(pile), counts(cost)
    return sum(max(0, need[color] - have[color]) for color in COLORS)


def suffices(pile: Bag, cost: Bag) -> bool:
    """Check whether the pile's cards pay for this cost; a locomotive replaces any color."""
    return lacking(pile, cost) <= pile >> WILD


def paid(pile: Bag, cost: Bag) -> Bag:
    """Return the cards of the pile that pay for this cost, with locomotives only for missing cards."""
    have, need = counts(pile), counts(cost)
    own = sum(min(have[color], need[color]) * ONE[color] for color in COLORS)
    return own + lacking(pile, cost) * ONE[LOCOMOTIVE]


Change = tuple[Bag, Bag]
"""The cards that leave the pile if a ticket is not completed, and if it is."""


@value
class TicketStep:
    """A ticket to consider: its index among the given tickets, and for each color it takes the possible changes.

    A color is given by its shift in bits, its changes by the number of its cards in the pile.
    """

    place: int
    colors: tuple[tuple[int, tuple[Change, ...]], ...]


class TicketSets(Sequence[tuple[int, ...]]):
    """Every set of these tickets that the pile can complete, as indexes of the tickets, from the empty set on.

    `costs` are the cards that each ticket takes.
    """

    __slots__ = ("_all", "_bits", "_mask", "_pile", "_steps", "_ways_by_colors", "_whole", "_wild")

    def __init__(self, costs: Sequence[Bag], pile: Bag) -> None:
        self._steps = steps(costs)
        self._whole = list(accumulate((costs[step.place] for step in reversed(self._steps)), initial=EMPTY))[::-1]
        self._pile = useful(costs, pile)
        self._wild = pile >> WILD
        self._bits = 1 + len(costs)
        self._mask = (1 << self._bits * (1 + self._wild)) - 1
        remaining = len(self._steps)
        self._ways_by_colors: list[dict[Bag, int]] = [
            {whole: 1 << remaining - number} for number, whole in enumerate(self._whole)
        ]
        self._all = self._count(0, self._pile)

    def __len__(self) -> int:
        return self._all

    def __getitem__(self, index: object) -> tuple[int, ...]:  # type: ignore[override]
        """Return the set at this index. Raises IndexError beyond the last."""
        if not isinstance(index, int):
            raise TypeError("a place in the order")
        sets = len(self)
        if not -sets <= index < sets:
            raise IndexError(index)
        return self._completed_by(index % sets)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return self._each(0, self._pile, ())

    def _completed_by(self, index: int) -> tuple[int, ...]:
        chosen: list[int] = []
        pile = self._pile
        for number, step in enumerate(self._steps):
            without, with_it = both(step, pile)
            pile = without
            fewer = self._count(number + 1, without)
            if index >= fewer:
                index -= fewer
                chosen.append(step.place)
                pile = with_it
        return tuple(sorted(chosen))

    def _each(self, number: int, pile: Bag, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if number == len(self._steps):
            yield tuple(sorted(chosen))
            return
        without, with_it = both(self._steps[number], pile)
        yield from self._each(number + 1, without, chosen)
        if with_it >= 0:
            yield from self._each(number + 1, with_it, (*chosen, self._steps[number].place))

    def _count(self, number: int, pile: Bag) -> int:
        """Return how many sets of the tickets from `number` on the rest of the pile can complete."""
        remaining, wild = len(self._steps) - number, pile >> WILD
        if size(pile) >= size(self._whole[number]):
            return 1 << remaining
        if remaining > FEW:
            return _add_ways(self._sweep_ways(number, pile), 1 + remaining)
        ways = self._ways(number, pile & COLORED)
        return _add_ways(ways & (1 << self._bits * (wild + 1)) - 1, self._bits)

    def _sweep_ways(self, number: int, pile: Bag) -> int:
        """Count the ways to complete the tickets from `number` on, by the locomotives left, without caching."""
        bits = 1 + len(self._steps) - number
        rests = {pile & COLORED: 1 << bits * (pile >> WILD)}
        for step in self._steps[number:]:
            rests = _after(step, rests, bits)
        return sum(rests.values())

    def _ways(self, number: int, colors: Bag) -> int:
        """Count the ways to complete those tickets with these cards, by the locomotives needed; cached."""
        ways = self._ways_by_colors[number].get(colors)
        if ways is not None:
            return ways
        without, with_it = both(self._steps[number], colors)
        ways = self._ways(number + 1, without)
        if with_it >= 0:
            ways += self._ways(number + 1, with_it)
        elif (needed := -(with_it >> WILD)) <= self._wild:
            ways = ways + (self._ways(number + 1, with_it & COLORED) << self._bits * needed) & self._mask
        self._ways_by_colors[number][colors] = ways
        return ways


def _add_ways(ways: int, bits: int) -> int:
    """Add up the numbers that are packed into one number, with a fixed number of bits for each.

    Their sum must be less than the largest number with that many bits. It is the remainder of the division by that
    largest number, like the sum of decimal digits modulo nine.
    """
    return ways % ((1 << bits) - 1)


def _after(step: TicketStep, rests: Mapping[Bag, int], bits: int) -> dict[Bag, int]:
    """Return the number of ways to each remainder of colors after this ticket, from those before it (`rests`).

    The ways are packed into one number: some bits for each number of locomotives left, the fewest in the lowest bits.
    Spending locomotives shifts it, and the ways with too few of them fall out. What the ticket changes depends only on
    the colors it takes (`mask`), so it is worked out once for each of their counts.
    """
    following: dict[Bag, int] = {}
    ways_to, mask = following.get, sum(COUNT << shift for shift, _ in step.colors)
    changes: dict[Bag, tuple[Bag, Bag, int]] = {}
    for rest, ways in rests.items():
        change = changes.get(rest & mask)
        if change is None:
            without, with_it = both(step, rest)
            change = rest - without, rest - (with_it & COLORED), bits * -(with_it >> WILD)
            changes[rest & mask] = change
        left_out, spent, shifted = change
        following[rest - left_out] = ways_to(rest - left_out, 0) + ways
        ways >>= shifted
        if ways:
            following[rest - spent] = ways_to(rest - spent, 0) + ways
    return following


def steps(costs: Sequence[Bag]) -> list[TicketStep]:
    """Return the order of tickets: next come those with the color that the fewest remaining tickets take."""
    ordered: list[TicketStep] = []
    after = EMPTY
    for place in reversed(_order(costs)):
        ordered.append(_ticket_step(costs[place], place, after))
        after += costs[place]
    ordered.reverse()
    return ordered


def _order(costs: Sequence[Bag]) -> list[int]:
    taking = dict.fromkeys(SHIFTS, 0)
    for index, cost in enumerate(costs):
        for shift, _ in _colors(cost):
            taking[shift] |= 1 << index
    order: list[int] = []
    remaining = [places for places in taking.values() if places]
    while remaining:
        fewest = min(remaining, key=int.bit_count)
        remaining = [rest for places in remaining if (rest := places & ~fewest)]
        while fewest:
            lowest = fewest & -fewest
            order.append(lowest.bit_length() - 1)
            fewest ^= lowest
    return order + [index for index, cost in enumerate(costs) if not cost]


@cache
def _colors(cost: Bag) -> tuple[tuple[int, int], ...]:
    """Return the colors that a ticket takes, each as its shift in bits and the number of cards.

    The result is cached, one for each cost.
    """
    return tuple((shift, cost >> shift & COUNT) for shift in SHIFTS if cost >> shift & COUNT)


def _ticket_step(cost: Bag, place: int, after: Bag) -> TicketStep:
    return TicketStep(place, tuple([_changes(shift, cards, after >> shift & COUNT) for shift, cards in _colors(cost)]))


@cache
def _changes(shift: int, cards: int, later: int) -> tuple[int, tuple[Change, ...]]:
    """Return the changes of a color of which a ticket takes `cards` cards and the tickets after it `later`.

    A pile never has more than the sum of both. Without the ticket, the cards that later tickets cannot take leave. With
    it, the cards it takes leave too, and locomotives for missing ones.
    """
    changes = []
    for have in range(cards + later + 1):
        spare = max(0, have - cards)
        without = max(0, have - later) << shift
        changes.append((without, (have - min(spare, later) << shift) + (max(0, cards - have) << WILD)))
    return shift, tuple(changes)


def useful(costs: Sequence[Bag], pile: Bag) -> Bag:
    """Return the pile without the cards that exceed what all tickets together take."""
    have, need = counts(pile), counts(sum(costs))
    return sum(min(have[color], need[color]) * ONE[color] for color in COLORS) + (pile >> WILD << WILD)


def both(step: TicketStep, pile: Bag) -> tuple[Bag, Bag]:
    """Return the rest of the pile without this ticket and with it, minus the cards that later tickets cannot take.

    The rest with the ticket is negative if the cards do not suffice.
    """
    without = with_it = pile
    for shift, changes in step.colors:
        lost, spent = changes[pile >> shift & COUNT]
        if lost:
            without -= lost
        with_it -= spent
    return without, with_it
