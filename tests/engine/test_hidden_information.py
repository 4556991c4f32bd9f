"""Hidden information: the table in the rules, row by row."""

from typing import Any

import pytest

import engine
from engine import record
from engine.codec import canonical

from .play import Step, last, steps
from .positions import BOARD, USA, begun, started, table
from .recorder import CODEC, recorded

Json = dict[str, Any]
VIEW = {
    *("ruleset", "options", "entry", "over", "outcome", "turn", "turns_left", "prompts", "market", "deck"),
    *("discard_pile", "ticket_deck", "routes", "seats", "you"),
}
SEAT = {"seat", "cards", "tickets", "points", "away", "trains"}


def others(step: Step, seat: int) -> list[int | None]:
    return [None, *(other for other in range(step.state.seats) if other != seat)]


def public(event: engine.Event) -> Json:
    return CODEC.event(event).public


def test_a_view_holds_what_the_table_allows_and_nothing_else() -> None:
    for step in steps(3, 2):
        for viewer in (None, 0, 1, 2):
            view = engine.view(step.state, viewer)
            assert set(view) == VIEW
            shown = {"tickets_shown"} if step.state.over else set()
            assert all(set(seat) == SEAT | shown for seat in view["seats"])
            assert (view["you"] is None) == (viewer is None)
            if viewer is not None:
                assert set(engine.own(view)) == {"seat", "hand", "tickets"}
                assert engine.own(view)["seat"] == viewer


def test_there_is_no_view_of_a_seat_that_does_not_exist() -> None:
    for seat in (-1, 2):
        with pytest.raises(IndexError):
            engine.view(table(2).state, seat)


def test_hand_its_owner_knows_the_cards_others_how_many() -> None:
    state = table(hands={0: "blue 2 loco 1", 1: "red 1"}).state
    assert engine.own(engine.view(state, 0))["hand"] == {"blue": 2, "locomotive": 1}
    for viewer in (None, 0, 1):
        assert [seat["cards"] for seat in engine.view(state, viewer)["seats"]] == [3, 1]
    assert "locomotive" not in str(engine.view(state, 1))


def test_hand_stays_closed_when_the_game_is_over() -> None:
    game = table(hands={0: "blue 2 loco 1"})
    game.do(1, engine.Resign())
    assert game.state.over
    assert "locomotive" not in str(engine.view(game.state, 1))
    assert "locomotive" not in str(engine.view(game.state, None))


def test_tickets_held_its_owner_knows_all_others_how_many() -> None:
    state = table(tickets={0: [1, 15], 1: [3]}).state
    own = engine.own(engine.view(state, 0))["tickets"]
    assert own[0] == {"number": 1, "from": "boston", "to": "miami", "points": 12, "completed": False}
    for viewer in (None, 1):
        view = engine.view(state, viewer)
        assert view["seats"][0]["tickets"] == 2
        assert "boston" not in str(view)


def test_own_tickets_progress_is_the_owners() -> None:
    state = table(
        tickets={0: [18]}, routes={0: ["atlanta-raleigh-1", "raleigh-washington-1", "new_york-washington-1"]}
    ).state
    assert engine.own(engine.view(state, 0))["tickets"][0]["completed"]
    for viewer in (None, 1):
        assert "completed" not in str(engine.view(state, viewer))


def test_who_would_win_now_is_nobodys() -> None:
    state = table(tickets={0: [15]}, routes={1: ["calgary-winnipeg"]}).state
    assert [seat["points"] for seat in engine.view(state, None)["seats"]] == [0, 0]
    assert [standing.rank for standing in engine.standings(state)] == [None, None]
    assert all(not standing.ledger for standing in engine.standings(state))


@pytest.mark.parametrize("tag", ["hand_dealt", "card_drawn", "tickets_drawn", "tickets_kept", "first_tickets_dealt"])
def test_cards_drawn_blind_and_tickets_others_learn_how_many(tag: str) -> None:
    events = [event for step in steps(3, 4) for event in step.events if event.tag == tag]
    assert events
    for event in events:
        parts = CODEC.event(event)
        assert parts.own
        assert set(parts.public) <= {
            "type",
            "seat",
            "at_least",
            "cards_count",
            "offer_count",
            "kept_count",
            "returned_count",
        }
        assert not set(parts.own) & set(parts.public)


def test_an_offer_is_shown_to_the_player_it_is_made_to() -> None:
    game = table(ticket_deck=[5, 6, 7])
    game.play(0, "tickets")
    for viewer in (None, 0, 1):
        (prompt,) = engine.view(game.state, viewer)["prompts"]
        assert prompt["offer_count"] == 3
        assert ("offer" in prompt) == (viewer == 0)
    assert [ticket["number"] for ticket in engine.view(game.state, 0)["prompts"][0]["offer"]] == [5, 6, 7]


def test_simultaneous_choices_until_all_have_chosen_others_learn_that_it_is_done() -> None:
    game = started(3)
    before = {viewer: engine.view(game.state, viewer) for viewer in (None, 1)}
    (event,) = game.do(0, engine.options(game.state, 0)[-1])
    assert public(event) == {"type": "first_tickets_kept", "seat": 0}
    for viewer, view in before.items():
        after = engine.view(game.state, viewer)
        assert [prompt["seat"] for prompt in after["prompts"]] == [1, 2]
        assert after["seats"][0]["tickets"] is None
        assert after["ticket_deck"] == view["ticket_deck"]
    assert len(engine.own(engine.view(game.state, 0))["tickets"]) == 3


