"""C12: completing tickets from the stack, counted and chosen without listing all sets."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.boards import City, Ticket, TicketFact
from engine.cards import EMPTY, ONE, Bag, bag_of, counts, size
from engine.parts.best_set import best_set
from engine.parts.ticket_completion import Complete, TicketsCompleted, costs, worths
from engine.parts.ticket_sets import FEW, TicketSets, paid, steps, suffices

from .positions import Game, bag, card
from .yards_table import BOARD, CARDS, position, tags, tickets, yards

COSTS = costs(BOARD)
HELD = st.sets(st.sampled_from(range(46)), max_size=9).map(sorted)
STACK = st.tuples(*[st.integers(0, 4)] * 8, st.integers(0, 4)).map(bag_of)


def scoring(seats: int = 2, **position: object) -> Game:
    """Return a game in which a round has just ended after seat 0's turn."""
    game = yards(seats, last_turn=True, ticket_deck=[1], **position)  # type: ignore[arg-type]
    game.play(0, "tickets")
    game.play(0, "keep none")
    return game


def test_c12_all_are_asked_at_the_same_time_even_with_nothing_to_complete() -> None:
    game = scoring(3, on_track={1: "red 2"})
    assert game.asked == [(seat, "complete_tickets") for seat in range(3)]
    assert not any(prompt.within_turn for prompt in game.state.prompts)
    assert game.may(0) == ["complete none"]


def test_c12_a_ticket_takes_the_cards_that_it_shows() -> None:
    game = scoring(held={0: [32]}, on_track={0: "black 1 yellow 2"})
    assert game.may(0) == ["complete none", "complete 32"]
    assert scoring(held={0: [32]}, on_track={0: "black 1 yellow 1 red 5"}).may(0) == ["complete none"]


def test_c12_cards_in_the_yard_or_in_the_hand_complete_nothing() -> None:
    game = scoring(held={0: [1]}, in_yards={0: ["yellow 3"]}, hands={0: "yellow 3"}, on_track={0: "blue 1"})
    assert game.may(0) == ["complete none"]


def test_c12_each_card_serves_one_ticket() -> None:
    game = scoring(held={0: [4, 5]}, on_track={0: "yellow 1 blue 2"})
    assert game.may(0) == ["complete none", "complete 5", "complete 4"]
    assert game.refused(0, "complete 4 5") == "cards_do_not_suffice"


def test_c12_locomotives_stand_in_for_any_color() -> None:
    game = scoring(held={0: [4, 5]}, on_track={0: "yellow 1 blue 1 loco 2"})
    assert "complete 4 5" in game.may(0)
    assert scoring(held={0: [4, 5]}, on_track={0: "yellow 1 blue 1 loco 1"}).refused(0, "complete 4 5")


def test_c12_only_tickets_that_one_holds_each_once() -> None:
    game = scoring(held={0: [1], 1: [2]}, on_track={0: "loco 9"})
    assert game.refused(0, "complete 2") == "ticket_not_held"
    assert game.refused(0, "complete 1 1") == "ticket_not_held"


def test_c12_choosing_is_free() -> None:
    game = scoring(held={0: [1]}, on_track={0: "yellow 1"})
    game.play(0, "complete none")
    game.play(1, "complete none")
    assert game.points() == [-5, 0]


def test_c12_what_was_completed_is_shown_when_all_have_chosen() -> None:
    game = scoring(3, held={0: [4], 2: [1, 3]}, on_track={0: "yellow 1 loco 3", 2: "yellow 2 green 1"})
    assert tags(game.play(2, "complete 3")) == ["completion_chosen"]
    assert tags(game.play(0, "complete 4")) == ["completion_chosen"]
    assert position(game).completed == ((), (), ())
    events = game.play(1, "complete none")
    assert [event for event in events if isinstance(event, TicketsCompleted)] == [
        TicketsCompleted(0, tickets(4), (card("yellow"), card("loco"))),
        TicketsCompleted(1, (), ()),
        TicketsCompleted(2, tickets(3), (card("green"), card("yellow"))),
    ]
    assert position(game).completed == (tickets(4), (), tickets(3))
    assert position(game).tickets.held == ((), (), tickets(1))


def test_c12_in_whatever_order_tickets_are_named_they_are_laid_aside_by_number() -> None:
    game = scoring(held={0: [5, 4]}, on_track={0: "loco 4"})
    game.play(0, "complete 5 4")
    game.play(1, "complete none")
    assert position(game).completed[0] == tickets(4, 5)


def test_c12_the_best_set_is_suggested_and_taken_by_default() -> None:
    game = scoring(held={0: [1, 3, 46]}, on_track={0: "yellow 2 green 1"})
    assert engine.view(game.state, 0)["prompts"][0]["suggestion"] == [1, 3]
    assert engine.default_move(game.state, 0) == Complete(tickets(1, 3))


