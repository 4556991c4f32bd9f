"""The lines of the Card Game's lesson, each at a position that calls for it."""

from collections.abc import Callable
from typing import Any

import engine
from tests.games.learners import LEARNER, due_key, explain
from tests.pictures.positions import played

RULESET = "card_game@1"
FIRST = ("turn", "market", "locomotive", "placing")


def at_first_tickets() -> Any:
    return engine.view(played(RULESET, 3, 0), LEARNER)


def on_turn(change: Callable[[Any], None] = lambda view: None) -> Any:
    """Return the view of a learner who is on turn with nothing on the table, with a change."""
    view: Any = engine.view(played(RULESET, 3, 3), LEARNER)
    view["prompts"] = [{"id": "9.0", "seat": LEARNER, "type": "take_turn"}]
    for seat in view["seats"]:
        seat |= {"yard": [], "on_track": 0}
    change(view)
    return view


def lay(seat: int, cards: int, locomotives: int = 0, on_track: int = 0) -> Callable[[Any], None]:
    """Return a change that puts a row of green cards into this seat's yard, and cards on its track."""
    row = {"color": "green", "cards": cards, "locomotives": locomotives}
    return lambda view: view["seats"][seat].update(yard=[row] if cards else [], on_track=on_track)


def test_a_ticket_is_paid_in_cards() -> None:
    view = at_first_tickets()
    view["prompts"][0]["offer"] = [
        {"number": 3, "from": "chicago", "to": "dallas", "points": 6, "cards": ["red", "red"]}
    ]
    assert explain(RULESET, view, "ticket") == ("A ticket: Chicago – Dallas takes 2 red.", "Done: +6. Not done: −6.")
    assert explain(RULESET, view, "keeping").thing == "Keep at least 1 ticket."


def test_nothing_is_said_of_yards_that_are_empty() -> None:
    assert due_key(RULESET, on_turn(), *FIRST) is None


def test_a_row_of_ones_own_leaves_card_by_card() -> None:
    assert due_key(RULESET, on_turn(lay(LEARNER, 2)), *FIRST) == "leaving"


def test_a_row_that_has_left_entirely_is_explained_too() -> None:
    view = on_turn(lay(LEARNER, 0, on_track=1))
    assert [due_key(RULESET, view, *FIRST), due_key(RULESET, view, *FIRST, "leaving")] == ["leaving", "stack"]


def test_robbing_takes_more_cards_than_lie_there_locomotives_included() -> None:
    view = on_turn(lay(1, 2, locomotives=1))
    assert due_key(RULESET, view, *FIRST) == "robbing"
    assert explain(RULESET, view, "robbing") == (
        "A color lies in one rail yard only, and green lies in another player’s.",
        "Place 4 cards of it or more, and you rob that row: it is discarded.",
    )


def test_learners_whose_stacks_are_open_need_remember_nothing() -> None:
    def open_stack(view: Any) -> None:
        lay(LEARNER, 2, on_track=1)(view)
        view["you"]["on_track"] = {"green": 1}

    assert due_key(RULESET, on_turn(open_stack), *FIRST, "leaving") == "end"


def test_the_deck_ends_the_round() -> None:
    view = on_turn(lay(LEARNER, 2, on_track=1)) | {"deck": 1}
    assert explain(RULESET, view, "end").meaning.startswith("The deck has 1 card left.")


def test_the_track_pays_when_the_round_is_over() -> None:
    view = on_turn(lambda view: view.update(prompts=[{"id": "9.0", "seat": LEARNER, "type": "complete_tickets"}]))
    assert due_key(RULESET, view) == "completing"


def test_more_cards_on_the_track_than_tickets_take_are_a_reason_to_draw_more() -> None:
    def with_track(cards: int) -> Any:
        view = on_turn(lay(LEARNER, 0, on_track=cards))
        view["you"]["tickets"] = [{"number": 3, "points": 6, "cards": ["red", "red"]}]
        return view

    assert due_key(RULESET, with_track(2), *FIRST, "leaving", "stack") == "end"
    assert explain(RULESET, with_track(3), "more_tickets").thing == "On your track lie 3 cards; your tickets take 2."
