"""Random games of the card game: the scores, and the effects of the option."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parts.yards import YardPosition

from .play import steps
from .positions import Kind
from .yards_table import BOARD, CARD_TABLES, CARDS

AT = st.sampled_from(CARD_TABLES)
SEEDS = st.integers(0, 1 << 32)


@settings(max_examples=15)
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


def test_the_option_changes_what_is_seen_and_nothing_else() -> None:
    for closed, open_stack in zip(
        steps(3, 5, kind=CARDS), steps(3, 5, kind=Kind(CARDS.rules, ("open_stack",))), strict=True
    ):
        assert (closed.seat, closed.move, closed.events) == (open_stack.seat, open_stack.move, open_stack.events)
