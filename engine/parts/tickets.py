"""Tickets: dealt at the start and chosen by all at once, drawn later, kept or returned (B3, B16, B17).

tickets       draw tickets
keep 3 17     keep the tickets with these numbers ("keep none")
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Annotated, ClassVar, Final, NotRequired, TypedDict

from engine import notation
from engine.boards import Board, Goal, Ticket
from engine.cards import KINDS
from engine.chance import Chance
from engine.effects import Effect
from engine.errors import IllegalMove
from engine.model import Event, Feature, Move, MoveRule, Prompt, value
from engine.parts.position import Position
from engine.visibility import CardKind, CityId, Counted, Owner, Sealed, TicketNumber


@value
class KeepTickets(Prompt):
    """Which of the tickets just drawn to keep (B16)."""

    tag: ClassVar[str] = "keep_tickets"
    rule: ClassVar[str] = "B16"
    offer: Counted[tuple[Ticket, ...]]
    at_least: int


@value
class KeepFirstTickets(KeepTickets):
    """Which of the first tickets to keep: asked of all seats at the same time (B3)."""

    tag: ClassVar[str] = "keep_first_tickets"
    rule: ClassVar[str] = "B3"
    within_turn: ClassVar[bool] = False


@value
class DrawTickets(Move):
    """Draw tickets from the top of their deck."""

    tag: ClassVar[str] = "draw_tickets"


@value
class Keep(Move):
    """Keep these tickets and return the others."""

    tag: ClassVar[str] = "keep"
    tickets: Owner[tuple[Ticket, ...]]


@value
class TicketsShuffled(Event):
    """The ticket deck from top to bottom."""

    tag: ClassVar[str] = "tickets_shuffled"
    deck: Sealed[tuple[Ticket, ...]]


@value
class FirstTicketsDealt(Event):
    """A seat was dealt its first tickets."""

    tag: ClassVar[str] = "first_tickets_dealt"
    seat: int
    offer: Counted[tuple[Ticket, ...]]
    at_least: int


@value
class FirstTicketsKept(Event):
    """A seat has chosen; its tickets and their number stay secret until all have (B3)."""

    tag: ClassVar[str] = "first_tickets_kept"
    seat: int
    kept: Owner[tuple[Ticket, ...]]
    returned: Owner[tuple[Ticket, ...]]


@value
class FirstTicketsSettled(Event):
    """All have chosen: how many tickets each seat kept. The others went to the bottom, the first seat's first (B3)."""

    tag: ClassVar[str] = "first_tickets_settled"
    kept: tuple[int, ...]


@value
class FirstTicketsShuffled(Event):
    """All have chosen: how many tickets each seat kept, and the ticket deck with the others shuffled in (W3, C3)."""

    tag: ClassVar[str] = "first_tickets_shuffled"
    kept: tuple[int, ...]
    deck: Sealed[tuple[Ticket, ...]]


@value
class TicketsDrawn(Event):
    """A seat drew tickets to choose from."""

    tag: ClassVar[str] = "tickets_drawn"
    seat: int
    offer: Counted[tuple[Ticket, ...]]
    at_least: int


@value
class TicketsKept(Event):
    """A seat kept some of the tickets it drew; the others went to the bottom in the order drawn (B16)."""

    tag: ClassVar[str] = "tickets_kept"
    seat: int
    kept: Counted[tuple[Ticket, ...]]
    returned: Counted[tuple[Ticket, ...]]


def _tickets_shuffled(state: Position, event: TicketsShuffled) -> None:
    state.tickets = replace(state.tickets, deck=event.deck)


def _first_tickets_dealt(state: Position, event: FirstTicketsDealt) -> None:
    state.tickets = state.tickets.without_top(len(event.offer))
    state.ask(KeepFirstTickets(event.seat, state.entry, event.offer, event.at_least))


