"""Emails without an order: who repeats them is a program, and no longer answered; who plays is never slowed."""

import pytest

from notifications.inbox import pace
from notifications.models import InboundEmail
from tests.inbox.letters import SigningKey
from tests.inbox.replies import answers, asked, played, reply
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
State = InboundEmail.State


def test_a_responder_that_repeats_itself_is_answered_once(carry: Carry, provider_key: SigningKey) -> None:
    """It says nothing in its header of being a program."""
    _, mail = asked(carry)
    for place in range(5):
        reply(mail, "I am away until Monday.", provider_key, f"m{place}")
        mail = next(iter(answers(carry)), mail)
    assert InboundEmail.objects.filter(state=State.REFUSED).count() == 1
    assert InboundEmail.objects.filter(state=State.DROPPED, reason="no_order_again").count() == 4


def test_a_responder_that_never_says_the_same_is_answered_three_times(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    told = []
    for place in range(6):
        reply(mail, f"I am away. Ticket number {place} was opened for you.", provider_key, f"m{place}")
        told += answers(carry)
    assert len(told) == pace.MOST_WITHOUT_ORDER
    hint = "For a while I answer only emails with an order."
    assert [hint in " ".join(one.text.split()) for one in told] == [False, False, True]
    reply(mail, "draw deck", provider_key, "own")
    assert played(game) == ["draw_blind"], "its player's moves are played all the same"
    assert len(answers(carry)) == 1


def test_who_plays_is_answered_however_often(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    for place in range(6):
        reply(mail, "status", provider_key, f"m{place}")
        assert len(answers(carry)) == 1
