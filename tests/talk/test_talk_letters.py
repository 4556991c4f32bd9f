"""The talk in emails about turns: the lines that no earlier one has shown, unless they were read on a page."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, TalkMute
from games.people import relations
from games.table.talk import new_lines, talk_lines
from notifications import batch
from notifications.letters import registry
from notifications.letters.registry import Body
from tests.games.stories import NOON, chosen, holder, players, post, started
from tests.notifications.conftest import Carry

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def say(game: Game, seat: int, text: str, after: timedelta) -> None:
    new_lines.say(player=holder(game, seat), game_id=game.pk, text=text, now=NOON + after)


def two(game: Game, seat: int, after: timedelta) -> None:
    post(game, seat, "draw deck", "draw deck", now=NOON + after)


def test_the_next_turns_email_has_the_new_lines(carry: Carry) -> None:
    game = chosen(started(players(2)))
    carry(NOON)
    say(game, 0, "Take <b>that</b>", HOUR)
    two(game, 0, HOUR)
    say(game, 1, "My own words", 2 * HOUR)
    (mail,) = carry(NOON + 2 * HOUR)
    assert "SAID AT THE TABLE\n\n- Player 0: Take <b>that</b>\n" in mail.text
    assert "&lt;b&gt;that&lt;/b&gt;" in mail.html
    assert "My own words" not in mail.text
    two(game, 1, 2 * HOUR)
    (other,) = carry(NOON + 2 * HOUR)
    assert "- Player 1: My own words" in other.text


def test_what_an_email_has_shown_is_not_told_again_and_a_move_reads_nothing(carry: Carry) -> None:
    game = chosen(started(players(2)))
    carry(NOON)
    say(game, 0, "First", HOUR)
    two(game, 0, HOUR)
    carry(NOON + HOUR)
    say(game, 0, "Second", 2 * HOUR)
    two(game, 1, 3 * HOUR)
    say(game, 0, "Third", 4 * HOUR)
    two(game, 0, 4 * HOUR)
    mail = carry(NOON + 4 * HOUR)[-1]
    assert "- Player 0: Third" in mail.text
    assert "First" not in mail.text
    assert "- Player 0: Second" in mail.text, "player 1 may have moved by email"


def test_what_was_read_or_muted_is_not_told(carry: Carry) -> None:
    game = chosen(started(players(2)))
    carry(NOON)
    say(game, 0, "Read", HOUR)
    talk_lines.mark(player=holder(game, 1), game=Game.objects.get(pk=game.pk), number=1)
    two(game, 0, HOUR)
    (mail,) = carry(NOON + HOUR)
    assert "SAID AT THE TABLE" not in mail.text
    two(game, 1, 2 * HOUR)
    relations.add(TalkMute, player=holder(game, 1), other_id=holder(game, 0).pk, now=NOON)
    say(game, 0, "Muted", 3 * HOUR)
    two(game, 0, 3 * HOUR)
    assert "Muted" not in carry(NOON + 3 * HOUR)[-1].text


def test_an_email_without_new_lines_asks_nothing_more(carry: Carry) -> None:
    game = chosen(started(players(2)))
    carry(NOON)
    two(game, 0, HOUR)
    with CaptureQueriesContext(connection) as asked:
        carry(NOON + HOUR)
    assert not [one for one in asked.captured_queries if "talkline" in one["sql"]]


def test_the_kinds_that_tell_it_are_those_that_show_a_turn() -> None:
    turns = {name for name, record in registry.LETTERS.items() if record.body is Body.TURN}
    assert set(batch.TURN_EMAILS) == turns