def test_a_choice_by_default_looks_like_any_other() -> None:
    """Until all have chosen, nobody may learn whether a player who left had kept few tickets."""
    views = []
    for move in (0, 3):
        game = started(3)
        game.do(0, engine.options(game.state, 0)[move])
        views.append([engine.view(game.state, viewer) for viewer in (None, 1, 2)])
    assert canonical(views[0]) == canonical(views[1])


def test_the_move_of_a_choice_is_the_choosers() -> None:
    move = engine.options(started().state, 0)[0]
    assert CODEC.move(move).public == {"type": "keep"}
    assert set(CODEC.move(move).own) == {"tickets"}


def test_what_lies_open_is_told_to_all() -> None:
    state = table(
        hands={0: "blue 2"},
        in_market="loco red - red blue",
        discards="red 4",
        trains={1: 7},
        routes={1: ["denver-omaha"]},
    ).state
    view = engine.view(state, None)
    assert view["market"] == ["locomotive", "red", None, "red", "blue"]
    assert view["discard_pile"] == 4
    assert view["deck"] == 110 - 2 - 4 - 4
    assert view["ticket_deck"] == 30
    assert view["routes"] == {"denver-omaha": 1}
    assert [seat["trains"] for seat in view["seats"]] == [45, 7]


@pytest.mark.parametrize("tag", ["market_filled", "market_flushed", "card_taken", "route_claimed", "points_scored"])
def test_what_happens_openly_has_no_secret_part(tag: str) -> None:
    events = [event for seed in range(4) for step in steps(2, seed) for event in step.events if event.tag == tag]
    assert events
    assert all(not CODEC.event(event).own and not CODEC.event(event).sealed for event in events)


def test_the_order_of_the_ticket_deck_and_the_draws_of_chance_are_nobodys() -> None:
    game = recorded(3, 5)
    for viewer in (None, 0, 1, 2):
        told = str(game.readable_log(viewer))
        assert "draws" not in told
        assert "deck" not in told.replace("'draw_deck'", "")
    assert "draws" in str(game.export())


def test_no_view_tells_the_order_of_a_deck_or_hand() -> None:
    game = table(hands={0: "red 1 blue 1"}, ticket_deck=[5, 6, 7])
    assert list(engine.own(engine.view(game.state, 0))["hand"]) == ["blue", "red"]
    for viewer in (None, 0, 1):
        assert isinstance(engine.view(game.state, viewer)["ticket_deck"], int)


def test_the_seed_is_nobodys_its_hash_everybodys() -> None:
    game = recorded(2, 5)
    told = str([game.readable_log(viewer) for viewer in (None, 0, 1)])
    assert game.seed.hex() not in told
    assert game.key.hex() not in told


@pytest.mark.parametrize("seats", [2, 4])
def test_an_entry_tells_a_seat_its_own_secret_parts_only(seats: int) -> None:
    for entry in recorded(seats, 6).records:
        for viewer in range(seats):
            mine = {part.holder: part.body for part in entry.secrets if part.holder == viewer}
            for event, open_part in zip(
                record.readable(entry.public, mine)["events"], entry.public["events"], strict=True
            ):
                if event != open_part:
                    assert open_part["seat"] == viewer


def test_a_refusal_tells_nothing_of_others() -> None:
    """Refusals reveal only open information and the seat's own hand, trains and offer."""
    game = table(hands={0: "blue 1", 1: "red 9"}, tickets={1: [15]})
    for slug in ("denver-omaha", "atlanta-miami"):
        with pytest.raises(engine.IllegalMove) as refusal:
            engine.decide(game.state, 0, engine.notation.parse(USA, f"claim {slug} loco {_length(slug)}"), game.chance)
        assert set(refusal.value.detail) <= {"rule", "need", "have"}
        assert refusal.value.detail["have"] == 0


def _length(slug: str) -> int:
    return BOARD.routes[BOARD.route_of[slug]].length


def test_after_the_end_tickets_and_their_completion_are_shown() -> None:
    game = begun(2)
    game.do(1, engine.Resign())
    for viewer in (None, 0, 1):
        for seat in engine.view(game.state, viewer)["seats"]:
            assert len(seat["tickets_shown"]) == 3
            assert {"number", "from", "to", "points", "completed"} == set(seat["tickets_shown"][0])


def test_an_abandoned_game_shows_no_tickets() -> None:
    game = begun(2)
    for seat in (0, 1):
        game.do(seat, engine.MarkAbsent())
    assert "tickets_shown" not in str(engine.view(game.state, None))


def test_every_step_of_a_game_shows_others_no_card_of_a_hand() -> None:
    for step in steps(3, 9):
        for seat in range(3):
            for viewer in others(step, seat):
                view = engine.view(step.state, viewer)
                assert view["seats"][seat]["cards"] == sum(engine.own(engine.view(step.state, seat))["hand"].values())


def test_the_end_shows_tickets_but_not_the_order_in_which_they_were_drawn() -> None:
    state = last(4, 3)
    dealt_in_order = [seat for seat in range(4) if [*state.tickets.held[seat]] == sorted(state.tickets.held[seat])]
    assert len(dealt_in_order) < 4

    for seat in engine.view(state, None)["seats"]:
        numbers = [ticket["number"] for ticket in seat["tickets_shown"]]
        scored = [int(line.subject) for line in state.ledger if (line.seat, line.reason) == (seat["seat"], "ticket")]
        assert numbers == scored == sorted(numbers)
