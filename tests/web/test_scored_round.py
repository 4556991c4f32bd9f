"""The news of a scored round of the Card Game: a line for each seat, each ticket once."""

import re

import pytest

from games.models import Game
from games.web.table.final import tell_what_scored
from games.web.table.sight import load_sight
from tests.games.stories import NOON, answer, default, holder, play_a_round, players, prompts, started
from tests.notifications.conftest import Carry, carry, post_office
from tests.web.people import browser_of, text_of

__all__ = ["carry", "post_office"]
pytestmark = pytest.mark.django_db


def scored(seats: int) -> Game:
    """Return a game whose first round is scored: seat 0 was the first to choose, and the last seat the last."""
    game = started(players(seats), ruleset="card_game@1")
    play_a_round(game)
    for prompt in sorted(prompts(game), key=lambda prompt: prompt["seat"]):
        answer(game, holder(game, prompt["seat"]), prompt["id"], default(game, prompt["seat"]), now=NOON)
    return game


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", page))


@pytest.mark.long
def test_each_seat_has_a_line_and_each_ticket_is_told_once(carry: Carry) -> None:
    game = scored(4)
    page = text_of(browser_of(holder(game, 0)), f"/games/{game.pk}")
    glance = page.partition('class="glance"')[2].partition("</div>")[0]
    lines = re.findall('<span class="scored">([^<]*)</span>', glance)
    assert len(lines) == 4
    assert re.search(r'<details class="more"><summary>Who completed what</summary>\s*<span class="scored">', glance)
    assert all(re.search(r" completed (no tickets|.* with .*: \+\d+)\.$", line) for line in lines), lines
    assert lines[0].startswith("You completed ")
    assert "for ticket" not in words(page)
    assert "Round 2 began." in words(glance)
    assert "was dealt" not in words(page)
    told = [" ".join(mail.text.split()) for mail in carry(NOON)]
    assert told
    assert not [mail for mail in told if "for ticket" in mail]


@pytest.mark.long
def test_a_turning_point_there_is_what_the_winner_completed() -> None:
    game = scored(4)
    sight = load_sight(holder(game, 0), game.pk, NOON)
    entry = next(entry for entry in sight.entries if any(event["type"] == "round_began" for event in entry["events"]))
    assert tell_what_scored(sight, entry, 0).startswith("You completed ")
    assert tell_what_scored(sight, entry, 2).startswith("Player 2 completed ")
