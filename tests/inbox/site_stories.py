"""Steps shared by tests of emails to the site."""

from datetime import datetime

from notifications.inbox import acceptance, pipeline
from notifications.models import InboundEmail, SiteEmail
from tests.inbox.letters import NOON, SigningKey, quoting, reply_address, signed, written
from tests.notifications.post_office import Received

SITE = "play@night-mail.example"
NEWCOMER = "ada@mail.example"


def typed(text: str, *, sender: str = NEWCOMER, name: str = "s1", to: str = SITE, subject: str = "Hello") -> bytes:
    """Return an unsigned email to the site. Different names give different emails."""
    return written(to, f"{text}\n", sender=sender, name=name, headers={"Subject": f"{subject} {name}"})


def take(raw: bytes, to: str = SITE, *, sender: str = NEWCOMER, now: datetime = NOON) -> SiteEmail:
    """Take in an email and process it; return its row."""
    assert acceptance.accept(raw, [to], sender, InboundEmail.Door.PIPE, now) == 1
    assert pipeline.process_due(now=now) == 1
    return SiteEmail.objects.latest("pk")


def write(text: str, key: SigningKey, *, sender: str = NEWCOMER, name: str = "s1", now: datetime = NOON) -> SiteEmail:
    """Write to the site through an honest provider."""
    return take(signed(typed(text, sender=sender, name=name), key), sender=sender, now=now)


def reply(mail: Received, text: str, key: SigningKey, name: str = "s2") -> SiteEmail:
    """Reply to an answer from the site."""
    to, sender = reply_address(mail), mail.to[0]
    return take(signed(typed(quoting(mail, text), sender=sender, name=name, to=to), key), to, sender=sender)


def in_a_line(mail: Received) -> str:
    return " ".join(mail.text.split())
