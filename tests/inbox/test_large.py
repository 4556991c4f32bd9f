"""Emails that are too large to store: their player is told what to send instead, and nobody else gets an email."""

import pytest

from notifications.inbox import acceptance, answers
from notifications.models import InboundEmail, SiteEmail
from tests.inbox.letters import NOON, reply_address, written
from tests.inbox.replies import OWN, asked, played, take
from tests.inbox.replies import answers as received
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]
PICTURE = (b"x" * 70 + b"\r\n") * (acceptance.MOST_BYTES // 72 + 10)


def large(to: str, *, sender: str = OWN, name: str = "m1", headers: dict[str, str] | None = None) -> bytes:
    return written(to, "draw deck", sender=sender, name=name, headers=headers) + PICTURE


def test_its_player_is_told_to_send_only_text(carry: Carry) -> None:
    game, mail = asked(carry)
    row = take(large(reply_address(mail)), reply_address(mail))
    assert (row.state, row.reason) == (InboundEmail.State.REFUSED, "too_large")
    (answer,) = received(carry)
    assert "Your email was too large" in answer.text
    assert answer.message["In-Reply-To"] == "<m1@mail.example>"
    assert played(game) == []


def test_of_its_content_nothing_is_kept(carry: Carry) -> None:
    _, mail = asked(carry)
    kept = acceptance.content(take(large(reply_address(mail)), reply_address(mail)))
    assert kept is not None
    assert b"Subject: Re: Your turn" in kept
    assert b"draw deck" not in kept
    assert b"xxx" not in kept


@pytest.mark.parametrize(
    ("sender", "headers"),
    [("mallory@mail.example", {}), (OWN, {"Auto-Submitted": "auto-replied"}), (OWN, {"X": "y" * 200_000})],
)
def test_others_and_machines_get_no_answer(carry: Carry, sender: str, headers: dict[str, str]) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    row = take(large(to, sender=sender, headers=headers), to)
    assert row.state == InboundEmail.State.DROPPED
    assert received(carry) == []


def test_as_anybody_may_have_written_them_only_few_are_answered(carry: Carry) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    rows = [take(large(to, name=f"m{number}"), to) for number in range(answers.MOST_QUESTIONS_AN_HOUR + 1)]
    states = [row.state for row in rows]
    assert states == [InboundEmail.State.REFUSED] * answers.MOST_QUESTIONS_AN_HOUR + [InboundEmail.State.DROPPED]
    assert len(received(carry)) == answers.MOST_QUESTIONS_AN_HOUR


def test_one_to_the_site_is_dropped() -> None:
    to = "play@night-mail.example"
    assert acceptance.accept(large(to), [to], OWN, InboundEmail.Door.PIPE, NOON) == 1
    row = SiteEmail.objects.get()
    assert (row.state, row.reason, row.raw) == (SiteEmail.State.DROPPED, "too_large", None)
