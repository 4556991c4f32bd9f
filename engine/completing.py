"""Completing tickets from the stack on the track, all seats at the same time (C12)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, ClassVar, Final

from engine.best_set import best_set
from engine.boards import Board, Ticket
from engine.cards import CARDS, EMPTY, KINDS, ONE, Bag, Card, counts, named
from engine.chance import Chance
from engine.core import Event, Move, MoveRule, Prompt, value
from engine.errors import IllegalMove
from engine.knowledge import Owner
from engine.options import Countless
from engine.scoring import TICKET
from engine.ticket_sets import TicketSets, paid, suffices
from engine.turns import PointsScored
from engine.yards import YardPosition

ABOVE: Final = 1 << 10
"""More than there are tickets or ends of tickets: what comes first outweighs all that comes after it."""


@value
class CompleteTickets(Prompt):
    """Which tickets to complete from the own stack: asked of all seats at the same time (C12)."""

    tag: ClassVar[str] = "complete_tickets"
    rule: ClassVar[str] = "C12"
    within_turn: ClassVar[bool] = False


@value
class Complete(Move):
    """Complete these tickets and no others."""

    tag: ClassVar[str] = "complete"
    tickets: Owner[tuple[Ticket, ...]]


@value
class RoundOver(Event):
    """The last turn of this round has been played: all may look through their own stacks and complete tickets."""

    tag: ClassVar[str] = "round_over"
    round: int


@value
class CompletionChosen(Event):
    """A seat has chosen; what stays its secret until all have (C12)."""

    tag: ClassVar[str] = "completion_chosen"
    seat: int
    tickets: Owner[tuple[Ticket, ...]]


@value
class TicketsCompleted(Event):
    """All have chosen: a seat's completed tickets by number, and the cards used. The rest of its stack is discarded."""

    tag: ClassVar[str] = "tickets_completed"
    seat: int
    tickets: tuple[Ticket, ...]
    cards: tuple[Card, ...]


def _round_over(state: YardPosition, event: RoundOver) -> None:
    for seat in range(state.seats):
        state.ask(CompleteTickets(seat, state.entry))


def _completion_chosen(state: YardPosition, event: CompletionChosen) -> None:
    state.answered(event.seat)
    state.chosen = {**state.chosen, event.seat: event.tickets}


def _tickets_completed(state: YardPosition, event: TicketsCompleted) -> None:
    seat = event.seat
    state.chosen = {other: tickets for other, tickets in state.chosen.items() if other != seat}
    state.completed = (
        *state.completed[:seat],
        (*state.completed[seat], *event.tickets),
        *state.completed[seat + 1 :],
    )
    state.tickets = state.tickets.without_held(seat, event.tickets)
    state.cards.discard(state.on_track[seat])
    state.set_on_track(seat, EMPTY)


REDUCERS: Final[dict[type[Event], Callable[[Any, Any], None]]] = {
    RoundOver: _round_over,
    CompletionChosen: _completion_chosen,
    TicketsCompleted: _tickets_completed,
}


@cache
def costs(board: Board) -> tuple[Bag, ...]:
    """The cards that each ticket of a board takes."""
    return tuple(sum((ONE[card] for card in fact.cards), EMPTY) for fact in board.tickets)


@cache
def worths(board: Board) -> tuple[int, ...]:
    """What makes a ticket better than another: its points, being one more, its ends in big cities (C12)."""
    ends = [sum(city in board.big_cities for city in fact.ends) for fact in board.tickets]
    return tuple((fact.points * ABOVE + 1) * ABOVE + big for fact, big in zip(board.tickets, ends, strict=True))


def best_completion(state: YardPosition, seat: int) -> tuple[Ticket, ...]:
    """The set that is suggested, and taken by default (C12).

    It has the highest total value; of equals it has the most tickets, then the most big-city ends, then the lowest
    numbers.
    """
    board, held = state.rules.board, _by_number(state, seat)
    found = best_set([costs(board)[t] for t in held], [worths(board)[t] for t in held], state.on_track[seat])
    return tuple(held[place] for place in found)


def _by_number(state: YardPosition, seat: int) -> list[Ticket]:
    tickets = state.rules.board.tickets
    return sorted(state.tickets.held[seat], key=lambda ticket: tickets[ticket].number)


class Completions(Countless):
    """Every set of tickets that a stack can complete, as moves; none is written down before it is asked for."""

    def __init__(self, board: Board, tickets: Sequence[Ticket], stack: Bag) -> None:
        self._board, self._tickets, self._stack = board, tickets, stack

    @cached_property
    def _sets(self) -> TicketSets:
        return TicketSets([costs(self._board)[ticket] for ticket in self._tickets], self._stack)

    def __len__(self) -> int:
        return len(self._sets)

    def __iter__(self) -> Iterator[Complete]:
        return map(self._move, self._sets)

    def __getitem__(self, index: Any) -> Complete:  # type: ignore[override]
        """The move at this place of the order. Raises IndexError beyond the last."""
        return self._move(self._sets[index])

    @property
    def summary(self) -> Mapping[str, Any]:
        """The tickets with what they take, and the stack that pays for them (C12)."""
        facts = [self._board.tickets[ticket] for ticket in self._tickets]
        return {
            "rule": "C12",
            "tickets": [{"number": fact.number, "cards": [KINDS[card] for card in fact.cards]} for fact in facts],
            "on_track": named(self._stack),
        }

    def _move(self, places: tuple[int, ...]) -> Complete:
        return Complete(tuple(self._tickets[place] for place in places))


def _completions(state: YardPosition, prompt: CompleteTickets) -> Sequence[Move]:
    return Completions(state.rules.board, _by_number(state, prompt.seat), state.on_track[prompt.seat])


def _may_complete(state: YardPosition, prompt: CompleteTickets, move: Complete) -> None:
    held, board = state.tickets.held[prompt.seat], state.rules.board
    numbers = sorted(board.tickets[ticket].number for ticket in move.tickets)
    if len(set(move.tickets)) < len(move.tickets) or not set(move.tickets) <= set(held):
        raise IllegalMove("ticket_not_held", rule="C12", given=numbers)
    if not suffices(state.on_track[prompt.seat], _cost(board, move.tickets)):
        raise IllegalMove("cards_do_not_suffice", rule="C12", given=numbers)


def _cost(board: Board, tickets: Iterable[Ticket]) -> Bag:
    return sum((costs(board)[ticket] for ticket in tickets), EMPTY)


def _complete(state: YardPosition, prompt: CompleteTickets, move: Complete, chance: Chance) -> Iterable[Event]:
    tickets = tuple(ticket for ticket in _by_number(state, prompt.seat) if ticket in move.tickets)
    return (CompletionChosen(prompt.seat, tickets),)


COMPLETE: Final = MoveRule(Complete, _completions, _may_complete, _complete)


def default_completion(state: YardPosition, prompt: CompleteTickets) -> Move:
    """Completed by default: the best set (C12)."""
    return Complete(best_completion(state, prompt.seat))


def show_completed(state: YardPosition) -> Iterator[Event]:
    """All have chosen, or the game ends at once and who has not gets the best set: tickets are shown and scored."""
    board = state.rules.board
    for seat in range(state.seats):
        tickets = state.chosen[seat] if seat in state.chosen else best_completion(state, seat)
        used = counts(paid(state.on_track[seat], _cost(board, tickets)))
        yield TicketsCompleted(seat, tickets, tuple(card for card in CARDS for _ in range(used[card])))
        for ticket in tickets:
            yield PointsScored(seat, board.tickets[ticket].points, TICKET, str(board.tickets[ticket].number))
