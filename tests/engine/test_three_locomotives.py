"""B9: three locomotives in the market."""

from collections.abc import Iterator
from itertools import product

import pytest

import engine
from engine.cards import EMPTY, LOCOMOTIVE, ONE, Card, TrainCards, counts, size
from engine.parts.market import MarketFlushed, _legal_may_come

from .positions import Dealt, bag, card, market, table


def flushes(events: list[engine.Event]) -> list[MarketFlushed]:
    return [event for event in events if isinstance(event, MarketFlushed)]


def test_b9_all_five_are_discarded_and_five_new_ones_turned_up() -> None:
    deck = "red 3 black 3 loco 2"
    game = table(in_market="loco loco blue white green", deck=deck, chance=Dealt(deck, "loco red red red black black"))
    events = game.play(0, "draw 3")
    assert [event.rows for event in flushes(events)] == [(tuple(market("red red red black black")),)]
    assert game.state.cards.market == market("red red red black black")
    assert game.state.cards.discards == bag("loco 3 white 1 green 1")


def test_b9_again_if_need_be_as_one_event() -> None:
    deck = "red 6 loco 5"
    cards = "loco loco loco red loco red red red red red"
    game = table(in_market="loco loco blue white green", deck=deck, chance=Dealt(deck, cards))
    (flush,) = flushes(game.play(0, "draw 3"))
    assert [each.count(LOCOMOTIVE) for each in flush.rows] == [3, 1]
    assert game.state.cards.market.count(LOCOMOTIVE) < 3


def test_b9_before_the_second_card_of_a_draw() -> None:
    deck = "red 8 loco 1"
    game = table(in_market="loco loco blue white green", deck=deck, chance=Dealt(deck, "loco red red red red red"))
    events = game.play(0, "draw 3")
    assert [event.tag for event in events] == ["card_taken", "market_filled", "market_flushed", "second_card_due"]


def test_b9_at_the_end_of_a_turn() -> None:
    deck = "red 9 loco 1"
    game = table(in_market="loco loco blue white green", deck=deck, chance=Dealt(deck, "red loco red red red red red"))
    game.play(0, "draw deck")
    events = game.play(0, "draw 3")
    assert [event.tag for event in events] == ["card_taken", "market_filled", "market_flushed", "turn_began"]


@pytest.mark.parametrize("row", ["loco loco loco red blue", "loco loco loco loco blue", "loco loco loco loco loco"])
def test_b9_three_or_more_of_them(row: str) -> None:
    game = table(in_market=row, ticket_deck=[1])
    assert flushes([*game.play(0, "tickets"), *game.play(0, "keep 1")])
    assert game.state.cards.market.count(LOCOMOTIVE) < 3


def test_b9_two_locomotives_stay() -> None:
    game = table(in_market="loco loco blue white green", deck="red 9")
    assert not flushes(game.play(0, "draw 3"))


def test_b9_it_is_looked_at_when_all_places_are_filled() -> None:
    """The third locomotive comes, and of five cards only two are colored: it stays. Earlier no check was due."""
    game = table(in_market="loco loco blue - -", deck="", hands={0: "loco 1 red 1 yellow 9"})
    events = game.play(0, "claim dallas-little_rock red 1 loco 1")
    assert [event.tag for event in events] == ["route_claimed", "points_scored", "market_filled", "turn_began"]
    assert sorted(game.state.cards.market, key=str) == sorted(market("loco loco blue loco red"), key=str)


def test_b9_it_stops_when_fewer_than_three_colored_cards_are_left() -> None:
    game = table(in_market="loco loco loco blue -", deck="", hands={0: "loco 1 red 1"})
    events = game.play(0, "claim atlanta-nashville red 1")
    assert not flushes(events)
    assert game.state.cards.market == market("loco loco loco blue red")


def test_b9_it_goes_on_when_the_third_colored_card_comes_back() -> None:
    game = table(in_market="loco loco loco blue red", deck="loco 3", hands={0: "red 1"})
    events = game.play(0, "claim atlanta-nashville red 1")
    assert flushes(events)
    assert game.state.cards.market.count(LOCOMOTIVE) < 3


