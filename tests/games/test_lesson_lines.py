"""The lines of the guided first game, each at a position that calls for it; and in which order they are due."""

from collections.abc import Callable
from typing import Any

import pytest

import engine
from engine import SeatScoring
from engine.model import ScoringLine
from engine.views import View
from games.presentation.lessons import LESSONS, Explanation
from tests.games import learners
from tests.games.learners import LEARNER
from tests.pictures.positions import played

RULESET = "usa@1"


def explained(view: View, key: str) -> Explanation:
    return learners.explain(RULESET, view, key)


def due(view: View, *read: str) -> str | None:
    return learners.due_key(RULESET, view, *read)


def at_first_tickets() -> Any:
    return engine.view(played(RULESET, 3, 0), LEARNER)


def on_turn(change: Callable[[Any], None] = lambda view: None) -> Any:
    """Return the view of a learner who is on turn after the first tickets, with a change."""
    view: Any = engine.view(played(RULESET, 3, 3), LEARNER)
    view["prompts"] = [{"id": "9.0", "seat": LEARNER, "type": "take_turn"}]
    change(view)
    return view


def with_claim(view: Any) -> None:
    view["routes"] = {"dallas-houston": LEARNER}
    view["seats"][LEARNER] |= {"trains": 44, "points": 1}


def with_few_trains(view: Any) -> None:
    with_claim(view)
    view["seats"][LEARNER]["trains"] = 20


def before_the_end() -> list[str]:
    """Return the lines that are due from the first claim on."""
    return ["turn", "market", "letters", "locomotive", "spaces", "gray", "double", "points"]


def test_a_ticket_is_two_cities_a_gain_and_a_loss() -> None:
    assert explained(at_first_tickets(), "ticket") == (
        "A ticket: connect Chicago and Santa Fe by your routes.",
        "Done: +9. Not done: −9.",
    )
    assert min(ticket["points"] for ticket in at_first_tickets()["prompts"][0]["offer"]) == 9


def test_the_least_to_keep_is_said_with_advice() -> None:
    thing, meaning = explained(at_first_tickets(), "keeping")
    assert thing == "Keep at least 2 tickets."
    assert "share their routes" in meaning


def test_a_turn_is_one_of_three_things() -> None:
    assert explained(on_turn(), "turn").meaning == "Take two train cards, claim a route, or draw more tickets."


def test_letters_stand_for_tickets() -> None:
    def two(view: Any) -> None:
        view["you"]["tickets"] = view["you"]["tickets"][:2]

    assert explained(on_turn(two), "letters").thing == "Your tickets are A and B."


def test_market_and_deck() -> None:
    assert explained(on_turn(), "market").thing == "Five cards lie face up; the deck is hidden."


def test_a_locomotive_is_a_joker_once_one_can_be_seen() -> None:
    def show(view: Any) -> None:
        view["market"][2] = "locomotive"

    def hide(view: Any) -> None:
        view["market"] = ["red"] * 5
        view["you"]["hand"] = {"red": 4}

    assert "joker" in explained(on_turn(show), "locomotive").thing
    assert due(on_turn(hide), "turn", "market", "letters") is None


def test_spaces_are_paid_one_by_one() -> None:
    thing, meaning = explained(on_turn(with_claim), "spaces")
    assert thing.endswith((" space.", " spaces."))
    assert meaning.startswith("Pay one card for each space, all ")


def test_a_gray_route_takes_any_one_color() -> None:
    assert "any one color" in explained(on_turn(with_claim), "gray").meaning


def test_a_double_track_is_for_one_of_three_players_and_for_two_of_four() -> None:
    assert explained(on_turn(with_claim), "double").meaning.endswith("only one of the two can be claimed.")

    def four(view: Any) -> None:
        with_claim(view)
        view["seats"].append(view["seats"][-1])

    assert explained(on_turn(four), "double").meaning == "They are two routes. Nobody can claim both."


def test_points_come_at_once() -> None:
    assert explained(on_turn(with_claim), "points").meaning == "You have 1 point so far."


def test_trains_end_the_game() -> None:
    assert due(on_turn(with_claim), *before_the_end()) is None
    assert explained(on_turn(with_few_trains), "end") == (
        "The trains end the game.",
        "You have 20 trains left. When a player has two or fewer, everybody has one more turn, that player too.",
    )


