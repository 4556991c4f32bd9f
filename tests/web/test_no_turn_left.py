"""Whoever has no turn left, in the last round or after leaving, is promised none: no plan, no email, no advice."""

import re

import pytest

import engine
from tests.games.sitting import resigned
from tests.games.stories import NOON, chosen, holder, players, prompts, started
from tests.games.worlds import begin_last_turn, deal, hold
from tests.inbox.site_stories import in_a_line
from tests.notifications.conftest import Carry, carry, post_office
from tests.web.people import browser_of, text_of
from tests.web.test_table import sit

__all__ = ["carry", "post_office"]
pytestmark = pytest.mark.django_db


def test_whoever_has_no_turn_left_is_promised_none() -> None:
    game = chosen(started(players(2)))
    waiting_seat = 1 - prompts(game)[0]["seat"]
    waiting = sit(game, waiting_seat)
    assert "Plan your next move" in waiting.open().text
    begin_last_turn(game)
    page = waiting.open().text
    assert "You have played your last turn." in page
    assert "email you" not in page
    assert "Plan your next move" not in page
    assert "Plan ahead" not in page
    plan = text_of(browser_of(holder(game, waiting_seat)), f"/games/{game.pk}/plan")
    assert "You have no turn left to plan." in plan
    assert "Save this plan" not in plan


@pytest.mark.parametrize(("seats", "is_over"), [(2, True), (4, False)])
def test_whoever_has_no_turn_left_in_a_card_game_is_promised_none(seats: int, is_over: bool) -> None:
    game = chosen(started(players(seats), ruleset="card_game@1"))
    waiting = sit(game, (prompts(game)[0]["seat"] + 1) % seats)
    begin_last_turn(game)
    page = waiting.open().text
    then = "You have played your last turn. Once all have, everybody chooses which tickets to complete."
    assert (then in page) == is_over
    assert ("Plan your next move" in page) != is_over


def test_whoever_has_resigned_is_offered_no_plan() -> None:
    game = chosen(started(players(3)))
    resigned(game, 1)
    assert "Plan" not in sit(game, 1).page.text


def test_a_plan_s_example_is_of_the_board() -> None:
    game = chosen(started(players(2), ruleset="old_west@1"))
    shown = text_of(browser_of(holder(game, 0)), f"/games/{game.pk}/plan")
    route = re.search("For instance: claim ([a-z0-9-]+); draw red blue else deck; stop when last round", shown)
    assert route
    board = engine.ruleset("old_west@1").board
    assert any(route[1] in (fact.slug, fact.group) for fact in board.routes)


@pytest.mark.parametrize(
    ("ruleset", "warning"),
    [
        ("usa@1", "This is your last turn. Cards that you take score nothing; a drawn ticket counts, done or not."),
        ("card_game@1", "This is your last turn. What you take or place now does not reach your track in time."),
    ],
)
def test_the_email_warns_of_the_last_turn_above_all_moves(carry: Carry, ruleset: str, warning: str) -> None:
    game = chosen(started(players(2), ruleset=ruleset))
    begin_last_turn(game)
    (told,) = (in_a_line(mail) for mail in carry(NOON) if str(mail.message["Subject"]).startswith("Your turn"))
    assert told.index(warning) < told.index("YOUR HAND")


@pytest.mark.parametrize("is_last", [False, True])
def test_no_card_helps_a_ticket_in_the_last_turn_on_a_board(carry: Carry, is_last: bool) -> None:
    game = chosen(started(players(2)))
    seat = prompts(game)[0]["seat"]
    hold(game, seat, "los_angeles", "new_york")
    deal(game, seat, red=1)
    if is_last:
        begin_last_turn(game)
    (told,) = (in_a_line(mail) for mail in carry(NOON) if str(mail.message["Subject"]).startswith("Your turn"))
    assert bool(re.search(r"that makes [^.]{0,60}helps", told)) is not is_last