def test_b9_payments_and_flushed_cards_may_come_back_in_the_same_refill() -> None:
    game = table(in_market="loco loco loco blue red", deck="green 1", hands={0: "red 1"})
    game.play(0, "claim atlanta-nashville red 1")
    total = (
        game.state.cards.deck
        + game.state.cards.discards
        + sum(ONE[c] for c in game.state.cards.market if c is not None)
    )
    assert total == bag("loco 3 blue 1 red 2 green 1")


def test_b9_two_rows_that_would_take_turns_for_ever_stop() -> None:
    """The deck is just one row: flushing would swap market and deck for ever."""
    game = table(in_market="loco loco loco blue red", deck="loco 3 green 2", ticket_deck=[1])
    assert not flushes([*game.play(0, "tickets"), *game.play(0, "keep 1")])
    assert game.state.cards.market == market("loco loco loco blue red")


@pytest.mark.parametrize("deck", ["loco 2 green 3", "loco 1 green 4", "green 5"])
def test_b9_they_do_not_where_the_deck_is_a_legal_row(deck: str) -> None:
    game = table(in_market="loco loco loco blue red", deck=deck, ticket_deck=[1])
    (flush,) = flushes([*game.play(0, "tickets"), *game.play(0, "keep 1")])
    assert len(flush.rows) == 1
    assert game.state.cards.deck == bag("loco 3 blue 1 red 1")


def rows_of_a_few_cards() -> Iterator[TrainCards]:
    """Yield every market of five with three locomotives or more, over every small deck and discard pile."""
    for locomotives, *others in product(range(3, 6), range(4), range(7), range(3), range(4)):
        deck = others[0] * ONE[0] + others[1] * ONE[LOCOMOTIVE]
        discards = others[2] * ONE[0] + others[3] * ONE[LOCOMOTIVE]
        if deck:
            yield TrainCards(deck, discards, row(locomotives), [], 0)


def legal(cards: TrainCards) -> bool:
    return cards.market.count(LOCOMOTIVE) < 3


def reachable(start: TrainCards) -> Iterator[TrainCards]:
    """Yield all outcomes of repeated flushing, for any order of the cards."""
    seen: set[tuple[int, ...]] = set()
    todo = [start]
    while todo:
        cards = todo.pop()
        key = (cards.deck, cards.discards, cards.market.count(LOCOMOTIVE))
        if key not in seen:
            seen.add(key)
            yield cards
            todo += [] if legal(cards) else every_next_row(cards)


def every_next_row(cards: TrainCards) -> list[TrainCards]:
    flushed = sum((ONE[card] for card in cards.market if card is not None), EMPTY)
    states = {(cards.deck, cards.discards + flushed, 0)}
    for _ in range(5):
        states = {after for state in states for after in every_next_card(*state)}
    return [TrainCards(deck, discards, row(locomotives), [], 0) for deck, discards, locomotives in states]


def every_next_card(deck: int, discards: int, locomotives: int) -> Iterator[tuple[int, int, int]]:
    for kind in (0, LOCOMOTIVE):
        if counts(deck)[kind]:
            rest = deck - ONE[kind]
            yield (rest or discards, discards if rest else EMPTY, locomotives + (kind == LOCOMOTIVE))


def row(locomotives: int) -> list[Card | None]:
    return [*[LOCOMOTIVE] * locomotives, *[card("purple")] * (5 - locomotives)]


def test_b9_it_stops_only_where_no_legal_market_could_come_and_goes_on_only_where_it_can_stop() -> None:
    stopped = [cards for cards in rows_of_a_few_cards() if not _legal_may_come(cards)]
    assert len(stopped) > 50
    assert not any(legal(later) for cards in stopped for later in reachable(cards))
    for cards in rows_of_a_few_cards():
        assert any(legal(later) or not _legal_may_come(later) for later in reachable(cards))


@pytest.mark.parametrize("seats", [2, 5])
def test_b9_a_game_in_which_everybody_only_draws_ends(seats: int) -> None:
    for key in range(12):
        game = table(seats, ticket_deck=[], chance=engine.Chance(key.to_bytes(32, "big")))
        while not game.state.over:
            seat = game.state.prompts[0].seat
            moves = [move for move in engine.options(game.state, seat) if move.tag != "claim_route"]
            if not moves:
                break
            game.do(seat, moves[game.chance.below(len(moves))])
        assert size(game.state.cards.deck) + size(game.state.cards.discards) == 0
