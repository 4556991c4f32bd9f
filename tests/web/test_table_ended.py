"""The table of an ended game: the ranking, and the totals of points and tickets."""

import re

import pytest

import engine
from games.models import Game
from games.table import store
from games.table.rulings import Correct
from tests.games.courts import rule
from tests.games.stories import chosen, play_on, players, started
from tests.replay.games import ended
from tests.web.test_table import head, seen, sit, turn

pytestmark = pytest.mark.django_db


class TestEnd:
    def test_the_ranking_and_where_points_come_from(self) -> None:
        game = chosen(started(players(2), ruleset="lagoon@1"))
        play_on(game, 500)
        page = sit(Game.objects.get(pk=game.pk), 0).page
        assert "wins with" in page.text or "win with" in page.text
        assert "longest path" in page.text
        assert "Plan ahead" not in page.text

    def test_tickets_say_what_they_came_to(self) -> None:
        game = chosen(started(players(2), ruleset="lagoon@1"))
        play_on(game, 500)
        scored = [points for points, reason in ledger(game, 0) if reason == "ticket"]
        made, lost = sum(each for each in scored if each > 0), -sum(each for each in scored if each < 0)
        assert lost, "some have failed"
        text = sit(game, 0).page.text
        assert re.search(rf"Your tickets {made} points? made, {lost} lost", text)

    def test_points_lost_have_a_minus_and_no_hyphen(self) -> None:
        game = chosen(started(players(2)))
        rule(game, Correct(0, -106))
        ended(game)
        page = sit(game, 0)
        assert "You: −106 for a correction by an admin" in page.open(f"{page.path}/log").text
        assert "a correction by an admin (entry" in page.open().text
        assert "<dd>−106</dd>" in page.answer.content.decode()
        assert not re.search(r"(?<!\S)-\d", page.page.text)
        assert "−106" in page.open(f"{page.path}/replay/{head(game)}").text

    def test_where_they_do_not_count_it_says_so(self) -> None:
        game, seat, visitor = turn()
        held = sum(ticket["points"] for ticket in engine.own(seen(game, seat))["tickets"])
        assert f"Your tickets {held} points" in visitor.open().text
        ended(game)
        assert "Your tickets They don’t count" in visitor.open().text

    def test_a_note_promises_no_email_any_more(self) -> None:
        game, _, visitor = turn()
        promise = "It is also in the email about your next turn."
        visitor.open()
        assert promise in visitor.answer.content.decode()
        ended(game)
        visitor.open()
        assert promise not in visitor.answer.content.decode()


def ledger(game: Game, seat: int) -> list[tuple[int, str]]:
    """Return a seat's points with their reasons."""
    standings = engine.standings(store.load(store.read(game.pk)).state)
    return [(line.points, line.reason) for one in standings if one.seat == seat for line in one.ledger]
