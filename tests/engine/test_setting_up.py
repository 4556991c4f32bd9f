"""B1-B4: setting up."""

import pytest

import engine
from engine.cards import LOCOMOTIVE, counts, size
from engine.parts.market import MarketFlushed
from engine.parts.position import Position
from engine.parts.setup import GameStarted
from engine.parts.tickets import FirstTicketsDealt, FirstTicketsSettled

from .positions import BOARD, TABLES, USA, Kind, is_of, started


def test_b1_two_to_five_players() -> None:
    assert list(USA.seat_counts) == [2, 3, 4, 5]
    for seats in (1, 6):
        with pytest.raises(engine.UnknownRuleset) as refusal:
            engine.start(USA, seats, engine.Chance(bytes(32)))
        assert (refusal.value.code, dict(refusal.value.detail)) == ("wrong_number_of_seats", {"fewest": 2, "most": 5})


def test_b1_an_option_that_the_game_does_not_know_is_refused() -> None:
    with pytest.raises(engine.UnknownRuleset) as refusal:
        engine.start(USA, 2, engine.Chance(bytes(32)), {"alvin": True})
    assert refusal.value.code == "unknown_option"


@pytest.mark.parametrize(("kind", "seats"), TABLES, ids=str)
def test_b4_before_anything_has_happened_nobody_plays_and_no_entry_is_counted(kind: Kind, seats: int) -> None:
    table = is_of(Position, engine.replay(kind.rules, seats, kind.options, []))
    assert (table.entry, table.turn, table.prompts, table.outcome) == (0, -1, (), "")
    assert table.cards.drawn == 0


@pytest.mark.parametrize("seats", USA.seat_counts)
def test_b1_everybody_has_45_trains(seats: int) -> None:
    assert started(seats).state.network.trains == [45] * seats


def test_b1_110_train_cards_12_of_each_color_and_14_locomotives() -> None:
    cards = USA.new(USA, 2, {}).cards  # type: ignore[attr-defined]
    assert list(counts(cards.deck)) == [12] * 8 + [14]
    assert size(cards.deck) == 110


def test_b1_30_tickets_over_36_cities_and_100_tracks() -> None:
    assert sorted(ticket.number for ticket in BOARD.tickets) == list(range(1, 31))
    assert (len(BOARD.cities), len(BOARD.routes)) == (36, 100)
    assert sum(route.length for route in BOARD.routes) == 309
    assert sum(ticket.points for ticket in BOARD.tickets) == 349


@pytest.mark.parametrize("seats", USA.seat_counts)
def test_b2_everybody_is_dealt_four_cards_and_five_lie_open(seats: int) -> None:
    cards = started(seats).state.cards
    assert [size(hand) for hand in cards.hands] == [4] * seats
    assert None not in cards.market
    assert size(cards.deck) == 110 - 4 * seats - 5


def test_b2_a_market_with_three_locomotives_is_renewed_before_anybody_plays() -> None:
    flushed = [game for game in (started(2, key) for key in range(150)) if _flushes(game.entries[0][1])]
    assert flushed
    for game in flushed:
        assert game.state.cards.market.count(LOCOMOTIVE) < 3
        assert size(game.state.cards.discards) % 5 == 0


def _flushes(events: list[engine.Event]) -> list[engine.Event]:
    return [event for event in events if isinstance(event, MarketFlushed)]


@pytest.mark.parametrize("seats", USA.seat_counts)
def test_b3_everybody_is_dealt_three_tickets_and_asked_at_the_same_time(seats: int) -> None:
    game = started(seats)
    assert game.asked == [(seat, "keep_first_tickets") for seat in range(seats)]
    dealt = [event for event in game.entries[0][1] if isinstance(event, FirstTicketsDealt)]
    assert [len(event.offer) for event in dealt] == [3] * seats
    assert len(game.state.tickets.deck) == 30 - 3 * seats


