"""Payments with substitutes, card by card: what is refused, read, counted, suggested and divided (N5, N7)."""

import random
from math import comb
from typing import Any

import pytest

import engine
from engine.boards.nordic import NORDIC as BOARD
from engine.cards import KINDS, ONE, bag_of, counts, size
from engine.parts import bags
from engine.parts.bags import Box
from engine.parts.substitutes import ClaimsWith, ClaimWith, least_valuable, suggest
from engine.parts.tariffs import count_payments, divide, forms_of, list_boxes, payable
from engine.rules.nordic import substituting

from .positions import bag, card, route
from .test_nordic import NINE, NORDIC, game, terms

FERRY = "helsinki-stockholm-1"


@pytest.mark.parametrize(
    ("hands", "paid", "refusal"),
    [
        ("red 8 blue 3", "red 8 blue 4", {"code": "not_enough_cards", "need": 4, "have": 3}),
        ("red 8 blue 2 loco 1", "red 8 blue 2 loco 2", {"code": "not_enough_locomotives", "need": 2, "have": 1}),
        ("red 4 blue 4 green 4", "red 4 blue 4 green 4", {"code": "substitutes_leave_too_few", "need": 8}),
        *(
            (paid, paid, {"code": "wrong_number_with_substitutes", "need": [12, 15, 18, 21, 24, 27, 30, 33]})
            for paid in ("red 8", "red 8 blue 1", "red 8 blue 3")
        ),
    ],
)
def test_n7_a_refusal_tells_what_is_wrong(hands: str, paid: str, refusal: dict[str, Any]) -> None:
    assert game(hands={0: hands}).why_not(0, f"claim {NINE} {paid}") == {"rule": "N7", **refusal}


def test_n7_nine_locomotives_are_refused_as_for_any_route_of_a_color() -> None:
    assert game(hands={0: "loco 9"}).refused(0, f"claim {NINE} loco 9") == "too_many_locomotives"


@pytest.mark.parametrize("paid", ["red 8 blue", "red 8 blue 4 green"])
def test_n7_a_color_without_its_number_is_not_read(paid: str) -> None:
    with pytest.raises(engine.MalformedMove):
        engine.notation.parse(NORDIC.rules, f"claim {NINE} {paid}")


def test_n7_the_color_is_that_of_most_cards_whatever_the_locomotives() -> None:
    paid = ClaimWith(route(NINE, BOARD), (card("blue"), card("red"), card("red"), *[card("loco")] * 4))
    assert paid.color == card("red")


def test_n7_a_closed_route_is_not_offered_nor_one_for_which_trains_are_missing() -> None:
    rich = {0: "red 8 blue 4"}
    claim = f"claim {NINE} blue 4 red 8"
    assert claim in game(hands=rich, trains={0: 9}).may(0)
    assert claim not in game(hands=rich, trains={0: 8}).may(0)
    assert claim not in game(hands=rich, routes={1: [NINE]}).may(0)


def test_n7_payments_are_counted_from_the_end_too() -> None:
    listed = ClaimsWith(counts(bag("red 9 blue 4")), forms_of(route(NINE, BOARD), terms(NINE)))
    every = [move.bag for move in listed if isinstance(move, ClaimWith)]
    assert sorted(every) == sorted([bag("red 9 blue 3"), bag("red 8 blue 4")])
    assert bool(listed)
    assert [listed[-1], listed[-2]] == [*listed][::-1]
    assert not ClaimsWith(counts(bag("red 8 blue 3")), forms_of(route(NINE, BOARD), terms(NINE)))


@pytest.mark.parametrize("seed", range(60))
def test_n5_n7_payments_are_counted_as_they_would_be_listed(seed: int) -> None:
    """Check it for every form in which a route is paid for, and hands of few and of many cards."""
    rnd = random.Random(seed)
    in_hand = bytes(rnd.choice((0, 1, 2, rnd.randrange(13))) for _ in KINDS)
    forms = payable(NORDIC.rules, substituting).forms.values()
    for form, number in zip(forms, count_payments(forms, in_hand), strict=True):
        assert number == sum(map(bags.count, list_boxes(form, in_hand))), form


