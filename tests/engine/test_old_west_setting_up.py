"""W1, W3, W4: setting up in the Old West."""

from collections import Counter

import pytest

import engine
from engine.cards import counts, size
from engine.parts.markers import StartChosen, StartDue
from engine.parts.tickets import FirstTicketsDealt, FirstTicketsShuffled, Keep

from .frontier import BOARD, frontier, marked
from .positions import OLD_WEST, WEST, Game, begun, started

EVERY_COUNT = pytest.mark.parametrize("seats", OLD_WEST.seat_counts)


def settled(seats: int, keep: int, key: int = 0) -> Game:
    """Return a game in which everybody has kept this many first tickets; all are to choose a starting city."""
    game = started(seats, key, WEST)
    for seat in range(seats):
        offer = [BOARD.tickets[ticket].number for ticket in game.state.prompts[0].offer]  # type: ignore[attr-defined]
        game.play(seat, " ".join(["keep", *map(str, offer[:keep])]))
    return game


def test_w1_two_to_six_players() -> None:
    assert list(OLD_WEST.seat_counts) == [2, 3, 4, 5, 6]
    with pytest.raises(engine.UnknownRuleset) as refusal:
        engine.start(OLD_WEST, 7, engine.Chance(bytes(32)))
    assert (refusal.value.code, dict(refusal.value.detail)) == ("wrong_number_of_seats", {"fewest": 2, "most": 6})


@EVERY_COUNT
def test_w1_everybody_has_40_trains(seats: int) -> None:
    assert started(seats, kind=WEST).state.network.trains == [40] * seats


def test_w1_train_cards_as_in_the_base_game() -> None:
    game = started(6, kind=WEST)
    assert [size(hand) for hand in game.state.cards.hands] == [4] * 6
    assert list(counts(OLD_WEST.new(OLD_WEST, 2, {}).cards.deck)) == [12] * 8 + [14]  # type: ignore[attr-defined]


def test_w1_50_tickets_over_41_cities_and_139_tracks() -> None:
    assert [ticket.number for ticket in BOARD.tickets] == list(range(1, 51))
    assert (len(BOARD.cities), len(BOARD.routes)) == (41, 139)
    assert Counter(fact.length for fact in BOARD.routes) == {1: 41, 2: 38, 3: 22, 4: 20, 5: 10, 6: 5, 7: 3}
    assert sum(ticket.points for ticket in BOARD.tickets) == 511
    sets = Counter(fact.group for fact in BOARD.routes if fact.group)
    assert Counter(sets.values()) == {2: 36, 3: 10}


def test_w1_the_colors_are_spread_as_evenly_as_can_be() -> None:
    colors = Counter(fact.color for fact in BOARD.routes)
    assert [colors[kind] for kind in range(-1, 8)] == [33, 13, 13, 13, 13, 14, 13, 13, 14]


def test_w1_cities_are_listed_by_name() -> None:
    names = [fact.name for fact in BOARD.cities]
    assert names == sorted(names)


def test_w1_a_route_of_7_scores_18() -> None:
    assert BOARD.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}


@EVERY_COUNT
def test_w3_five_tickets_are_dealt_and_at_least_three_kept(seats: int) -> None:
    game = started(seats, kind=WEST)
    dealt = [event for event in game.entries[0][1] if isinstance(event, FirstTicketsDealt)]
    assert [(len(event.offer), event.at_least) for event in dealt] == [(5, 3)] * seats
    assert len(game.may(0)) == 10 + 5 + 1
    first = engine.options(game.state, 0)[0]
    assert isinstance(first, Keep)
    two = first.tickets[:2]
    assert game.refused(0, "keep " + " ".join(str(BOARD.tickets[t].number) for t in two)) == "too_few_tickets_kept"


def test_w3_returned_ones_of_all_players_are_shuffled_together_and_put_at_the_bottom() -> None:
    orders = set()
    for key in range(6):
        game = settled(3, 3, key)
        returned = [
            ticket for event in game.entries[0][1] if isinstance(event, FirstTicketsDealt) for ticket in event.offer[3:]
        ]
        bottom = list(game.state.tickets.deck[-6:])
        assert sorted(bottom) == sorted(returned)
        assert len(game.state.tickets.deck) == 50 - 3 * 3
        orders.add(tuple(returned.index(ticket) for ticket in bottom))
    assert len(orders) > 3


def test_w3_nobody_sees_the_shuffled_deck_and_all_see_how_many_each_has_kept() -> None:
    game = settled(2, 4)
    (fact,) = (event for event in game.entries[-1][1] if isinstance(event, FirstTicketsShuffled))
    parts = engine.codec_of(OLD_WEST).event(fact)
    assert parts.public == {"type": "first_tickets_shuffled", "kept": [4, 4]}
    assert set(parts.sealed) == {"deck"}


