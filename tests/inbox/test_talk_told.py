"""Whoever plays by email alone reads every line of the talk."""

from datetime import timedelta

import pytest

from games.table.talk import new_lines
from tests.games.stories import NOON, holder, post
from tests.inbox.letters import SigningKey
from tests.inbox.replies import answers, asked, reply
from tests.inbox.site_stories import in_a_line
from tests.notifications.conftest import Carry

MINUTE = timedelta(minutes=1)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def test_an_answer_that_shows_no_turn_has_told_nothing(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "1", provider_key)
    answers(carry)
    new_lines.say(player=holder(game, 1), game_id=game.pk, text="Hello from the phone", now=NOON + MINUTE)
    reply(mail, "frobnicate", provider_key, "m2")
    assert "Hello" not in " ".join(mail.text for mail in carry(NOON + 2 * MINUTE))
    post(game, 1, "draw deck", "draw deck", now=NOON + 3 * MINUTE)
    told = [mail.text for mail in carry(NOON + 3 * MINUTE)]
    assert any("Hello from the phone" in text for text in told)


def test_words_for_the_table_drop_no_line_above_them(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "Hi all,\n\ntwo apples\nsay Trains!\n\nAda", provider_key)
    (told,) = answers(carry)
    line = in_a_line(told)
    assert "Not understood as a move: “two apples”." in line
    assert "Said at the table: “Trains!”" in line


def test_words_below_cards_that_cannot_be_taken_are_named(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "Hi all,\n\ntwo green\nsay Trains!\n\nAda", provider_key)
    (told,) = answers(carry)
    line = in_a_line(told)
    assert "“two green”: too few cards of this color lie face up: green. Nothing was done." in line
    assert "Not done either: “say Trains!”." in line