def _first_tickets_kept(state: Position, event: FirstTicketsKept) -> None:
    state.close_prompt(event.seat)
    tickets = state.tickets.with_held(event.seat, event.kept)
    state.tickets = replace(tickets, returned={**tickets.returned, event.seat: event.returned})


def _first_tickets_settled(state: Position, event: FirstTicketsSettled) -> None:
    state.tickets = replace(state.tickets.with_bottom(_all_returned(state)), returned={})


def _first_tickets_shuffled(state: Position, event: FirstTicketsShuffled) -> None:
    state.tickets = replace(state.tickets, deck=event.deck, returned={})


def _tickets_drawn(state: Position, event: TicketsDrawn) -> None:
    state.tickets = state.tickets.without_top(len(event.offer))
    state.acted(event.seat)
    state.ask(KeepTickets(event.seat, state.entry, event.offer, event.at_least))


def _tickets_kept(state: Position, event: TicketsKept) -> None:
    state.close_prompt(event.seat)
    state.tickets = state.tickets.with_held(event.seat, event.kept).with_bottom(event.returned)


def deal_first(state: Position, chance: Chance, count: int, at_least: int) -> Iterator[Event]:
    """Shuffle the tickets and deal the same number to every seat to choose from (B3)."""
    tickets = [Ticket(index) for index in range(len(state.rules.board.tickets))]
    yield TicketsShuffled(tuple(chance.shuffled(tickets)))
    for seat in range(state.seats):
        yield FirstTicketsDealt(seat, state.tickets.deck[:count], at_least)


@dataclass(frozen=True)
class TicketDraw:
    """How many tickets a seat draws at most, and how many of them it must keep (B16): the events of a draw."""

    count: int
    at_least: int

    def __call__(self, state: Position, prompt: Prompt, move: DrawTickets, chance: Chance) -> Iterable[Event]:
        return (TicketsDrawn(prompt.seat, state.tickets.deck[: self.count], self.at_least),)


def draw_rule(count: int, at_least: int) -> MoveRule[Position, Prompt, DrawTickets]:
    """Return the rule for drawing up to `count` tickets, of which at least `at_least` must be kept (B16)."""

    def options(state: Position, prompt: Prompt) -> tuple[Move, ...]:
        return (DrawTickets(),) if state.tickets.deck else ()

    def check(state: Position, prompt: Prompt, move: DrawTickets) -> None:
        if not state.tickets.deck:
            raise IllegalMove("no_tickets_left", rule="B16")

    return MoveRule(DrawTickets, options, check, TicketDraw(count, at_least))


def _choices(state: Position, prompt: KeepTickets) -> Sequence[Move]:
    offer = prompt.offer
    return [Keep(tickets) for n in range(prompt.at_least, len(offer) + 1) for tickets in combinations(offer, n)]


def _may_keep(state: Position, prompt: KeepTickets, move: Keep) -> None:
    numbers = [state.rules.board.tickets[ticket].number for ticket in prompt.offer]
    if len(set(move.tickets)) < len(move.tickets) or not set(move.tickets) <= set(prompt.offer):
        raise IllegalMove("ticket_not_offered", rule=prompt.rule, offered=numbers)
    if len(move.tickets) < prompt.at_least:
        raise IllegalMove("too_few_tickets_kept", rule=prompt.rule, at_least=prompt.at_least, offered=numbers)


def split_offer(prompt: KeepTickets, move: Keep) -> tuple[tuple[Ticket, ...], tuple[Ticket, ...]]:
    """Return the tickets kept and those returned, both in the order drawn."""
    tickets_kept = tuple(ticket for ticket in prompt.offer if ticket in move.tickets)
    return tickets_kept, tuple(ticket for ticket in prompt.offer if ticket not in move.tickets)


def _kept_tickets(state: Position, prompt: KeepTickets, move: Keep, chance: Chance) -> Iterable[Event]:
    return (TicketsKept(prompt.seat, *split_offer(prompt, move)),)


KEEP: Final = MoveRule(Keep, _choices, _may_keep, _kept_tickets)


