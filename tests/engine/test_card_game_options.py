"""The card game's moves: offered is accepted and nothing else is; one line of text for each."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, permutations

import pytest

import engine
from engine.boards import Ticket
from engine.completing import Complete
from engine.tickets import Keep, KeepTickets
from engine.yards import PlaceThree

from .play import refusal, steps
from .positions import Kind
from .yards_table import BOARD, CARD_GAME, CARD_TABLES, CARDS, playable, yards

RULES = ("B4", "B5", "B6", "B10", "B11", "B16", "C8", "C9", "C12")


def every_move(state: engine.State, seat: int) -> Iterator[engine.Move]:
    yield from playable(seat, state)  # type: ignore[arg-type]
    prompt = state.prompt_of(seat)
    held = state.tickets.held[seat]  # type: ignore[attr-defined]
    offer = prompt.offer if isinstance(prompt, KeepTickets) else ()
    others = [ticket for ticket in map(Ticket, range(46)) if ticket not in (*held, *offer)]
    for kind, tickets in ((Keep, (*offer, others[0], *offer[:1])), (Complete, (*held[:7], others[0], *held[:1]))):
        for count in range(len(tickets) + 1):
            yield from map(kind, combinations(tickets, count))


def in_order(move: engine.Move, prompt: engine.Prompt | None) -> engine.Move:
    """Tickets and colors may be named in any order; they are offered in one."""
    if isinstance(move, Keep) and isinstance(prompt, KeepTickets):
        return Keep(tuple(sorted(move.tickets, key=[*prompt.offer, *move.tickets].index)))
    if isinstance(move, Complete):
        return Complete(tuple(sorted(move.tickets)))
    return PlaceThree(tuple(sorted(move.colors))) if isinstance(move, PlaceThree) else move


def check_offered(state: engine.State, seat: int) -> None:
    options = engine.options(state, seat)
    offered = set(islice(options, 5000))
    assert len(offered) == min(len(options), 5000)
    assert not [move for move in offered if move not in options or refusal(state, seat, move)]  # type: ignore[arg-type]
    for move in every_move(state, seat):
        refused = refusal(state, seat, move)  # type: ignore[arg-type]
        assert (refused is None) == (move in options)
        if len(options) <= 5000:
            assert (refused is None) == (in_order(move, state.prompt_of(seat)) in offered and not twice(move))
        assert refused is None or refused.detail["rule"] in RULES


def twice(move: engine.Move) -> bool:
    """Whether something is named twice in it."""
    named: tuple[int, ...] = getattr(move, "tickets", ()) or getattr(move, "colors", ())
    return len(set(named)) < len(named)


@pytest.mark.parametrize(("kind", "seats"), CARD_TABLES, ids=str)
def test_in_whole_games_exactly_what_is_offered_is_accepted(kind: Kind, seats: int) -> None:
    seen: Counter[str] = Counter()
    for number, step in enumerate(steps(seats, 7, kind=kind)):
        asked = {prompt.tag for prompt in step.state.prompts}
        if number % (12 * seats) == 0 or any(not seen[tag] for tag in asked):
            for seat in range(seats):
                check_offered(step.state, seat)
        seen.update(asked)
    assert set(seen) == {"keep_first_tickets", "take_turn", "draw_again", "keep_tickets", "complete_tickets"}


def test_for_a_full_hand_and_full_yards_as_well() -> None:
    everything = "purple 3 blue 3 orange 3 white 3 green 3 yellow 3 black 3 red 3 loco 4"
    check_offered(yards(hands={0: everything}).state, 0)
    rows = {0: ["blue 2", "red 1"], 1: ["green 1 loco 2", "white 4", "black 1"]}
    check_offered(yards(hands={0: everything}, in_yards=rows, deck="", in_market="- - loco - -").state, 0)


def test_every_offered_move_can_be_decided() -> None:
    for seats in CARD_GAME.seat_counts:
        for number, step in enumerate(steps(seats, 5, kind=CARDS)):
            if number % 30 == 0:
                for prompt in step.state.prompts:
                    for move in islice(engine.options(step.state, prompt.seat), 200):
                        assert engine.decide(step.state, prompt.seat, move, engine.Chance(bytes(32))).events


@pytest.mark.parametrize("seats", CARD_GAME.seat_counts)
def test_every_move_has_a_line_that_reads_back(seats: int) -> None:
    for step in steps(seats, 4, kind=CARDS):
        for prompt in step.state.prompts:
            for move in islice(engine.options(step.state, prompt.seat), 30):
                assert engine.notation.parse(CARD_GAME, engine.notation.write(CARD_GAME, move)) == move


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("PLACE  Blue 3  LOCO 1", "place blue 3 loco 1"),
        ("place loco 1 blue 3", "place blue 3 loco 1"),
        ("place blue 2 loco 0", "place blue 2"),
        ("place blue 1 locomotive 2", "place blue 1 loco 2"),
        ("place red blue green", "place red blue green"),
        ("complete 17 3", "complete 17 3"),
        ("complete none", "complete none"),
    ],
)
def test_lines(line: str, written: str) -> None:
    assert engine.notation.write(CARD_GAME, engine.notation.parse(CARD_GAME, line)) == written


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("place", "place_what"),
        ("place blue", "place_what"),
        ("place blue red", "place_what"),
        ("place blue red green white", "place_what"),
        ("place blue 3 loco", "place_what"),
        ("place blue 2 red 2", "place_what"),
        ("place loco 3", "place_what"),
        ("place 3 blue", "unknown_card"),
        ("place blue 2 loco x", "not_a_number"),
        ("place blue red pink", "unknown_card"),
        ("complete", "complete_what"),
        ("complete 47", "unknown_ticket"),
        ("complete three", "not_a_number"),
        ("claim denver-omaha blue", "unknown_verb"),
    ],
)
def test_lines_that_are_none(line: str, code: str) -> None:
    with pytest.raises(engine.MalformedMove) as refusal:
        engine.notation.parse(CARD_GAME, line)
    assert refusal.value.code == code
    if code.endswith("_what"):
        alternatives = str(refusal.value.detail["expected"]).split(", or ")
        assert all(engine.notation.parse(CARD_GAME, each) for each in alternatives)


def test_tickets_and_colors_may_be_named_in_any_order() -> None:
    game = yards(hands={0: "blue 1 red 1 green 1"})
    for colors in permutations(("blue", "red", "green")):
        assert engine.notation.parse(CARD_GAME, f"place {' '.join(colors)}") in engine.options(game.state, 0)


def test_the_verbs_are_the_card_games() -> None:
    assert set(CARD_GAME.verbs) == {"draw", "tickets", "keep", "place", "complete", "pass", "resign", "back"}
    assert not BOARD.routes
