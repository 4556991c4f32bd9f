"""Leaving a table by its pages: to a stand-in, with a way back, or for good."""

import pytest

from tests.games.sitting import take
from tests.games.stories import chosen, players, started
from tests.web.test_table import seen, sit, turn

pytestmark = pytest.mark.django_db


def test_whoever_lets_a_stand_in_play_can_come_back() -> None:
    visitor = sit(chosen(started(players(3))), 0)
    visitor.follow("Pause or leave")
    visitor.press("Let a stand-in play for me")
    assert "A stand-in plays for you now." in visitor.page.text
    visitor.open()
    assert "You can come back until another player takes the seat over." in visitor.page.text
    visitor.press("Come back to your seat")
    assert "You are back." in visitor.page.text
    assert "Come back to your seat" not in visitor.page.text


def test_whoever_leaves_for_good_is_told_so_and_offered_no_way_back() -> None:
    game = chosen(started(players(3)))
    visitor = sit(game, 0)
    visitor.follow("Pause or leave")
    visitor.press("Resign", sure="yes")
    assert "You have left the game." in visitor.page.text
    for page in ("", "/seat"):
        text = visitor.open(f"/games/{game.pk}{page}").text
        assert "You have left this game for good" in text
        assert "Come back" not in text
        assert "we'll email you" not in text


def test_a_page_that_has_grown_old_brings_nobody_back() -> None:
    game = chosen(started(players(3)))
    visitor = sit(game, 0)
    visitor.follow("Pause or leave")
    visitor.press("Let a stand-in play for me")
    visitor.open(f"/games/{game.pk}")
    take(game, players(1, "Ann")[0])
    visitor.press("Come back to your seat", status=409)
    assert "Your seat has a new player" in visitor.page.text


def test_whoever_was_replaced_reads_why_there_is_no_way_back() -> None:
    game = chosen(started(players(3)))
    visitor = sit(game, 0)
    visitor.follow("Pause or leave")
    visitor.press("Let a stand-in play for me")
    take(game, players(1, "Ann")[0])
    text = visitor.open(f"/games/{game.pk}").text
    assert "Your seat has a new player" in text
    assert "Come back" not in text


def test_leaving_takes_a_tick() -> None:
    game, seat, visitor = turn()
    visitor.follow("Pause or leave")
    visitor.press("Resign", status=422)
    visitor.press("Resign", sure="yes")
    assert seen(game)["seats"][seat]["away"] == "resigned"
