"""Replies to an email that asked for no move: a written move counts, and nothing else is taken for one."""

import pytest

from games.models import Game
from tests.agreements.table import propose
from tests.games.courts import as_row
from tests.games.stories import NOON, chosen, players, prompts, started
from tests.inbox.letters import SigningKey, quoting, reply_address, written
from tests.inbox.replies import OWN, answers, reply, take
from tests.inbox.site_stories import in_a_line
from tests.inbox.test_agreements import mail_of, newest
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


@pytest.fixture
def game() -> Game:
    """Return a game of two at the first turn, seat 0's."""
    return chosen(started(players(2)))


@pytest.fixture
def news(game: Game, carry: Carry) -> Received:
    """Return the email to seat 0 about a proposal of the other player."""
    newest(carry)
    propose(game, 1, NOON, kind="paused")
    return mail_of(newest(carry), 0)


def test_a_written_move_answers_the_open_question(
    game: Game, news: Received, carry: Carry, provider_key: SigningKey
) -> None:
    reply(news, "draw deck", provider_key)
    assert "from the deck" in in_a_line(answers(carry)[0])
    assert prompts(game)[0]["type"] == "draw_again"


@pytest.mark.parametrize("typed", ["1", "Thanks, Ben!", "Nice move"])
def test_nothing_else_is_taken_for_a_move(
    game: Game, news: Received, carry: Carry, provider_key: SigningKey, typed: str
) -> None:
    before = as_row(game)["head"]
    reply(news, typed, provider_key)
    assert as_row(game)["head"] == before
    assert "A number, or a move, is one." not in " ".join(map(in_a_line, answers(carry)))


def test_a_yes_to_an_unproved_email_plays_nothing_on_a_question_that_it_never_answered(
    game: Game, news: Received, carry: Carry, provider_key: SigningKey
) -> None:
    to = reply_address(news)
    take(written(to, quoting(news, "draw deck"), name="m1", sender=OWN), to)
    before = as_row(game)["head"]
    reply(answers(carry)[0], "yes", provider_key, "m2")
    assert as_row(game)["head"] == before
    assert "It answers a question that is no longer open." in in_a_line(answers(carry)[0])
