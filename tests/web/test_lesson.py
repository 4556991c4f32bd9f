"""The guided first game in a browser without JavaScript: from the front page to the coach's last line."""

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Entry, Game
from games.table.play import stand_ins
from tests.web.paper import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def learner() -> Visitor:
    """Return a stranger who has pressed “Learn by playing” on the front page."""
    visitor = Visitor(None, "")
    visitor.open("/")
    form = visitor.form("Learn by playing")
    visitor.send(form, [*form.filled(), ("learn", "usa@1")])
    return visitor


def test_a_stranger_learns_at_a_practice_table() -> None:
    visitor = learner()
    game = Game.objects.get()
    assert (game.ruleset, game.practice) == ("usa@1", True)
    assert "A ticket: connect " in visitor.page.text
    assert "Line 1 of 11" in visitor.page.text
    assert "What the map shows" in visitor.page.text
    assert "Words used here" in visitor.page.text


def test_got_it_goes_on_and_nothing_enters_the_log() -> None:
    visitor, entries = learner(), Entry.objects.count()
    visitor.press("Got it")
    assert "Line 2 of 11" in visitor.page.text
    assert "A ticket: connect " not in visitor.page.text
    visitor.press("Got it")
    assert "The next line comes with the next new thing." in visitor.page.text
    assert Entry.objects.count() == entries


def test_the_coach_goes_on_when_the_game_does() -> None:
    visitor = learner()
    boxes = visitor.form("Keep").boxes
    visitor.press("Keep", ticket=[number for _, number, _ in boxes][:2])
    stand_ins.play_game(game_id=Game.objects.get().pk, now=timezone.now())
    assert "Your turn: do one of three things." in visitor.open(visitor.address.partition("?")[0]).text


def test_left_it_is_gone_for_ever_and_the_game_stays() -> None:
    visitor = learner()
    form = visitor.form("Leave the lesson")
    visitor.send(form, [*form.filled(), ("do", "leave")])
    assert "Got it" not in visitor.page.text
    assert "Got it" not in visitor.open(visitor.address).text
    assert visitor.form("Keep").boxes


def test_a_table_opened_to_try_the_game_has_no_coach() -> None:
    visitor = Visitor(None, "")
    visitor.open("/")
    form = visitor.form("Card Game")
    visitor.send(form, [*form.filled(), ("ruleset", "usa@1")])
    assert "Got it" not in visitor.page.text
    assert Client().get(f"{visitor.address}/lesson").status_code == 405
