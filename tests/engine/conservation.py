"""What must hold after every entry of every game, whoever plays it and however."""

import engine
from engine.cards import ONE, counts, full_deck, size
from engine.claims import BoardPosition
from engine.core import State
from engine.tickets import KeepTickets

from .play import Step
from .positions import BOARD, USA
from .recorder import CODEC


def check_cards(state: BoardPosition) -> None:
    """110 cards, and no bag with too few of a kind."""
    cards = state.cards
    bags = [cards.deck, cards.discards, *cards.hands, *(ONE[card] for card in cards.market if card is not None)]
    assert sum(bags) == full_deck(12, 14)
    assert all(count <= 14 for bag in bags for count in counts(bag))
    assert cards.deck or not cards.discards


def check_trains(state: BoardPosition) -> None:
    """45 trains a seat, on the board or before the player; no route twice; B14."""
    network = state.network
    for seat in range(state.seats):
        used = sum(BOARD.routes[route].length for route in network.routes_of(seat))
        assert network.trains[seat] + used == 45
        assert network.trains[seat] >= 0
    claimed = [route for seat in range(state.seats) for route in network.routes_of(seat)]
    assert len(set(claimed)) == len(claimed)
    for seat in range(state.seats):
        groups = [BOARD.routes[route].group for route in network.routes_of(seat) if BOARD.routes[route].group]
        assert len(set(groups)) == len(groups)


def check_tickets(state: BoardPosition) -> None:
    """30 tickets: in the deck, held, offered, or to be returned when all have chosen."""
    tickets = state.tickets
    offers = [prompt.offer for prompt in state.prompts if isinstance(prompt, KeepTickets)]
    everywhere = [*tickets.deck, *sum(tickets.held, ()), *sum(tickets.returned.values(), ()), *sum(offers, ())]
    assert sorted(everywhere) == sorted(BOARD.ticket_of.values())


def check_prompts(state: BoardPosition) -> None:
    """A running game asks somebody who is there; whoever is asked has an answer."""
    assert bool(state.prompts) != state.over
    assert len({prompt.seat for prompt in state.prompts}) == len(state.prompts)
    for prompt in state.prompts:
        assert prompt.seat not in state.away
        assert len(engine.options(state, prompt.seat))
        assert engine.default_move(state, prompt.seat) in engine.options(state, prompt.seat)


def check_market(state: BoardPosition) -> None:
    """B9, B10: no place is empty while there are cards, and no three locomotives lie where better could come."""
    if not state.over:
        cards = state.cards
        assert None not in cards.market or not cards.deck
        colored = size(cards.deck + cards.discards) - counts(cards.deck + cards.discards)[8]
        assert cards.market.count(8) < 3 or colored < 3 or size(cards.deck) == 5  # type: ignore[arg-type]


def check(step: Step) -> None:
    """Everything that can be seen in one position."""
    for look in (check_cards, check_trains, check_tickets, check_prompts, check_market):
        look(step.state)


def check_log(steps: list[Step]) -> None:
    """The log alone gives every position on the way: replayed, and through the codec."""
    state: State = USA.new(USA, steps[0].state.seats, {})
    for number, step in enumerate(steps, 1):
        for event in step.events:
            state = engine.evolve(state, event)
        state.entry = number
    entries = [(number, step.events) for number, step in enumerate(steps, 1)]
    replayed = engine.replay(USA, state.seats, {}, entries)
    assert replayed == steps[-1].state
    assert CODEC.read_position(CODEC.position(replayed)) == replayed