BEST: list[tuple[str, list[int], str, list[int]]] = [
    ("the highest total value", [12, 7, 6], "green 1 red 2 yellow 1", [7, 12]),
    ("the highest total value, though fewer tickets", [5, 30, 46], "orange 1 white 1 red 1 loco 2", [46]),
    ("the most tickets", [20, 1, 3], "green 1 loco 2", [1, 3]),
    ("the most big-city ends", [18, 11, 15, 17], "green 1 loco 1", [15]),
    ("the lowest numbers", [14, 17], "green 1 black 1", [14]),
]


@pytest.mark.parametrize(("what", "held", "stack", "best"), BEST)
def test_c12_the_best_set_has(what: str, held: list[int], stack: str, best: list[int]) -> None:
    game = scoring(held={0: held}, on_track={0: stack})
    suggested = engine.view(game.state, 0)["prompts"][0]["suggestion"]
    assert suggested == sorted(best)


def test_c12_a_point_outweighs_every_ticket_and_a_ticket_every_big_city_end() -> None:
    a, b, c = City(0), City(1), City(2)
    tickets = ((5, (a, b)), (2, (b, c)), (3, (b, c)), (6, (b, c)))
    facts = tuple(TicketFact(number, ends, points, ()) for number, (points, ends) in enumerate(tickets))
    five_in_big_cities, two, three, six = worths(replace(BOARD, tickets=facts, big_cities={a: 8, b: 8}))
    assert five_in_big_cities < two + three < six


def every_set(held: list[int], stack: Bag) -> set[tuple[int, ...]]:
    """Return all sets that can be completed, by brute force."""
    places = range(len(held))
    sets = [chosen for count in range(len(held) + 1) for chosen in combinations(places, count)]
    return {chosen for chosen in sets if can_pay(stack, [Ticket(held[place]) for place in chosen])}


def can_pay(stack: Bag, chosen: list[Ticket]) -> bool:
    """Check whether the stack pays: a card of the same color for each if possible, otherwise a locomotive."""
    for ticket in chosen:
        for color in BOARD.tickets[ticket].cards:
            taken = color if stack >> 8 * color & 0xFF else 8
            if not stack >> 8 * taken & 0xFF:
                return False
            stack -= ONE[taken]
    return True


@given(HELD, STACK)
def test_c12_exactly_the_sets_that_can_be_completed_are_counted_and_found(held: list[int], stack: Bag) -> None:
    sets = TicketSets([COSTS[ticket] for ticket in held], stack)
    listed = list(sets)
    assert len(sets) == len(listed)
    assert set(listed) == every_set(held, stack)
    assert [sets[index] for index in range(len(sets))] == listed
    assert sets[-1] == listed[-1]
    for beyond in (len(listed), len(listed) + 1, -len(listed) - 1):
        with pytest.raises(IndexError):
            sets[beyond]


def test_c12_sets_of_many_tickets_are_counted_and_found_as_those_of_few() -> None:
    held = range(FEW + 2)
    sets = TicketSets([COSTS[ticket] for ticket in held], bag("yellow 1 blue 1 green 1 loco 1"))
    listed = list(sets)
    assert len(sets) == len(listed) == len(set(listed)) > 50
    assert [sets[index] for index in range(len(sets))] == listed


def test_c12_next_looked_at_are_tickets_with_the_color_that_the_fewest_take() -> None:
    order = steps([bag("red 2"), bag("red 1 green 1"), bag("blue 1 red 1"), bag("green 2 blue 1"), bag("blue 1")])
    assert [step.place for step in order] == [1, 3, 2, 4, 0]


def value_of(held: list[int], chosen: tuple[int, ...]) -> tuple[object, ...]:
    """Return the key by which the rule prefers one set to another."""
    facts = [BOARD.tickets[held[place]] for place in chosen]
    ends = sum(city in BOARD.big_cities for fact in facts for city in fact.ends)
    return sum(fact.points for fact in facts), len(facts), ends, [-fact.number for fact in facts]


@given(HELD, STACK)
def test_c12_the_best_set_is_the_best_of_all_sets(held: list[int], stack: Bag) -> None:
    game = yards(on_track={}, held={0: [BOARD.tickets[ticket].number for ticket in held]}, last_turn=True)
    position(game).set_on_track(0, stack)
    game.play(0, "tickets")
    game.play(0, "keep none")
    best = max(every_set(held, stack), key=lambda chosen: value_of(held, chosen))
    assert engine.default_move(game.state, 0) == Complete(tuple(Ticket(held[place]) for place in best))