def test_b3_at_least_two_are_kept() -> None:
    game = started()
    first, second, third = (str(BOARD.tickets[ticket].number) for ticket in game.state.prompts[0].offer)  # type: ignore[attr-defined]
    assert game.refused(0, f"keep {first}") == "too_few_tickets_kept"
    assert game.refused(0, "keep none") == "too_few_tickets_kept"
    pairs = [f"keep {first} {second}", f"keep {first} {third}", f"keep {second} {third}"]
    assert game.may(0) == [*pairs, f"keep {first} {second} {third}"]


def test_b3_only_tickets_that_were_offered() -> None:
    game = started()
    own, others = ([str(BOARD.tickets[t].number) for t in prompt.offer] for prompt in game.state.prompts)  # type: ignore[attr-defined]
    assert game.refused(0, f"keep {own[0]} {others[0]}") == "ticket_not_offered"
    assert game.refused(0, f"keep {own[0]} {own[0]}") == "ticket_not_offered"


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_b3_the_order_of_choosing_does_not_matter(order: tuple[int, ...]) -> None:
    game = started(3)
    offers = [prompt.offer for prompt in game.state.prompts]  # type: ignore[attr-defined]
    deck = game.state.tickets.deck
    for seat in order:
        game.do(seat, engine.options(game.state, seat)[0])
    assert game.state.tickets.held == tuple(offer[:2] for offer in offers)
    assert game.state.tickets.deck == (*deck, *(offer[2] for offer in offers))
    assert game.asked == [(0, "take_turn")]


def test_b3_how_many_were_kept_is_told_when_all_have_chosen() -> None:
    game = started(3)
    assert not any(isinstance(event, FirstTicketsSettled) for seat in (2, 0) for event in _keep_all(game, seat))
    assert FirstTicketsSettled((3, 3, 3)) in _keep_all(game, 1)


def _keep_all(game: object, seat: int) -> list[engine.Event]:
    return game.do(seat, engine.options(game.state, seat)[-1])  # type: ignore[attr-defined,no-any-return]


def test_b3_anyone_who_has_chosen_is_not_asked_again() -> None:
    game = started()
    game.do(0, engine.options(game.state, 0)[0])
    assert game.refused(0, "draw deck") == "nothing_to_answer"
    assert not engine.options(game.state, 0)


def test_b4_seats_are_drawn_by_chance() -> None:
    orders = {_order(engine.start(USA, 3, engine.Chance(bytes([key] * 32))).events) for key in range(40)}
    assert len(orders) == 6


def test_b4_unless_the_host_fixed_them() -> None:
    chance = engine.Chance(bytes(32))
    _, events = engine.start(USA, 3, chance, order=(2, 0, 1))
    assert _order(events) == (2, 0, 1)
    for order in ((0, 0, 1), (1, 2, 3), (0, 1), (0, 1, 2, 3)):
        with pytest.raises(engine.UnknownRuleset) as refusal:
            engine.start(USA, 3, chance, order=order)
        assert (refusal.value.code, refusal.value.detail) == ("order_is_not_of_the_players", {"order": list(order)})


def _order(events: list[engine.Event]) -> tuple[int, ...]:
    return next(event.order for event in events if isinstance(event, GameStarted))


def test_b4_play_goes_clockwise_from_the_first_seat() -> None:
    game = started(3)
    for seat in (2, 1, 0):
        game.do(seat, engine.options(game.state, seat)[0])
    for seat in (0, 1, 2, 0, 1):
        assert game.asked == [(seat, "take_turn")]
        game.play(seat, "draw deck")
        game.play(seat, "draw deck")


def test_b4_only_players_who_are_asked_may_move() -> None:
    game = started(3)
    for seat in range(3):
        game.do(seat, engine.options(game.state, seat)[0])
    assert game.refused(1, "draw deck") == "nothing_to_answer"
    assert game.refused(7, "draw deck") == "nothing_to_answer"
    assert game.refused(7, "resign") == "nothing_to_answer"


def test_the_board_is_the_released_one_for_ever() -> None:
    assert BOARD.digest == "629882806acfeb4ef5a0abc37d02d68cd639bd8dfadd173bcb6fd6f4ce03afc7"
