"""An exact and fast search for the best set of tickets that a pile of train cards can complete (C12).

Tickets are considered one after the other, as for counting (`engine.parts.ticket_sets`). For each different remainder
of the pile only the best way to reach it is kept, and only if a bound says that it can still lead to a result as good
as the best known.

For the bound every card has a price: the bound is the worth of the cards left, plus what the coming tickets are worth
beyond their cards. Any prices give a valid bound and good ones a tight bound, so prices affect only the speed, never
the answer: they come from the dual of the linear program, by a hundred rounds of subgradient descent. The best result
known at the start comes from a first search that keeps only a hundred remainders.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from operator import mul
from typing import Final, NamedTuple

from engine.cards import COLORS, EMPTY, KINDS, LOCOMOTIVE, Bag, counts
from engine.parts.ticket_sets import TicketStep, both, steps, useful

ROUNDS: Final = 100
WIDTH: Final = 100
SLOWER: Final = 0.1
Rests = dict[Bag, int]
"""The remainders of the pile, each with the highest worth of the tickets completed with the cards spent."""


class TicketSearch(NamedTuple):
    """The data of a search: tickets in order, the worth of each, and a price for each kind of card.

    `beyond` gives for each place what the tickets from there on are worth beyond their cards.
    """

    steps: list[TicketStep]
    worth: list[int]
    prices: list[int]
    beyond: list[int]

    def bound(self, number: int, rest: Bag) -> int:
        """Return an upper bound of the worth of any set of the tickets from this one on."""
        cards: int = sum(map(mul, self.prices, counts(rest)))
        return self.beyond[number] + cards


def best_set(costs: Sequence[Bag], worth: Sequence[int], pile: Bag) -> tuple[int, ...]:
    """Return the set with the highest total worth that the pile can complete, as indexes of the given tickets.

    `costs` are the cards that each ticket takes. Among equals it is the set that contains the first ticket in which
    they differ.
    """
    last = len(costs) - 1
    marked = [value << len(costs) | 1 << last - index for index, value in enumerate(worth)]
    search = _search(costs, marked, pile)
    start = useful(costs, pile)
    floor = _find_most(search, start, lambda number, rests: _keep_promising(search, number, rests))
    best = _find_most(search, start, lambda number, rests: _keep_as_good_as(floor, search, number, rests))
    return tuple(index for index in range(len(costs)) if best >> last - index & 1)


def _find_most(search: TicketSearch, pile: Bag, prune: Callable[[int, Rests], Rests]) -> int:
    rests: Rests = {pile: 0}
    for number, step in enumerate(search.steps):
        value = search.worth[step.place]
        following: Rests = {}
        for rest, spent_for in rests.items():
            without, with_it = both(step, rest)
            if following.get(without, -1) < spent_for:
                following[without] = spent_for
            if with_it >= 0 and following.get(with_it, -1) < spent_for + value:
                following[with_it] = spent_for + value
        rests = prune(number + 1, following)
    return max(rests.values())


def _keep_promising(search: TicketSearch, number: int, rests: Rests) -> Rests:
    best = sorted(rests, key=lambda rest: rests[rest] + search.bound(number, rest))[-WIDTH:]
    return {rest: rests[rest] for rest in best}


def _keep_as_good_as(floor: int, search: TicketSearch, number: int, rests: Rests) -> Rests:
    return {rest: value for rest, value in rests.items() if value + search.bound(number, rest) >= floor}


def _search(costs: Sequence[Bag], worth: list[int], pile: Bag) -> TicketSearch:
    order = steps(costs)
    prices = [int(price) for price in _find_prices(costs, worth, pile)]
    beyond = [max(0, worth[step.place] - sum(map(mul, prices, counts(costs[step.place])))) for step in order]
    return TicketSearch(order, worth, prices, list(accumulate(reversed(beyond), initial=0))[::-1])


def _find_prices(costs: Sequence[Bag], worth: Sequence[int], pile: Bag) -> list[float]:
    """Return the prices of the kinds of cards that gave the lowest bound; a locomotive has the highest price."""
    need, have = [counts(cost) for cost in costs], counts(pile)
    step = sum(worth) / 2 / max(1, sum(counts(sum(costs, EMPTY))))
    prices = [step / 2] * len(KINDS)
    lowest, best = float("inf"), prices
    for number in range(ROUNDS):
        spare = [float(count) for count in have]
        bound = sum(map(mul, prices, spare))
        for cards, value in zip(need, worth, strict=True):
            beyond = value - sum(map(mul, prices, cards))
            if beyond > 0:
                bound += beyond
                spare = [count - used for count, used in zip(spare, cards, strict=True)]
        if bound < lowest:
            lowest, best = bound, prices
        prices = _move_prices(prices, spare, step / (1 + number * SLOWER))
    return best


def _move_prices(prices: list[float], spare: list[float], by: float) -> list[float]:
    """Lower the price of spare cards and raise that of missing ones; locomotives replace the dearest colors."""
    dearest = [color for color in COLORS if prices[color] == prices[LOCOMOTIVE]]
    for color in dearest:
        spare[color] += spare[LOCOMOTIVE] / len(dearest)
    length = sum(spare[color] ** 2 for color in COLORS) ** 0.5 or 1
    colors = [max(0.0, prices[color] - by * spare[color] / length) for color in COLORS]
    return [*colors, max(colors)]