@given(HELD, STACK, st.lists(st.integers(0, 3), min_size=46, max_size=46))
def test_c12_however_little_tickets_differ_in_worth(held: list[int], stack: Bag, worth: list[int]) -> None:
    """Many sets have equal worth then; the one with the first differing ticket is chosen."""
    values = [worth[ticket] for ticket in held]
    best = max(
        every_set(held, stack),
        key=lambda chosen: (sum(values[place] for place in chosen), sum(1 << 46 - place for place in chosen)),
    )
    assert best_set([COSTS[ticket] for ticket in held], values, stack) == best


WAYS: list[tuple[list[str], list[int], str, tuple[int, ...]]] = [
    (["red 1"], [0], "red 1", (0,)),
    (["red 1", "red 2", "red 1", "red 2", "red 1"], [3, 4, 2, 4, 1], "red 1 loco 2", (0, 1)),
    (["purple 2 blue 1", "purple 1", "purple 1", "purple 1 blue 2"], [3, 4, 3, 4], "purple 2 loco 2", (1, 3)),
]


@pytest.mark.parametrize(("given_costs", "worth", "pile", "best"), WAYS)
def test_c12_of_two_ways_to_the_same_rest_the_better_one_counts(
    given_costs: list[str], worth: list[int], pile: str, best: tuple[int, ...]
) -> None:
    assert best_set([bag(cost) for cost in given_costs], worth, bag(pile)) == best


@given(HELD, STACK)
def test_c12_locomotives_are_used_only_for_what_is_lacking(held: list[int], stack: Bag) -> None:
    cost = sum((COSTS[ticket] for ticket in held), EMPTY)
    if suffices(stack, cost):
        used = paid(stack, cost)
        assert size(used) == size(cost)
        for mine, have, need in zip(counts(used)[:8], counts(stack), counts(cost), strict=False):
            assert mine == min(have, need)


def hoards() -> Iterator[tuple[list[int], Bag]]:
    """Yield hands of 20 to 30 tickets, with stacks that complete from few to most of them."""
    rnd = random.Random(12)
    for count in (20, 25, 30):
        for cards, wild in ((12, 1), (25, 4), (40, 6), (60, 10)):
            deck = [color for color in range(8) for _ in range(10)]
            stack = sum(ONE[color] for color in rnd.sample(deck, cards)) + (wild << 64)
            yield sorted(rnd.sample(range(46), count)), stack


@pytest.mark.timeout(60)
def test_c12_many_tickets_are_no_trouble() -> None:
    for held, stack in hoards():
        game = yards(on_track={}, held={0: [BOARD.tickets[ticket].number for ticket in held]}, last_turn=True)
        position(game).set_on_track(0, stack)
        game.play(0, "tickets")
        game.play(0, "keep none")
        options = engine.options(game.state, 0)
        assert len(options) > 100
        some = [options[0], options[len(options) // 2], options[-1], options.sample(lambda bound: bound // 3)]
        assert all(move in options for move in [*some, engine.default_move(game.state, 0)])


@pytest.mark.timeout(60)
def test_c12_all_tickets_in_one_hand_are_counted_soon() -> None:
    """Listing legal moves must stay fast, since a player may ask repeatedly. The expected number is counted another
    way.
    """
    stack = bag("purple 5 blue 5 orange 5 white 5 green 5 yellow 5 black 5 red 5 loco 5")
    assert len(TicketSets(COSTS, stack)) == 523_325_667_801


def test_c12_where_they_may_be_too_many_the_options_say_in_short_what_they_are() -> None:
    game = scoring(held={0: [5, 32]}, on_track={0: "black 1 loco 2"})
    assert engine.options(game.state, 0).compact
    assert engine.options(game.state, 0).summary == {
        "rule": "C12",
        "tickets": [
            {"number": 5, "cards": ["yellow", "blue"]},
            {"number": 32, "cards": ["black", "yellow", "yellow"]},
        ],
        "on_track": {"black": 1, "locomotive": 2},
    }
    assert not engine.options(yards().state, 0).compact
    assert engine.options(yards().state, 0).summary is None


def test_c12_nothing_else_may_be_done_meanwhile() -> None:
    game = scoring()
    assert game.refused(0, "draw 1") == "not_an_answer"
    assert game.refused_move(1, engine.notation.parse(CARDS.rules, "place blue 2")) == "not_an_answer"
    assert yards(held={0: [1]}, on_track={0: "loco 1"}).refused(0, "complete 1") == "not_an_answer"


def test_c12_the_sum_of_shortfalls_decides() -> None:
    assert suffices(bag("yellow 1 loco 2"), bag("yellow 2 blue 1"))
    assert not suffices(bag("yellow 1 red 9 loco 1"), bag("yellow 2 blue 1"))
