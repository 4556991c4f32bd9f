"""Which sets of tickets a pile of train cards can complete: counted, and found by number (C12).

A set can be completed when the cards that it lacks, added up over all colors, are at most as many as the locomotives.
There may be millions of millions of such sets, so none is written down. Tickets are looked at one after the other; how
many sets are left then depends only on which ticket is next and on the cards left, of which no color counts for more
than the coming tickets take of it. So little is left to tell apart that all ways to the same colors are counted
together, and the n-th set is found by counting those that leave out the next ticket. The order of looking is one that
is done early with some colors.
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
"""Up to this many tickets, all that is counted is kept, which finds a set at once; more would take too much room."""


def lacking(pile: Bag, cost: Bag) -> int:
    """Return how many cards of this cost are not in the pile in their own color."""
    have, need = counts(pile), counts(cost)
    return sum(max(0, need[color] - have[color]) for color in COLORS)


def suffices(pile: Bag, cost: Bag) -> bool:
    """Check whether the pile's cards pay for this, locomotives standing in for any color."""
    return lacking(pile, cost) <= pile >> WILD


def paid(pile: Bag, cost: Bag) -> Bag:
    """Return the cards of the pile that pay for this: locomotives only for what is lacking."""
    have, need = counts(pile), counts(cost)
    own = sum(min(have[color], need[color]) * ONE[color] for color in COLORS)
    return own + lacking(pile, cost) * ONE[LOCOMOTIVE]


Change = tuple[Bag, Bag]
"""What leaves a pile that goes on without a ticket, and with it."""


@value
class TicketStep:
    """A ticket in the order of looking: its place among those given, and for each color it takes what becomes of it.

    A color is its bits to shift, and the changes by how many cards of it there are.
    """

    place: int
    colors: tuple[tuple[int, tuple[Change, ...]], ...]


class TicketSets(Sequence[tuple[int, ...]]):
    """Every set of these tickets that the pile can complete, as places among those given; the first is the empty one.

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
        """Return the set at this place of the order. Raises IndexError beyond the last."""
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
        """Return how many sets of the tickets from here on the rest of the pile can complete."""
        remaining, wild = len(self._steps) - number, pile >> WILD
        if size(pile) >= size(self._whole[number]):
            return 1 << remaining
        if remaining > FEW:
            return _add_ways(self._sweep_ways(number, pile), 1 + remaining)
        ways = self._ways(number, pile & COLORED)
        return _add_ways(ways & (1 << self._bits * (wild + 1)) - 1, self._bits)

    def _sweep_ways(self, number: int, pile: Bag) -> int:
        """Count the ways to complete the tickets from here on, by the locomotives left: nothing is kept of it."""
        bits = 1 + len(self._steps) - number
        rests = {pile & COLORED: 1 << bits * (pile >> WILD)}
        for step in self._steps[number:]:
            rests = _after(step, rests, bits)
        return sum(rests.values())

    def _ways(self, number: int, colors: Bag) -> int:
        """Count the ways in which these cards complete them, by the locomotives needed: worked out once, and kept."""
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
    """Add up the numbers that stand in one number, with a fixed number of bits for each.

    Their sum must be less than the largest number of those bits. As with the digits of a decimal number and nine, it
    is what is left after dividing by the highest digit.
    """
    return ways % ((1 << bits) - 1)


def _after(step: TicketStep, rests: Mapping[Bag, int], bits: int) -> dict[Bag, int]:
    """Return by colors left in how many ways to get there, before this ticket and after it.

    The ways are one number: some bits for each number of locomotives left, the fewest lowest. Playing locomotives
    shifts it, and the ways with too few of them fall out.
    """
    following: dict[Bag, int] = {}
    for rest, ways in rests.items():
        without, with_it = both(step, rest)
        following[without] = following.get(without, 0) + ways
        ways >>= bits * -(with_it >> WILD)
        if ways:
            with_it &= COLORED
            following[with_it] = following.get(with_it, 0) + ways
    return following


def steps(costs: Sequence[Bag]) -> list[TicketStep]:
    """Return the order in which to look at tickets: next come those with the color that the fewest left take."""
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
    """Return the colors that a ticket takes, each as its bits to shift, and how many cards of it.

    There is one for each ticket.
    """
    return tuple((shift, cost >> shift & COUNT) for shift in SHIFTS if cost >> shift & COUNT)


def _ticket_step(cost: Bag, place: int, after: Bag) -> TicketStep:
    return TicketStep(place, tuple([_changes(shift, cards, after >> shift & COUNT) for shift, cards in _colors(cost)]))


@cache
def _changes(shift: int, cards: int, later: int) -> tuple[int, tuple[Change, ...]]:
    """Return what becomes of a color of which a ticket takes so many cards and those after it so many.

    A pile has no more than both. Without the ticket, those leave that later ones cannot take. With it, those that it
    takes leave, too, and locomotives for what is lacking.
    """
    changes = []
    for have in range(cards + later + 1):
        spare = max(0, have - cards)
        without = max(0, have - later) << shift
        changes.append((without, (have - min(spare, later) << shift) + (max(0, cards - have) << WILD)))
    return shift, tuple(changes)


def useful(costs: Sequence[Bag], pile: Bag) -> Bag:
    """Return the pile without what all tickets together cannot take."""
    have, need = counts(pile), counts(sum(costs))
    return sum(min(have[color], need[color]) * ONE[color] for color in COLORS) + (pile >> WILD << WILD)


def both(step: TicketStep, pile: Bag) -> tuple[Bag, Bag]:
    """Return the rest of the pile without this ticket and with it, less what later tickets cannot take.

    The rest with it is negative where the cards do not suffice.
    """
    without = with_it = pile
    for shift, changes in step.colors:
        lost, spent = changes[pile >> shift & COUNT]
        if lost:
            without -= lost
        with_it -= spent
    return without, with_it
