"""Invariants that hold after every entry of every game, however it is played.

The numbers of cards, tickets and trains are those of the empty table; a game with parts of its own needs no code here
to be checked for everything that all games have in common.
"""

from functools import cache, lru_cache

import engine
from engine.boards import Board, City, Routes
from engine.cards import LOCOMOTIVE, Bag, RoundCards, counts, size
from engine.model import State
from engine.parts.alvin import AlvinPosition
from engine.parts.claims import BoardPosition, RouteClaimed
from engine.parts.markers import MarkedPosition
from engine.parts.market import DrawAgain, MarketFlushed
from engine.parts.network import connected, routes_in
from engine.parts.position import Position
from engine.parts.ticket_completion import CompleteTickets
from engine.parts.tickets import KeepTickets
from engine.parts.yards import YardPosition

from . import lying
from .play import Step


@cache
def empty_table(rules: engine.Ruleset, seats: int) -> State:
    """Return the table before anything has happened."""
    return rules.new(rules, seats, {})


@cache
def all_cards(rules: engine.Ruleset, seats: int) -> Bag:
    return sum(lying.bags(empty_table(rules, seats)))


def check_cards(state: Position) -> None:
    """Check that no card was added or lost, and that no count in a bag went below zero (which shows as a huge one)."""
    bags, everything = lying.bags(state), all_cards(state.rules, state.seats)
    most = max(counts(everything))
    assert sum(bags) == everything
    assert all(max(counts(bag)) <= most for bag in bags if bag)


def check_tickets(state: Position) -> None:
    """Check that each ticket is in one place: in the deck, held, completed, offered, or to be returned after all have
    chosen.
    """
    assert sorted(lying.tickets(state)) == list(range(len(state.rules.board.tickets)))


def check_prompts(state: Position) -> None:
    """Check that a running game asks a seat that is present, and that this seat has a legal answer."""
    assert bool(state.prompts) != state.over
    assert len({prompt.seat for prompt in state.prompts}) == len(state.prompts)
    for prompt in state.prompts:
        assert prompt.seat not in state.away
        assert len(engine.options(state, prompt.seat))
        assert engine.default_move(state, prompt.seat) in engine.options(state, prompt.seat)


def check_market(state: Position) -> None:
    """B8-B10, C7: check that no place is empty while there are cards, and no three locomotives lie that can be
    replaced.

    In the middle of a turn in which cards came back, places may still be empty: questions that follow a claim are asked
    before the market is filled.
    """
    cards = state.cards
    assert cards.deck or not cards.discards or isinstance(cards, RoundCards)
    if state.over or any(prompt.within_turn and not isinstance(prompt, FILLED) for prompt in state.prompts):
        return
    assert None not in cards.market or not cards.deck
    if MarketFlushed in state.rules.reducers:
        to_come = cards.deck + cards.discards
        colored = size(to_come) - counts(to_come)[LOCOMOTIVE]
        assert cards.market.count(LOCOMOTIVE) < 3 or colored < 3 or size(cards.deck) == 5


def check_trains(state: Position) -> None:
    """Check that all trains are there as long as nothing is claimed, that no route is claimed twice, and B14."""
    if not isinstance(state, BoardPosition):
        return
    network, routes = state.network, state.rules.board.routes
    for seat, trains in enumerate(trains_of(empty_table(state.rules, state.seats))):
        claimed = network.routes_of(seat)
        assert 0 <= network.trains[seat] <= trains
        assert claimed or network.trains[seat] == trains
        groups = [routes[route].group for route in claimed if routes[route].group]
        assert len(set(groups)) == len(groups)
    everywhere = [route for seat in range(state.seats) for route in network.routes_of(seat)]
    assert len(set(everywhere)) == len(everywhere)


def trains_of(state: State) -> list[int]:
    """Return the trains that each seat has left; there are none without a board."""
    return state.network.trains if isinstance(state, BoardPosition) else []


def check_trains_taken(before: list[int], event: engine.Event, state: State) -> None:
    """Check that a claim takes as many trains as it says from the claimer alone, and nothing else takes any."""
    taken = [trains - left for trains, left in zip(before, trains_of(state), strict=True)]
    if isinstance(event, RouteClaimed):
        assert sum(taken) == taken[event.seat] == event.trains > 0
    else:
        assert not any(taken)


def check_markers(state: Position) -> None:
    """Check for at most three markers per seat and one per city, and networks joined to the starting city (W4-W6)."""
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
    """Return the cities and routes connected with the starting city, which must be everything the seat has reached
    (W5).
    """
    roots = connected(board, routes_in(claimed))
    assert len(set(roots.values())) <= 1
    assert not roots or start[0] in roots
    network = {*start, *roots}
    return network, sum(1 << index for index, fact in enumerate(board.routes) if network & set(fact.ends))


def check_alvin(state: Position) -> None:
    """Check that Alvin is where he started or in a city with a marker, and that no move of his is pending (W11)."""
    if isinstance(state, AlvinPosition):
        start, (city, caught_by) = state.rules.board.city_of["roswell"], (state.alvin.city, state.alvin.caught_by)
        assert state.marked_by(start) is None
        assert city == start or state.marked_by(city) is not None
        asked = {prompt.seat for prompt in state.prompts if prompt.tag in ("place_marker", "move_alvin")}
        assert caught_by is None or caught_by in asked


def check_yards(state: Position) -> None:
    """Check that a color lies in at most one yard, with cards of that color (C8, C9)."""
    if isinstance(state, YardPosition):
        rows = [row for yard in state.yards for row in yard]
        assert len({row.color for row in rows}) == len(rows)
        assert all(row.cards >= 1 and row.locomotives >= 0 for row in rows)


def check_rounds(state: Position) -> None:
    """Check that the last turns come with an empty deck (C11), and that all who have not yet chosen are asked (C12)."""
    if isinstance(state, YardPosition):
        assert state.over or (state.turns_left is None) == bool(state.cards.deck)
        asked = [prompt.seat for prompt in state.prompts if isinstance(prompt, CompleteTickets)]
        assert not asked or sorted((*asked, *state.chosen)) == list(range(state.seats))


FILLED = (DrawAgain, KeepTickets)
"""Prompts in the middle of a turn after the market has been filled."""
LOOKS = (
    *(check_cards, check_tickets, check_prompts, check_market, check_trains),
    *(check_markers, check_alvin, check_yards, check_rounds),
)


def check(step: Step) -> None:
    """Check all invariants of one position."""
    for look in LOOKS:
        look(step.state)


def check_log(game: list[Step]) -> None:
    """Check that the log alone gives every position on the way, and that earlier positions have not changed since.

    So replay equals live play, no decision has changed an earlier position, and positions share nothing mutable. The
    last position is also restored from its stored form.
    """
    last = game[-1].state
    rules, seats, options = last.rules, last.seats, last.options
    state: State = rules.new(rules, seats, options)
    for state.entry, step in enumerate(game, 1):
        for event in step.events:
            before = trains_of(state)
            rules.reducers[type(event)](state, event)
            check_trains_taken(before, event, state)
        assert state == step.state
    assert engine.replay(rules, seats, options, [(number, step.events) for number, step in enumerate(game, 1)]) == last
    codec = engine.codec_of(rules)
    assert codec.read_position(codec.position(last)) == last