def test_what_scores_is_said_in_the_last_round_and_after_the_end() -> None:
    last = on_turn(lambda view: view.update(turns_left=2))
    assert "minus tickets not done" in explained(last, "scores").thing
    over = on_turn(lambda view: view.update(over=True, prompts=[]))
    assert due(over) == "scores"
    assert due(over, "scores") == "closing"
    assert due(over, "scores", "closing") is None


@pytest.mark.parametrize(
    ("points", "lines", "thing", "meaning"),
    [
        (
            30,
            (
                ("route", ScoringLine(18, ("a",)), 18),
                ("ticket", ScoringLine(9, ("1",)), 27),
                ("ticket", ScoringLine(-7, ("2",)), 20),
                ("longest_path", ScoringLine(10, ("30",)), 30),
            ),
            "That was your first game, with 30 points.",
            "Your points: routes 18, tickets done 9, tickets not done −7, bonuses 10. Now play one with people.",
        ),
        (
            1,
            (("route", ScoringLine(1, ("a",)), 1),),
            "That was your first game, with 1 point.",
            "Your points: routes 1. Now play one with people.",
        ),
        (0, (), "That was your first game, with 0 points.", "Now play one with people."),
    ],
    ids=["won", "a point", "ended by an admin"],
)
def test_the_closing_word_says_what_scored(points: int, lines: Any, thing: str, meaning: str) -> None:
    scoring = SeatScoring(LEARNER, 1, points, 1, None, lines)
    at = learners.learner_view(RULESET, on_turn(lambda view: view.update(over=True, prompts=[])), scoring)
    line = next(line for line in LESSONS[RULESET] if line.key == "closing")
    assert line.explain(at) == (thing, meaning)


def test_the_longest_path_is_named_while_it_can_still_grow() -> None:
    def four(view: Any) -> None:
        view["routes"] = dict.fromkeys(["a", "b", "c", "d"], LEARNER)

    assert "scores 10 more" in explained(on_turn(four), "path").thing
    assert explained(on_turn(with_few_trains), "path")
    assert "path" not in {due(on_turn(with_claim), *before_the_end())}


def test_a_ticket_that_is_done_is_told_and_then_that_more_can_be_drawn() -> None:
    def with_one_done(view: Any) -> None:
        view["you"]["tickets"] = [dict(ticket, completed=True) for ticket in view["you"]["tickets"][:1]]

    ticket = on_turn(with_one_done)["you"]["tickets"][0]
    assert explained(on_turn(with_one_done), "done").thing.endswith(f" is done: +{ticket['points']} at the end.")
    assert "Draw more" in explained(on_turn(with_one_done), "more_tickets").thing
    assert "more_tickets" not in {due(on_turn(), *before_the_end())}


def test_a_line_names_the_cities_of_its_route() -> None:
    at = learners.learner_view(RULESET, on_turn(with_claim))
    lines = {line.key: line for line in LESSONS[RULESET]}
    for key in ("spaces", "gray", "double"):
        names = [at.board.cities[at.board.city_of[slug]].name for slug in lines[key].cities(at)]
        assert len(names) == 2
        assert all(name in lines[key].explain(at).thing for name in names)
    assert lines["turn"].cities(at) == []


def test_one_line_at_a_time_and_none_twice() -> None:
    assert due(at_first_tickets()) == "ticket"
    assert due(at_first_tickets(), "ticket") == "keeping"
    assert due(at_first_tickets(), "ticket", "keeping") is None


def test_every_line_comes_once_a_route_is_claimed() -> None:
    def all_of_it(view: Any) -> None:
        with_few_trains(view)
        view["you"]["tickets"] = [dict(ticket, completed=True) for ticket in view["you"]["tickets"]]
        view["market"][0] = "locomotive"
        view["turns_left"] = 3

    read: list[str] = ["ticket", "keeping"]
    while key := due(on_turn(all_of_it), *read):
        read.append(key)
    assert [*read, "closing"] == [line.key for line in LESSONS[RULESET]]


def test_nothing_is_said_while_others_move_before_the_end() -> None:
    assert due(on_turn(lambda view: view.update(prompts=[]))) is None
