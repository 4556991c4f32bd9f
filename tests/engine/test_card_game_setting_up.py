"""C1-C3: the components, and dealing them."""

from collections import Counter

import pytest

import engine
from engine.cards import KINDS, LOCOMOTIVE, counts, size

from .positions import begun, started
from .yards_table import ALL, BOARD, CARD_GAME, CARDS, position, seen_by_others


def test_c1_two_to_four_players() -> None:
    assert list(CARD_GAME.seat_counts) == [2, 3, 4]
    for seats in (1, 5):
        with pytest.raises(engine.UnknownRuleset):
            started(seats, kind=CARDS)


def test_c1_96_train_cards() -> None:
    state = CARD_GAME.new(CARD_GAME, 2, {})
    assert counts(state.cards.deck) == bytes([10] * 8 + [16])  # type: ignore[attr-defined]
    assert size(ALL) == 96


def test_c1_46_tickets_known_by_their_numbers() -> None:
    assert sorted(BOARD.ticket_of) == list(range(1, 47))
    assert sum(fact.points for fact in BOARD.tickets) == 581
    cities = Counter(frozenset(fact.ends) for fact in BOARD.tickets)
    assert [ends for ends, count in cities.items() if count > 1] == [frozenset(BOARD.tickets[0].ends)]
    first, second = BOARD.tickets[:2]
    assert [KINDS[card] for card in (*first.cards, *second.cards)] == ["yellow", "blue"]


def test_c1_tickets_take_cards_of_colors() -> None:
    assert all(1 <= len(fact.cards) <= 5 and LOCOMOTIVE not in fact.cards for fact in BOARD.tickets)
    printed = {fact.number: [KINDS[card] for card in fact.cards] for fact in BOARD.tickets}
    assert printed[32] == ["black", "yellow", "yellow"]
    assert printed[45] == ["black", "yellow", "blue", "purple", "purple"]


def test_c1_six_big_cities() -> None:
    bonuses = {BOARD.cities[city].slug: points for city, points in BOARD.big_cities.items()}
    assert bonuses == {"new_york": 15, "chicago": 12, "los_angeles": 12, "dallas": 10, "miami": 8, "seattle": 8}


@pytest.mark.parametrize("seats", CARD_GAME.seat_counts)
def test_c2_a_locomotive_and_seven_cards_each_and_five_turned_up(seats: int) -> None:
    game = started(seats, kind=CARDS)
    assert [size(hand) for hand in game.state.cards.hands] == [8] * seats
    assert all(counts(hand)[LOCOMOTIVE] for hand in game.state.cards.hands)
    assert None not in game.state.cards.market
    assert size(game.state.cards.deck) == 96 - 8 * seats - 5


def test_c2_the_given_locomotives_are_not_dealt_again() -> None:
    """With four seats, twelve of the sixteen locomotives are left to deal, turn up and draw."""
    events = started(4, kind=CARDS).entries[0][1]
    assert [event.tag for event in events[:3]] == ["game_started", "locomotives_given", "hand_dealt"]
    assert all(len(event.cards) == 7 for event in events if event.tag == "hand_dealt")  # type: ignore[attr-defined]


def test_c2_any_number_of_locomotives_may_lie_in_the_market() -> None:
    found = Counter(started(2, key, kind=CARDS).state.cards.market.count(LOCOMOTIVE) for key in range(400))
    assert max(found) >= 3


@pytest.mark.parametrize("seats", CARD_GAME.seat_counts)
def test_c3_six_tickets_each_of_which_one_is_kept_at_least(seats: int) -> None:
    game = started(seats, kind=CARDS)
    assert game.asked == [(seat, "keep_first_tickets") for seat in range(seats)]
    for seat in range(seats):
        assert len(game.may(seat)) == 2**6 - 1
        assert game.refused(seat, "keep none") == "too_few_tickets_kept"


def test_c3_returned_tickets_are_shuffled_back_into_the_deck() -> None:
    game = started(3, kind=CARDS)
    below = game.state.tickets.deck
    for seat in (2, 0, 1):
        events = game.do(seat, engine.options(game.state, seat)[0])
    deck = game.state.tickets.deck
    assert [event.tag for event in events] == ["first_tickets_kept", "first_tickets_shuffled", "turn_began"]
    assert len(deck) == 46 - 3
    assert deck[: len(below)] != below
    assert set(deck[: len(below)]) - set(below)


def test_c3_in_whatever_order_they_choose_it_is_the_same() -> None:
    decks = set()
    for order in ([0, 1, 2], [2, 1, 0]):
        game = started(3, kind=CARDS)
        for seat in order:
            game.do(seat, engine.options(game.state, seat)[5])
        decks.add(game.state.tickets.deck)
    assert len(decks) == 1


def test_c3_simultaneous_nobody_sees_how_many_others_keep_before_all_have_chosen() -> None:
    looks = set()
    for choice in (0, -1):
        game = started(3, kind=CARDS)
        game.do(0, engine.options(game.state, 0)[choice])
        looks.add(seen_by_others(game, 0))
    assert len(looks) == 1


def test_the_first_turn_is_the_first_seats() -> None:
    game = begun(4, kind=CARDS)
    assert game.asked == [(0, "take_turn")]
    assert position(game).round == 1
    assert position(game).yards == ((), (), (), ())
