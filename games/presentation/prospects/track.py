"""The tickets that a seat's track pays for, where tickets are paid for with cards (C12).

They are the most valuable set that can be paid for together, which will be suggested; the remaining cards are for
the other tickets.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from engine.boards import Board, Ticket
from engine.cards import EMPTY, KINDS, Bag, bag_of, by_name
from engine.parts.best_set import best_set
from engine.parts.ticket_completion import costs, worths
from engine.parts.ticket_sets import paid, suffices

KEPT: Final = 256


class Paid(NamedTuple):
    """The numbers of tickets that are paid for together, and the remaining cards."""

    numbers: frozenset[int]
    rest: Mapping[str, int]


def pays_for(board: Board, numbers: Iterable[int], lying: Mapping[str, int]) -> Paid:
    """Return which of these tickets the cards pay for together: the most valuable set."""
    tickets = tuple(board.ticket_of[number] for number in sorted(numbers))
    chosen, rest = _find_best(board, tickets, bag_of(lying.get(kind, 0) for kind in KINDS))
    return Paid(frozenset(board.tickets[ticket].number for ticket in chosen), by_name(rest))


@lru_cache(maxsize=KEPT)
def _find_best(board: Board, tickets: tuple[Ticket, ...], pile: Bag) -> tuple[tuple[Ticket, ...], Bag]:
    """Return the best set and the remaining cards; cached, since requests far outnumber changes of tracks."""
    cost, worth = costs(board), worths(board)
    payable = tuple(ticket for ticket in tickets if suffices(pile, cost[ticket]))
    if not suffices(pile, _sum(cost, payable)):
        places = best_set([cost[ticket] for ticket in payable], [worth[ticket] for ticket in payable], pile)
        payable = tuple(payable[place] for place in places)
    return payable, pile - paid(pile, _sum(cost, payable))


def _sum(cost: tuple[Bag, ...], tickets: Iterable[Ticket]) -> Bag:
    return sum((cost[ticket] for ticket in tickets), EMPTY)