@pytest.mark.parametrize("seed", range(60))
def test_n5_n7_just_the_forms_that_a_hand_can_pay_are_found(seed: int) -> None:
    rnd = random.Random(seed)
    table, trains = payable(NORDIC.rules, substituting), rnd.randrange(2, 10)
    in_hand = bytes(rnd.choice((0, 1, 2, rnd.randrange(13))) for _ in KINDS)
    routes = rnd.getrandbits(len(BOARD.routes))
    open_forms = [
        form for form in table.forms.values() if routes >> form.route & 1 and BOARD.routes[form.route].length <= trains
    ]
    found = table.among(routes, in_hand, trains)
    assert found == [form for form in open_forms if any(map(bags.count, list_boxes(form, in_hand)))]


def test_n7_the_fullest_hand_that_a_bag_can_hold_is_counted() -> None:
    in_hand = bytes([28] * len(KINDS))
    form = forms_of(route(NINE, BOARD), terms(NINE))[-1]
    every = sum((-1) ** left_out * comb(9, left_out) * comb(33 - 29 * left_out + 8, 8) for left_out in (0, 1))
    assert bags.count(Box((0,) * len(KINDS), tuple(in_hand), 33)) == every
    assert count_payments([form], in_hand) == [every]
    half = bags.count(Box((0,) * len(KINDS), tuple(in_hand), 28 * 9 // 2))
    assert half == max(bags.count(Box((0,) * len(KINDS), tuple(in_hand), paid)) for paid in range(28 * 9))
    assert sum(bags.count(Box((0,) * len(KINDS), tuple(in_hand), paid)) for paid in range(28 * 9 + 1)) == 29**9


def test_bags_beyond_the_last_there_are_none() -> None:
    for box in (Box((1, 2), (3, 4), 5), Box((1, 2), (3, 0), 3), Box((1, 2), (0, 4), 0)):
        with pytest.raises(IndexError):
            bags.pick_among([box, box], 2 * bags.count(box))


def test_n7_nothing_is_suggested_in_place_of_cards_that_the_hand_has() -> None:
    hand = bag("red 9 blue 4")
    assert suggest(terms(NINE), hand, least_valuable(hand)) == []


def test_n5_what_stands_for_a_locomotive_saves_it() -> None:
    hand = bag("blue 2 red 3 loco 2")
    suggested = [bag_of(cards.count(card) for card in range(9)) for cards in suggest(terms(FERRY), hand, [card("red")])]
    assert bag("blue 2 loco 1 red 3") in suggested


@pytest.mark.parametrize("slug", [FERRY, "alborg-oslo", NINE])
def test_n5_n7_a_division_with_locomotives_spends_what_was_paid(slug: str) -> None:
    rnd = random.Random(slug)
    paid = [bag_of([*(rnd.choice((0, 0, 1, 2, 8)) for _ in range(8)), rnd.randrange(3)]) for _ in range(400)]
    divided = [(hand, found) for hand in paid if (found := divide(terms(slug), hand))]
    assert divided
    for hand, found in divided:
        plain = found.cards * ONE[found.color] + found.locomotives * ONE[card("loco")]
        assert plain + found.substitutes == hand
        assert size(found.substitutes) == terms(slug).substitution.each * terms(slug).replaced(size(hand))


def test_n7_fewer_cards_than_spaces_replace_none() -> None:
    assert [terms(NINE).replaced(paid) for paid in (6, 9, 12, 33, 36)] == [0, 0, 1, 8, 0]


def test_n2_one_of_the_tickets_drawn_later_is_kept_at_least() -> None:
    drawing = game()
    drawing.play(0, "tickets")
    assert drawing.refused(0, "keep none") == "too_few_tickets_kept"


def test_n3_the_market_is_laid_out_before_tickets_are_dealt() -> None:
    _, events = engine.start(NORDIC.rules, 2, engine.Chance(bytes(32)))
    tags = [event.tag for event in events]
    assert tags.index("market_filled") < tags.index("first_tickets_dealt")