def keep_first_rule(
    settle: Callable[[Position, Chance], Iterable[Event]],
) -> MoveRule[Position, KeepTickets, Keep]:
    """Return the rule for choosing the first tickets; `settle` yields what follows once all have chosen (B3)."""

    def events(state: Position, prompt: KeepTickets, move: Keep, chance: Chance) -> Iterator[Event]:
        yield FirstTicketsKept(prompt.seat, *split_offer(prompt, move))
        if len(state.tickets.returned) == state.seats:
            yield from settle(state, chance)

    return MoveRule(Keep, _choices, _may_keep, events)


def to_the_bottom(state: Position, chance: Chance) -> Iterable[Event]:
    """Put the returned tickets under the ticket deck, the first seat's first (B3)."""
    return (FirstTicketsSettled(_numbers_kept(state)),)


def shuffled_to_the_bottom(state: Position, chance: Chance) -> Iterable[Event]:
    """Shuffle the returned tickets together and put them under the ticket deck (W3)."""
    returned = chance.shuffled(_all_returned(state))
    return (FirstTicketsShuffled(_numbers_kept(state), (*state.tickets.deck, *returned)),)


def shuffled_into_the_deck(state: Position, chance: Chance) -> Iterable[Event]:
    """Shuffle the returned tickets into the ticket deck (C3)."""
    deck = chance.shuffled((*state.tickets.deck, *_all_returned(state)))
    return (FirstTicketsShuffled(_numbers_kept(state), tuple(deck)),)


def _numbers_kept(state: Position) -> tuple[int, ...]:
    return tuple(len(tickets) for tickets in state.tickets.held)


def _all_returned(state: Position) -> list[Ticket]:
    """Return the returned tickets in the order of seats, so that the order of choosing does not matter (B3)."""
    returned = state.tickets.returned
    return [ticket for seat in sorted(returned) for ticket in returned[seat]]


def default_keep(state: Position, prompt: KeepTickets) -> Move:
    """Return the default: to keep the fewest tickets allowed, in the order dealt."""
    return Keep(prompt.offer[: prompt.at_least])


GoalView = TypedDict("GoalView", {"from": CityId, "to": CityId, "points": int})
GoalView.__doc__ = "Two cities, and what a ticket scores where they are connected."
TicketView = TypedDict(
    "TicketView",
    {
        "number": TicketNumber,
        "from": CityId,
        "to": CityId,
        "points": int,
        "cards": NotRequired[
            Annotated[list[CardKind], "The train cards that it takes, where tickets are paid in cards."]
        ],
        "also": NotRequired[Annotated[list[GoalView], "Other cities that complete it when they are connected."]],
    },
)
TicketView.__doc__ = "A ticket as printed."


class HeldTicketView(TicketView):
    """A ticket in somebody's hands."""

    completed: Annotated[bool, "Whether it is completed."]
    earned: NotRequired[Annotated[int, "Its score so far, if completed, where `also` has other goals."]]


class ShownTicketsView(TypedDict):
    """The tickets of a seat, open to all."""

    tickets_shown: NotRequired[Annotated[list[HeldTicketView], "When the game has been scored."]]


class OwnTicketsView(TypedDict):
    """A seat's own tickets."""

    tickets: list[HeldTicketView]


class TicketDeckView(TypedDict):
    """The tickets that are still to be drawn."""

    ticket_deck: Annotated[int, "How many tickets can still be drawn."]


class TicketCountView(TypedDict):
    """How many tickets a seat holds."""

    tickets: Annotated[
        int | None,
        "How many it has kept: without those that it chooses from just now, and without those that it has laid aside "
        "as completed (card game). Null while others choose their first.",
    ]


class TicketOfferView(TypedDict):
    """What a seat may choose from; the tickets themselves are for that seat alone."""

    offer_count: Annotated[int, "How many tickets are offered."]
    at_least: Annotated[int, "How many of them must be kept."]
    offer: NotRequired[Annotated[list[TicketView], "The tickets offered; for the seat that is asked only."]]


