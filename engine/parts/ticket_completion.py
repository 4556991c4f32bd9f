"""Completing tickets with the stack on the track, by all seats at the same time (C12).

complete 3 17     complete the tickets with these numbers ("complete none")
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from typing import Annotated, ClassVar, Final, NotRequired, TypedDict

from engine import notation
from engine.boards import Board, Ticket
from engine.cards import CARDS, EMPTY, KINDS, ONE, Bag, Card, by_name, counts
from engine.chance import Chance
from engine.errors import IllegalMove
from engine.model import Event, Feature, Move, MoveRule, Prompt, value
from engine.options import Countless, accepts
from engine.parts.best_set import best_set
from engine.parts.goals import held_ticket_view
from engine.parts.scoring import TICKET
from engine.parts.ticket_sets import TicketSets, paid, suffices
from engine.parts.tickets import HeldTicketView, OwnTicketsView, ShownTicketsView, TicketView, ticket_view
from engine.parts.turns import PLAYED, PointsScored
from engine.parts.yards import YardPosition
from engine.visibility import Owner, TicketNumber

ABOVE: Final = 1 << 10
"""A factor greater than the number of tickets or of their ends, so that each criterion outweighs those after it."""


@value
class CompleteTickets(Prompt):
    """Which tickets to complete from your own stack: asked of all seats at the same time (C12)."""

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
    """The last turn of this round has been played: everybody may look through their own stack and complete tickets."""

    tag: ClassVar[str] = "round_over"
    round: int


@value
class CompletionChosen(Event):
    """A seat has chosen; its tickets stay secret until all have (C12)."""

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
    state.close_prompt(event.seat)
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


@cache
def costs(board: Board) -> tuple[Bag, ...]:
    """Return the cards that each ticket of a board takes."""
    return tuple(sum((ONE[card] for card in fact.cards), EMPTY) for fact in board.tickets)


@cache
def worths(board: Board) -> tuple[int, ...]:
    """Return each ticket's worth as one number: its points, then one for the ticket, then its big-city ends (C12)."""
    ends = [sum(city in board.big_cities for city in fact.ends) for fact in board.tickets]
    return tuple((fact.points * ABOVE + 1) * ABOVE + big for fact, big in zip(board.tickets, ends, strict=True))


def best_completion(state: YardPosition, seat: int) -> tuple[Ticket, ...]:
    """Return the set of tickets that is suggested, and taken by default (C12).

    It has the highest total value; among equals, the most tickets, then the most big-city ends, then the lowest
    numbers.
    """
    return _find_best(state.rules.board, tuple(_by_number(state, seat)), state.on_track[seat])


@lru_cache(maxsize=1 << 10)
def _find_best(board: Board, tickets: tuple[Ticket, ...], stack: Bag) -> tuple[Ticket, ...]:
    """Return the best set; the last thousand are cached, since whoever is asked looks several times."""
    places = best_set(
        [costs(board)[ticket] for ticket in tickets], [worths(board)[ticket] for ticket in tickets], stack
    )
    return tuple(tickets[place] for place in places)


def _by_number(state: YardPosition, seat: int) -> list[Ticket]:
    tickets = state.rules.board.tickets
    return sorted(state.tickets.held[seat], key=lambda ticket: tickets[ticket].number)


class Completions(Countless):
    """Every set of tickets that a stack can complete, as moves, each generated on demand."""

    def __init__(self, state: YardPosition, prompt: CompleteTickets) -> None:
        self._state, self._prompt = state, prompt
        self._board, self._tickets = state.rules.board, _by_number(state, prompt.seat)
        self._stack = state.on_track[prompt.seat]

    @cached_property
    def _sets(self) -> TicketSets:
        return TicketSets([costs(self._board)[ticket] for ticket in self._tickets], self._stack)

    def __len__(self) -> int:
        return len(self._sets)

    def __contains__(self, move: object) -> bool:
        return accepts(self._state, self._prompt, move)

    def __iter__(self) -> Iterator[Complete]:
        return map(self._move, self._sets)

    def __getitem__(self, index: int) -> Complete:  # type: ignore[override]
        """Return the move at this index. Raises IndexError beyond the last."""
        return self._move(self._sets[index])

    @property
    def summary(self) -> Mapping[str, object]:
        """The tickets with the cards they take, and the stack that pays for them (C12)."""
        printed = [self._board.tickets[ticket] for ticket in self._tickets]
        return {
            "rule": "C12",
            "tickets": [{"number": fact.number, "cards": [KINDS[card] for card in fact.cards]} for fact in printed],
            "on_track": by_name(self._stack),
        }

    def _move(self, places: tuple[int, ...]) -> Complete:
        return Complete(tuple(self._tickets[place] for place in places))


