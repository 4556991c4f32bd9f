"""What must hold after every entry of every game, whoever plays it and however."""

from functools import lru_cache

import engine
from engine.alvin import AlvinPosition
from engine.boards import Board, City
from engine.cards import ONE, counts, full_deck, size
from engine.claims import BoardPosition
from engine.core import State
from engine.markers import MarkedPosition
from engine.network import Routes, connected, routes_in
from engine.tickets import KeepTickets

from .play import Step

TRAINS = {"usa@1": 45, "old_west@1": 40}


def check_cards(state: BoardPosition) -> None:
    """110 cards, and no bag with too few of a kind."""
    cards = state.cards
    bags = [cards.deck, cards.discards, *cards.hands, *(ONE[card] for card in cards.market if card is not None)]
    assert sum(bags) == full_deck(12, 14)
    assert all(count <= 14 for bag in bags for count in counts(bag))
    assert cards.deck or not cards.discards


def check_trains(state: BoardPosition) -> None:
    """45 trains a seat, or 40, on the board or before the player; no route twice; B14."""
    network, routes = state.network, state.rules.board.routes
    for seat in range(state.seats):
        used = sum(routes[route].length for route in network.routes_of(seat))
        assert network.trains[seat] + used == TRAINS[state.rules.id]
        assert network.trains[seat] >= 0
    claimed = [route for seat in range(state.seats) for route in network.routes_of(seat)]
    assert len(set(claimed)) == len(claimed)
    for seat in range(state.seats):
        groups = [routes[route].group for route in network.routes_of(seat) if routes[route].group]
        assert len(set(groups)) == len(groups)


def check_tickets(state: BoardPosition) -> None:
    """All tickets: in the deck, held, offered, or to be returned when all have chosen."""
    tickets = state.tickets
    offers = [prompt.offer for prompt in state.prompts if isinstance(prompt, KeepTickets)]
    everywhere = [*tickets.deck, *sum(tickets.held, ()), *sum(tickets.returned.values(), ()), *sum(offers, ())]
    assert sorted(everywhere) == sorted(state.rules.board.ticket_of.values())


def check_prompts(state: BoardPosition) -> None:
    """A running game asks somebody who is there; whoever is asked has an answer."""
    assert bool(state.prompts) != state.over
    assert len({prompt.seat for prompt in state.prompts}) == len(state.prompts)
    for prompt in state.prompts:
        assert prompt.seat not in state.away
        assert len(engine.options(state, prompt.seat))
        assert engine.default_move(state, prompt.seat) in engine.options(state, prompt.seat)


def check_market(state: BoardPosition) -> None:
    """B9, B10: no place is empty while there are cards, and no three locomotives lie where better could come.

    In the middle of a turn in which cards came back places may still be empty.
    """
    if not state.over and not any(prompt.tag in ("place_marker", "move_alvin") for prompt in state.prompts):
        cards = state.cards
        assert None not in cards.market or not cards.deck
        colored = size(cards.deck + cards.discards) - counts(cards.deck + cards.discards)[8]
        assert cards.market.count(8) < 3 or colored < 3 or size(cards.deck) == 5  # type: ignore[arg-type]


def check_markers(state: BoardPosition) -> None:
    """At most three markers a seat, one a city; networks hang together from the starting city on (W4-W6)."""
    if not isinstance(state, MarkedPosition):
        return
    everywhere = [city for cities in state.markers for city in cities]
    assert len(set(everywhere)) == len(everywhere)
    assert all(len(cities) <= 3 for cities in state.markers)
    for seat, cities in enumerate(state.markers):
        network, touching = joined_to(state.rules.board, cities[:1], state.network.claimed[seat])
        assert set(cities) <= network
        assert state.reach[seat] == touching


@lru_cache
def joined_to(board: Board, start: tuple[City, ...], claimed: Routes) -> tuple[set[City], Routes]:
    """The starting city and all that is joined to it, which must be all that was reached, and the routes there (W5)."""
    roots = connected(board, routes_in(claimed))
    assert len(set(roots.values())) <= 1
    assert not roots or start[0] in roots
    network = {*start, *roots}
    return network, sum(1 << index for index, fact in enumerate(board.routes) if network & set(fact.ends))


def check_alvin(state: BoardPosition) -> None:
    """He is where he started or in a city with a marker, and between two prompts nobody still has to move him (W11)."""
    if isinstance(state, AlvinPosition):
        start, (city, caught_by) = state.rules.board.city_of["roswell"], (state.alvin.city, state.alvin.caught_by)
        assert state.marked_by(start) is None
        assert city == start or state.marked_by(city) is not None
        asked = {prompt.seat for prompt in state.prompts if prompt.tag in ("place_marker", "move_alvin")}
        assert caught_by is None or caught_by in asked


def check(step: Step) -> None:
    """Everything that can be seen in one position."""
    for look in (check_cards, check_trains, check_tickets, check_prompts, check_market, check_markers, check_alvin):
        look(step.state)


def check_log(steps: list[Step]) -> None:
    """The log alone gives every position on the way: replayed, and through the codec."""
    last = steps[-1].state
    rules, seats, options = last.rules, last.seats, last.options
    state: State = rules.new(rules, seats, options)
    for number, step in enumerate(steps, 1):
        for event in step.events:
            state = engine.evolve(state, event)
        state.entry = number
    entries = [(number, step.events) for number, step in enumerate(steps, 1)]
    replayed = engine.replay(rules, seats, options, entries)
    assert replayed == last
    codec = engine.codec_of(rules)
    assert codec.read_position(codec.position(replayed)) == replayed