def _ticket_deck(state: Position, viewer: int | None) -> TicketDeckView:
    return {"ticket_deck": len(state.tickets.deck)}


def _ticket_count(state: Position, seat: int, viewer: int | None) -> TicketCountView:
    """Return how many tickets a seat holds, which others do not know until all have chosen their first tickets (B3)."""
    choosing = bool(state.tickets.returned) and seat != viewer
    return {"tickets": None if choosing else len(state.tickets.held[seat])}


def _offer(state: Position, prompt: KeepTickets, viewer: int | None) -> TicketOfferView:
    fields: TicketOfferView = {"offer_count": len(prompt.offer), "at_least": prompt.at_least}
    if prompt.seat == viewer:
        fields["offer"] = [ticket_view(state.rules.board, ticket) for ticket in prompt.offer]
    return fields


def ticket_view(board: Board, ticket: Ticket) -> TicketView:
    """Return a ticket as printed, with the cards that it takes where tickets are paid in cards."""
    fact = board.tickets[ticket]
    a, b = (board.cities[city].slug for city in fact.ends)
    fields: TicketView = {"number": fact.number, "from": a, "to": b, "points": fact.points}
    if fact.cards:
        fields["cards"] = [KINDS[card] for card in fact.cards]
    if len(fact.goals) > 1:
        fields["also"] = [goal_view(board, goal) for goal in fact.goals[1:]]
    return fields


def goal_view(board: Board, goal: Goal) -> GoalView:
    """Return two cities of a ticket as views name them, with what they score."""
    a, b = (board.cities[city].slug for city in goal.ends)
    return {"from": a, "to": b, "points": goal.points}


def _read_keep(board: Board, words: list[str]) -> Move:
    return Keep(notation.tickets(board, words, "keep_what", notation.a_choice(board, "keep")))


FEATURE: Final = Feature(
    reducers={
        TicketsShuffled: _tickets_shuffled,
        FirstTicketsDealt: _first_tickets_dealt,
        FirstTicketsKept: _first_tickets_kept,
        TicketsDrawn: _tickets_drawn,
    },
    verbs={"tickets": lambda board, words: notation.alone(words, DrawTickets()), "keep": _read_keep},
    writers={
        DrawTickets: notation.word("tickets"),
        Keep: lambda board, move: f"keep {notation.numbers(board, move.tickets)}",
    },
    table=_ticket_deck,
    seat=_ticket_count,
    prompts={KeepFirstTickets: _offer, KeepTickets: _offer},
    effects={
        TicketsShuffled: (Effect.SHUFFLE,),
        FirstTicketsDealt: (Effect.OFFER,),
        FirstTicketsKept: (Effect.SET_ASIDE,),
        TicketsDrawn: (Effect.OFFER,),
    },
)
RETURNED: Final = Feature(reducers={TicketsKept: _tickets_kept}, effects={TicketsKept: (Effect.RETURN,)})
"""The feature of games that put later tickets that were returned under the deck (B16)."""
TO_THE_BOTTOM: Final = Feature(
    reducers={FirstTicketsSettled: _first_tickets_settled}, effects={FirstTicketsSettled: (Effect.RETURN_ASIDE,)}
)
"""The feature of games that put the first tickets that were returned under the deck (B3)."""
SHUFFLED: Final = Feature(
    reducers={FirstTicketsShuffled: _first_tickets_shuffled}, effects={FirstTicketsShuffled: (Effect.SHUFFLE_ASIDE,)}
)
"""The feature of games that shuffle the first tickets that were returned, and put them under the deck (W3)."""
SHUFFLED_IN: Final = Feature(
    reducers={FirstTicketsShuffled: _first_tickets_shuffled}, effects={FirstTicketsShuffled: (Effect.SHUFFLE_IN,)}
)
"""The feature of games that shuffle them into the deck (C3)."""
