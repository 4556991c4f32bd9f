"""Random games of the card game: nothing is lost, all end, and the log alone tells them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.cards import counts
from engine.completing import CompleteTickets
from engine.tickets import KeepTickets
from engine.yards import YardPosition

from .conservation import check_log, check_prompts
from .play import WAYS, Players, Step, steps
from .positions import Kind
from .yards_table import ALL, BOARD, CARD_TABLES, CARDS, elsewhere

AT = st.sampled_from(CARD_TABLES)
SEEDS = st.integers(0, 1 << 32)


def check_cards(state: YardPosition) -> None:
    """96 cards; a market place is empty only when the deck is (C7)."""
    cards = state.cards
    rows = [row.bag for yard in state.yards for row in yard]
    bags = [cards.deck, cards.discards, *cards.hands, *state.on_track, *rows]
    assert all(count <= 16 for bag in bags for count in counts(bag))
    assert elsewhere(state) + cards.deck + cards.discards == ALL
    assert state.over or not cards.deck or None not in cards.market


def check_yards(state: YardPosition) -> None:
    """A color lies in at most one yard, on cards of its own (C8, C9)."""
    rows = [row for yard in state.yards for row in yard]
    assert len({row.color for row in rows}) == len(rows)
    assert all(row.cards >= 1 and row.locomotives >= 0 for row in rows)


def check_tickets(state: YardPosition) -> None:
    """46 tickets: in the deck, held, completed, offered, or to be returned when all have chosen."""
    tickets = state.tickets
    offers = [prompt.offer for prompt in state.prompts if isinstance(prompt, KeepTickets)]
    groups = (*tickets.held, *state.completed, *tickets.returned.values(), *offers)
    assert sorted((*tickets.deck, *sum(groups, ()))) == sorted(BOARD.ticket_of.values())


def check_rounds(state: YardPosition) -> None:
    """The last turns are those with an empty deck (C11); choosing is for all who have not chosen (C12)."""
    assert state.over or (state.turns_left is None) == bool(state.cards.deck)
    asked = [prompt.seat for prompt in state.prompts if isinstance(prompt, CompleteTickets)]
    assert not asked or sorted((*asked, *state.chosen)) == list(range(state.seats))


def check(step: Step) -> None:
    state: object = step.state
    assert isinstance(state, YardPosition)
    for look in (check_cards, check_yards, check_tickets, check_rounds):
        look(state)
    check_prompts(step.state)


def played(kind: Kind, seats: int, seed: int, leaving: float) -> list[Step]:
    """A whole game, looked at after every entry."""
    game = []
    for step in steps(seats, seed, leaving=leaving, kind=kind):
        check(step)
        game.append(step)
    return game


@given(AT, SEEDS, st.sampled_from([0.0, 0.01, 0.1]))
def test_nothing_is_lost_after_any_entry(at: tuple[Kind, int], seed: int, leaving: float) -> None:
    kind, seats = at
    game = played(kind, seats, seed, leaving)
    assert game[-1].state.over
    check_log(game)


@given(AT, SEEDS, st.sampled_from([0.0, 0.02]))
def test_every_ticket_is_scored_once_and_every_bonus_goes_to_the_most(
    at: tuple[Kind, int], seed: int, leaving: float
) -> None:
    kind, seats = at
    *_, step = steps(seats, seed, leaving=leaving, kind=kind)
    state: object = step.state
    assert isinstance(state, YardPosition)
    if state.outcome == "played":
        lines = [(line.seat, line.points) for line in state.ledger if line.reason == "ticket"]
        done = [(seat, BOARD.tickets[t].points) for seat in range(seats) for t in state.completed[seat]]
        open_ones = [(seat, -BOARD.tickets[t].points) for seat in range(seats) for t in state.tickets.held[seat]]
        assert sorted(lines) == sorted(done + open_ones)
        for line in state.ledger:
            if line.reason == "big_city":
                city = BOARD.city_of[line.subject]
                naming = [sum(city in BOARD.tickets[t].ends for t in tickets) for tickets in state.completed]
                assert naming[line.seat] == max(naming) > 0


@pytest.mark.parametrize(("kind", "seats"), CARD_TABLES, ids=str)
@pytest.mark.parametrize("way", WAYS[2:], ids=lambda way: way.__name__)
def test_games_end_however_they_are_played(kind: Kind, seats: int, way: object) -> None:
    for seed in range(3):
        players = Players(seats, seed)
        players.ways = [way] * seats  # type: ignore[list-item]
        chance = engine.Chance(players.rnd.randbytes(32))
        state, _ = engine.start(kind.rules, seats, chance, kind.options)
        entries = 0
        while not state.over:
            state, _ = engine.decide(state, *players.next(state), chance)
            entries += 1
        assert entries < 1000


@given(AT, SEEDS)
def test_decide_never_changes_the_position_it_was_given(at: tuple[Kind, int], seed: int) -> None:
    kind, seats = at
    codec = engine.codec_of(kind.played)
    kept = [(codec.digest(step.state), step.state) for step in steps(seats, seed, leaving=0.02, kind=kind)]
    assert all(codec.digest(state) == digest for digest, state in kept)


def test_the_option_changes_what_is_seen_and_nothing_else() -> None:
    for closed, open_stack in zip(
        steps(3, 5, kind=CARDS), steps(3, 5, kind=Kind(CARDS.rules, ("open_stack",))), strict=True
    ):
        assert (closed.seat, closed.move, closed.events) == (open_stack.seat, open_stack.move, open_stack.events)


GAMES, PORTION = 1000, 50


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, GAMES, PORTION))
@pytest.mark.parametrize(("kind", "seats"), CARD_TABLES, ids=str)
def test_a_thousand_games_end_and_lose_nothing(kind: Kind, seats: int, first: int) -> None:
    for seed in range(first, first + PORTION):
        game = played(kind, seats, seed, (0.0, 0.01, 0.05)[seed % 3])
        assert game[-1].state.over
        check_log(game)
