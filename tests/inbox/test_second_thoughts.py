"""Second thoughts by mail: how to take a move back, whose yes counts for what, and who has declined."""

import pytest

from games.models import Proposal
from tests.agreements.table import propose, say
from tests.games.stories import NOON, legal, post, prompts
from tests.games.worlds import deal
from tests.inbox.letters import SigningKey
from tests.inbox.replies import asked, reply
from tests.inbox.test_agreements import asked_both, friends, mail_of, newest
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


@pytest.mark.parametrize("regret", ["Sorry, I meant number 2!", "oops, wrong one", "I made a mistake there"])
def test_who_regrets_a_move_hears_how_to_take_it_back(carry: Carry, provider_key: SigningKey, regret: str) -> None:
    game, mail = asked(carry)
    deal(game, 0, blue=6)
    post(game, 0, next(move for move in legal(game, 0) if move.startswith("claim")))
    reply(mail, regret, provider_key)
    told = " ".join(mail_of(newest(carry), 0).text.split())
    assert "To take back your last move, reply “take back” before anybody else moves." in told
    assert "A number, or a move, is one." not in told


def test_where_a_yes_agrees_a_number_plays_the_move_that_is_suggested(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked_both(carry)
    reply(mail, "drwa deck twice", provider_key)
    offer = mail_of(newest(carry), 0)
    told = " ".join(offer.text.split())
    assert "Reply “yes” to agree, or “no”." in told
    assert "Reply with its number, and it is played." in told
    assert "Reply “yes”, and it is played." not in told
    reply(offer, "yes", provider_key, name="m2")
    assert Proposal.objects.get().state == "agreed"
    assert prompts(game)[0]["seat"] == 0, "nothing was played"


def test_who_answered_hears_who_declined(carry: Carry) -> None:
    game, _ = friends(carry, 3)
    proposal = propose(game, 1, NOON, kind="paused")
    newest(carry)
    say(game, 2, proposal, agrees=False, now=NOON)
    assert "Player 2 has declined, so nothing changes." in " ".join(mail_of(newest(carry), 1).text.split())
