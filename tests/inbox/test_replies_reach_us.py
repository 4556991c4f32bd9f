"""Whatever we write about a game can be replied to, and the reply is answered: answers, and news of a table."""

import pytest

from games.lobby import lobby
from games.models import Game
from tests.games.stories import NOON
from tests.inbox.letters import SigningKey, quoting, reply_address, written
from tests.inbox.replies import reply, take
from tests.inbox.site_stories import in_a_line
from tests.inbox.test_invitations import GUEST, OWN, invited
from tests.inbox.test_site import the_answer
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def test_the_answer_to_a_second_yes_can_be_replied_to(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, "Hm, maybe", provider_key)
    reply(the_answer(carry, GUEST), "yes", provider_key, "m2")
    answer = the_answer(carry, GUEST)
    assert "You have a seat" in in_a_line(answer)
    assert reply_address(answer)
    assert answer.message["List-Id"] is None
    lobby.start_game(host=game.host, game_id=game.pk, now=NOON)
    carry(NOON)
    reply(answer, "keep A and C", provider_key, "m3")
    assert "You kept 2 tickets." in in_a_line(the_answer(carry, GUEST))


def test_who_has_declined_joins_by_replying_to_the_answer(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, "I would rather not, no", provider_key)
    answer = the_answer(carry, GUEST)
    assert "you can still join: reply “yes”" in in_a_line(answer)
    reply(answer, "oh well, yes then", provider_key, "m2")
    assert game.seats.count() == 2


def test_the_host_begins_a_table_by_replying_to_its_news(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, "yes", provider_key)
    news = the_answer(carry, OWN)
    assert "Or reply “start”" in in_a_line(news)
    reply(news, "Start!", provider_key, "m2")
    told = the_answer(carry, OWN)
    assert f"“start {game.pk} with 2 players”" in in_a_line(told)
    reply(told, f"start {game.pk} with 2 players", provider_key, "m3")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert "Started: " in in_a_line(the_answer(carry, OWN))


def test_a_guest_does_not_begin_the_table(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, "yes", provider_key)
    reply(the_answer(carry, GUEST), "start with stand-ins", provider_key, "m2")
    game.refresh_from_db()
    assert game.status == Game.Status.OPEN
    assert "Not done: “start with stand-ins”." in in_a_line(the_answer(carry, GUEST))


def test_a_start_without_proof_is_asked_about_in_our_words(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    reply(mail, "yes", provider_key)
    news = the_answer(carry, OWN)
    to = reply_address(news)
    take(written(to, quoting(news, "start with stand-ins"), name="m4", sender=OWN), to)
    question = the_answer(carry, OWN)
    assert "- start" in question.text
    game.refresh_from_db()
    assert game.status == Game.Status.OPEN
    reply(question, "yes", provider_key, "m5")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
