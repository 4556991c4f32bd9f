"""What must hold after every entry of every game, however it is played.

How many cards, tickets and trains there are is what the empty table has; a game that has something of its own is
checked for what all games have, without a word here.
"""

from functools import cache, lru_cache

import engine
from engine.boards import Board, City, Routes
from engine.cards import LOCOMOTIVE, Bag, RoundCards, counts, size
from engine.model import State
from engine.parts.alvin import AlvinPosition
from engine.parts.claims import BoardPosition
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
    """The table before anything has happened."""
    return rules.new(rules, seats, {})


@cache
def all_cards(rules: engine.Ruleset, seats: int) -> Bag:
    return sum(lying.bags(empty_table(rules, seats)))


def check_cards(state: Position) -> None:
    """No card more or fewer, and no bag with too few of a kind: in a number of counts that would show as very many."""
    bags, everything = lying.bags(state), all_cards(state.rules, state.seats)
    most = max(counts(everything))
    assert sum(bags) == everything
    assert all(max(counts(bag)) <= most for bag in bags if bag)


def check_tickets(state: Position) -> None:
    """All tickets, each in one place: in the deck, held, completed, offered, or to be returned when all have chosen."""
    assert sorted(lying.tickets(state)) == list(range(len(state.rules.board.tickets)))


def check_prompts(state: Position) -> None:
    """A running game asks somebody who is there, and that seat has an answer."""
    assert bool(state.prompts) != state.over
    assert len({prompt.seat for prompt in state.prompts}) == len(state.prompts)
    for prompt in state.prompts:
        assert prompt.seat not in state.away
        assert len(engine.options(state, prompt.seat))
        assert engine.default_move(state, prompt.seat) in engine.options(state, prompt.seat)


def check_market(state: Position) -> None:
    """B8-B10, C7: no place is empty while there are cards, and no three locomotives lie where better could come.

    In the middle of a turn in which cards came back places may still be empty: what a claim leads to is asked before
    they are filled.
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
    """Every train is on the board or before its player; no route twice; B14."""
    if not isinstance(state, BoardPosition):
        return
    network, routes, before = state.network, state.rules.board.routes, empty_table(state.rules, state.seats)
    assert isinstance(before, BoardPosition)
    for seat in range(state.seats):
        claimed = network.routes_of(seat)
        assert network.trains[seat] + sum(routes[route].length for route in claimed) == before.network.trains[seat]
        assert network.trains[seat] >= 0
        groups = [routes[route].group for route in claimed if routes[route].group]
        assert len(set(groups)) == len(groups)
    everywhere = [route for seat in range(state.seats) for route in network.routes_of(seat)]
    assert len(set(everywhere)) == len(everywhere)


def check_markers(state: Position) -> None:
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


def check_alvin(state: Position) -> None:
    """He is where he started or in a city with a marker, and between two prompts nobody still has to move him (W11)."""
    if isinstance(state, AlvinPosition):
        start, (city, caught_by) = state.rules.board.city_of["roswell"], (state.alvin.city, state.alvin.caught_by)
        assert state.marked_by(start) is None
        assert city == start or state.marked_by(city) is not None
        asked = {prompt.seat for prompt in state.prompts if prompt.tag in ("place_marker", "move_alvin")}
        assert caught_by is None or caught_by in asked


def check_yards(state: Position) -> None:
    """A color lies in at most one yard, on cards of its own (C8, C9)."""
    if isinstance(state, YardPosition):
        rows = [row for yard in state.yards for row in yard]
        assert len({row.color for row in rows}) == len(rows)
        assert all(row.cards >= 1 and row.locomotives >= 0 for row in rows)


def check_rounds(state: Position) -> None:
    """The last turns are those with an empty deck (C11); choosing is for all who have not chosen (C12)."""
    if isinstance(state, YardPosition):
        assert state.over or (state.turns_left is None) == bool(state.cards.deck)
        asked = [prompt.seat for prompt in state.prompts if isinstance(prompt, CompleteTickets)]
        assert not asked or sorted((*asked, *state.chosen)) == list(range(state.seats))


FILLED = (DrawAgain, KeepTickets)
"""What is asked in the middle of a turn when the market has been filled."""
LOOKS = (
    *(check_cards, check_tickets, check_prompts, check_market, check_trains),
    *(check_markers, check_alvin, check_yards, check_rounds),
)


def check(step: Step) -> None:
    """Everything that can be seen in one position."""
    for look in LOOKS:
        look(step.state)


def check_log(game: list[Step]) -> None:
    """The log alone gives every position on the way, and each still is what it was when it came about.

    So replay equals live, no decision has changed an earlier position, and positions share nothing that changes. The
    last one comes back from its stored form.
    """
    last = game[-1].state
    rules, seats, options = last.rules, last.seats, last.options
    state: State = rules.new(rules, seats, options)
    for state.entry, step in enumerate(game, 1):
        for event in step.events:
            rules.reducers[type(event)](state, event)
        assert state == step.state
    assert engine.replay(rules, seats, options, [(number, step.events) for number, step in enumerate(game, 1)]) == last
    codec = engine.codec_of(rules)
    assert codec.read_position(codec.position(last)) == last