@EVERY_COUNT
def test_w5_until_somebody_starts_no_network_reaches_anything(seats: int) -> None:
    assert settled(seats, 3).state.reach == (0,) * seats  # type: ignore[attr-defined]


@EVERY_COUNT
def test_w4_the_player_who_will_play_last_starts_first_then_counter_clockwise(seats: int) -> None:
    game = settled(seats, 3)
    asked = []
    while game.state.turn < 0:
        ((seat, tag),) = game.asked
        assert tag == "choose_start"
        assert not game.state.prompts[0].within_turn
        asked.append(seat)
        game.do(seat, engine.options(game.state, seat)[0])
    assert asked == list(reversed(range(seats)))
    assert game.asked == [(0, "take_turn")]


def test_w4_a_city_takes_only_one_marker() -> None:
    game = settled(3, 3)
    game.play(2, "start denver")
    assert game.refused(1, "start denver") == "city_taken"
    assert len(game.may(1)) == 40
    game.play(1, "start pueblo")
    assert len(game.may(0)) == 39
    assert marked(game) == {"denver": 2, "pueblo": 1}


def test_w4_it_costs_nothing() -> None:
    game = settled(2, 3)
    cards = list(game.state.cards.hands)
    assert [event.tag for event in game.play(1, "start roswell")] == ["start_chosen", "start_due"]
    game.play(0, "start seattle")
    assert game.state.cards.hands == cards
    assert [seat["markers"] for seat in engine.view(game.state, None)["seats"]] == [2, 2]


def test_w4_only_when_all_have_chosen_tickets() -> None:
    game = started(2, kind=WEST)
    game.do(1, engine.default_move(game.state, 1))
    assert game.refused(1, "start denver") == "nothing_to_answer"
    assert game.refused(0, "start denver") == "not_an_answer"
    game.do(0, engine.default_move(game.state, 0))
    assert game.asked == [(1, "choose_start")]


def test_w4_anyone_who_is_asked_knows_where_the_others_start() -> None:
    game = settled(2, 3)
    game.play(1, "start denver")
    for viewer in (None, 0, 1):
        view = engine.view(game.state, viewer)
        assert view["markers"] == {"denver": 1}
        assert [(seat["start"], seat["markers"]) for seat in view["seats"]] == [(None, 3), ("denver", 2)]
        assert view["turn"] is None


def test_w4_default_is_the_first_free_city_by_name() -> None:
    game = settled(3, 3)
    game.play(2, "start albuquerque")
    assert engine.notation.write(game.state.rules, engine.default_move(game.state, 1)) == "start ashland"
    game.play(1, "start bakersfield")
    assert engine.notation.write(game.state.rules, engine.default_move(game.state, 0)) == "start ashland"


@pytest.mark.parametrize("move", [engine.Resign(), engine.Forfeit(), engine.MarkAbsent()])
def test_w4_p1_p4_anyone_who_is_away_starts_by_default(move: engine.Move) -> None:
    game = settled(3, 3)
    game.do(1, move)
    events = game.play(2, "start denver")
    assert [event for event in events if isinstance(event, StartChosen)][1:] == [
        StartChosen(1, BOARD.city_of["albuquerque"])
    ]
    assert game.asked == [(0, "choose_start")]


@pytest.mark.parametrize("move", [engine.Resign(), engine.Forfeit(), engine.MarkAbsent()])
def test_w4_p1_p4_an_open_choice_is_taken_by_default(move: engine.Move) -> None:
    game = settled(3, 3)
    assert [event.tag for event in game.do(2, move)] == ["seat_left", "start_chosen", "start_due"]
    assert game.asked == [(1, "choose_start")]


def test_w4_p3_left_alone_while_cities_are_chosen() -> None:
    game = settled(2, 3)
    game.play(1, "start denver")
    game.do(1, engine.Resign())
    assert (game.state.outcome, game.rank()) == ("played", [1, 2])
    game = settled(2, 3)
    game.do(0, engine.Resign())
    assert (game.state.outcome, game.rank()) == ("played", [2, 1])
    assert marked(game) == {"albuquerque": 1}


def test_w4_each_start_is_a_prompt_of_its_own() -> None:
    game = begun(2, kind=WEST)
    (_, events) = game.entries[-1]
    assert [event for event in events if isinstance(event, StartDue)] == [StartDue(1)]
    assert [(prompt.opened, prompt.seat) for prompt in game.state.prompts] == [(3, 1)]
    game.play(1, "start denver")
    assert [(prompt.opened, prompt.seat) for prompt in game.state.prompts] == [(4, 0)]


def test_w4_without_a_start_there_is_no_claim() -> None:
    game = frontier(markers={1: "denver"}, hands={0: "red 9"})
    assert not any(line.startswith("claim") for line in game.may(0))