def _may_complete(state: YardPosition, prompt: CompleteTickets, move: Complete) -> None:
    own_tickets, board = state.tickets.held[prompt.seat], state.rules.board
    numbers = sorted(board.tickets[ticket].number for ticket in move.tickets)
    if len(set(move.tickets)) < len(move.tickets) or not set(move.tickets) <= set(own_tickets):
        raise IllegalMove("ticket_not_held", rule="C12", given=numbers)
    if not suffices(state.on_track[prompt.seat], _cost(board, move.tickets)):
        raise IllegalMove("cards_do_not_suffice", rule="C12", given=numbers)


def _cost(board: Board, tickets: Iterable[Ticket]) -> Bag:
    return sum((costs(board)[ticket] for ticket in tickets), EMPTY)


def _complete(state: YardPosition, prompt: CompleteTickets, move: Complete, chance: Chance) -> Iterable[Event]:
    tickets = tuple(ticket for ticket in _by_number(state, prompt.seat) if ticket in move.tickets)
    return (CompletionChosen(prompt.seat, tickets),)


COMPLETE: Final = MoveRule(Complete, Completions, _may_complete, _complete)


def default_completion(state: YardPosition, prompt: CompleteTickets) -> Move:
    """Return the default: the best set (C12)."""
    return Complete(best_completion(state, prompt.seat))


def show_completed(state: YardPosition) -> Iterator[Event]:
    """Show and score tickets; a seat that has not chosen when the game ends gets its best set."""
    board = state.rules.board
    for seat in range(state.seats):
        tickets = state.chosen[seat] if seat in state.chosen else best_completion(state, seat)
        used = counts(paid(state.on_track[seat], _cost(board, tickets)))
        yield TicketsCompleted(seat, tickets, tuple(card for card in CARDS for _ in range(used[card])))
        for ticket in tickets:
            yield PointsScored(seat, board.tickets[ticket].points, TICKET, str(board.tickets[ticket].number))


class CompletedView(ShownTicketsView, total=False):
    """A seat's completed tickets, as everybody knows them."""

    completed: Annotated[list[TicketView], "Tickets laid aside in scored rounds."]


class OwnCompletingView(OwnTicketsView, total=False):
    """A seat's own tickets, those completed among them, and what it completes them with."""

    on_track: Annotated[dict[str, int] | None, "Your cards on the track, while you may look through them."]
    chosen: Annotated[list[TicketNumber] | None, "The tickets you chose to complete, while others still choose."]


class CompleteTicketsView(TypedDict):
    """The question which tickets to complete."""

    suggestion: NotRequired[
        Annotated[
            list[TicketNumber], "The most valuable set, which is played by default; for the seat that is asked only."
        ]
    ]


def _tickets(state: YardPosition, seat: int) -> list[HeldTicketView]:
    """Return the tickets held, and those completed in a round that has been scored."""
    board = state.rules.board
    in_hand = [held_ticket_view(board, ticket, None) for ticket in state.tickets.held[seat]]
    completed = ((ticket, board.tickets[ticket].points) for ticket in state.completed[seat])
    return in_hand + [held_ticket_view(board, ticket, points) for ticket, points in completed]


def _completed_view(state: YardPosition, seat: int, viewer: int | None) -> CompletedView:
    """Return the completed tickets, or all tickets, by number, once the game has been scored."""
    board = state.rules.board
    fields: CompletedView = {"completed": [ticket_view(board, ticket) for ticket in state.completed[seat]]}
    if state.outcome == PLAYED:
        fields["tickets_shown"] = sorted(_tickets(state, seat), key=lambda ticket: ticket["number"])
    return fields


def _own_view(state: YardPosition, seat: int) -> OwnCompletingView:
    """Return the seat's tickets, its stack while the round is scored, and what it has chosen."""
    tickets = state.rules.board.tickets
    scoring = any(isinstance(prompt, CompleteTickets) for prompt in state.prompts)
    return {
        "tickets": _tickets(state, seat),
        "on_track": by_name(state.on_track[seat]) if scoring else None,
        "chosen": [tickets[ticket].number for ticket in state.chosen[seat]] if seat in state.chosen else None,
    }


def _suggested(state: YardPosition, prompt: CompleteTickets, viewer: int | None) -> CompleteTicketsView:
    """Return what the prompt shows to the seat that is asked: the best set it could complete (C12)."""
    if prompt.seat != viewer:
        return {}
    tickets = state.rules.board.tickets
    return {"suggestion": [tickets[ticket].number for ticket in best_completion(state, prompt.seat)]}


def _read_complete(board: Board, words: list[str]) -> Move:
    return Complete(notation.tickets(board, words, "complete_what", notation.a_choice(board, "complete")))


FEATURE: Final = Feature(
    reducers={
        RoundOver: _round_over,
        CompletionChosen: _completion_chosen,
        TicketsCompleted: _tickets_completed,
    },
    verbs={"complete": _read_complete},
    writers={Complete: lambda board, move: f"complete {notation.numbers(board, move.tickets)}"},
    seat=_completed_view,
    own=_own_view,
    prompts={CompleteTickets: _suggested},
)
