"""Email providers' webhooks: a row is stored before the answer 200, and only the provider is believed."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings
from time_machine import TimeMachineFixture

from notifications.inbox import answers, pipeline
from notifications.inbox.webhooks.providers import PROVIDERS
from notifications.models import DeadAddress, FirstBounce, InboundEmail, MailReport
from tests.inbox import hooks
from tests.inbox.hooks import SECRET, SIGNING_KEY, Form, posted
from tests.inbox.letters import NOON, SigningKey, quoting, reply_address, signed, written
from tests.inbox.replies import OWN, asked, played
from tests.inbox.replies import answers as got
from tests.inbox.reports import postfix as bounce
from tests.inbox.reports import send_code
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.sweeps import at_length
from ttr_site import mail_in as mail_in_settings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names", "at_providers")]
Posting = Callable[[bytes, str], Any]
RAW: dict[str, tuple[str, str, Posting]] = {
    "mailgun": ("mailgun", "inbound_mime", hooks.mailgun_raw),
    "postmark": ("postmark", "inbound", lambda raw, to: hooks.postmark(raw, to, whole=True)),
    "sparkpost": ("sparkpost", "inbound", hooks.sparkpost),
}
PARSED: dict[str, tuple[str, str, Posting]] = {
    "mailgun": ("mailgun", "inbound", hooks.mailgun_parsed),
    "postmark": ("postmark", "inbound", lambda raw, to: hooks.postmark(raw, to, whole=False)),
    "mailjet": ("mailjet", "inbound", hooks.mailjet),
}


@pytest.fixture
def at_providers(settings: Settings) -> None:
    settings.MAIL_WEBHOOKS = list(PROVIDERS)
    settings.ANYMAIL = {"WEBHOOK_SECRET": ["old:0123456789abcdef", SECRET], "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY}


def order(mail: Received, key: SigningKey) -> bytes:
    """Return a reply signed by its player's provider."""
    return signed(written(reply_address(mail), quoting(mail, "draw deck")), key)


def test_the_providers_are_those_of_the_settings() -> None:
    assert set(PROVIDERS) == mail_in_settings.PROVIDERS


@pytest.mark.parametrize("name", RAW)
def test_raw_emails_are_played(carry: Carry, provider_key: SigningKey, name: str) -> None:
    game, mail = asked(carry)
    provider, what, post = RAW[name]
    body = post(order(mail, provider_key), reply_address(mail))
    assert [posted(provider, what, body).status_code for _ in range(2)] == [200, 200]
    row = InboundEmail.objects.get()
    assert (row.door, row.sender) == ("hook", OWN)
    assert pipeline.process_due(now=NOON) == 1
    assert played(game) == ["draw_blind"]
    assert len(got(carry)) == 1


@pytest.mark.parametrize("name", PARSED)
def test_without_the_raw_email_its_player_is_asked(carry: Carry, provider_key: SigningKey, name: str) -> None:
    game, mail = asked(carry)
    provider, what, post = PARSED[name]
    assert posted(provider, what, post(order(mail, provider_key), reply_address(mail))).status_code == 200
    assert pipeline.process_due(now=NOON) == 1
    row = InboundEmail.objects.get()
    assert (row.state, row.reason) == (InboundEmail.State.REFUSED, answers.UNPROVED)
    assert played(game) == []
    (question,) = got(carry)
    assert "- Take one from the deck" in question.text


def test_no_provider_vouches_for_an_author(carry: Carry, settings: Settings) -> None:
    """None of our servers has removed claims that others made in its name."""
    settings.MAIL_IN_TRUSTED = ["mx.games.example"]
    game, mail = asked(carry)
    forged = {"Authentication-Results": "mx.games.example; dmarc=pass header.from=mail.example"}
    raw = written(reply_address(mail), "draw deck", headers=forged)
    for provider, what, post in (RAW["sparkpost"], PARSED["postmark"]):
        assert posted(provider, what, post(raw, reply_address(mail))).status_code == 200
    assert pipeline.process_due(now=NOON) == 2
    assert played(game) == []


def test_what_is_for_nobody_is_dropped(carry: Carry) -> None:
    nowhere = f"play+{'0' * 30}@night-mail.example"
    assert posted("sparkpost", "inbound", hooks.sparkpost(written(nowhere, "1"), nowhere)).status_code == 200
    assert not InboundEmail.objects.exists()


def test_bounces_come_in_by_it_too(carry: Carry) -> None:
    _, mail = asked(carry)
    assert posted("sparkpost", "inbound", hooks.sparkpost(bounce(), mail.sender)).status_code == 200
    assert MailReport.objects.get().door == "hook"


@pytest.mark.django_db(transaction=True)
def test_without_a_database_the_provider_posts_it_again(carry: Carry, monkeypatch: pytest.MonkeyPatch) -> None:
    _, mail = asked(carry)
    body = hooks.sparkpost(written(reply_address(mail), "1"), reply_address(mail))
    connection.close()
    with monkeypatch.context() as broken:
        broken.setitem(connection.settings_dict, "NAME", "away")
        assert posted("sparkpost", "inbound", body).status_code == 503
    connection.close()
    assert posted("sparkpost", "inbound", body).status_code == 200
    assert InboundEmail.objects.count() == 1


@pytest.mark.parametrize("name", [*RAW, "mailjet"])
def test_only_the_provider_may_post(carry: Carry, settings: Settings, name: str) -> None:
    _, mail = asked(carry)
    provider, what, post = (RAW | PARSED)[name]
    body = post(written(reply_address(mail), "1"), reply_address(mail))
    for secret in ("hooks:another-password-x", "", SECRET.upper()):
        assert posted(provider, what, body, secret=secret).status_code == 400
    settings.MAIL_WEBHOOKS = []
    assert posted(provider, what, body).status_code == 404
    assert not InboundEmail.objects.exists()


def test_mailgun_signs(carry: Carry) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    forged = hooks.mailgun_raw(written(to, "1"), to, key="key-of-another")
    assert posted("mailgun", "inbound", forged).status_code == 400
    assert not InboundEmail.objects.exists()


@pytest.mark.parametrize(
    "body", [{}, [], [{"msys": {"relay_message": {}}}], "x", None, {"Headers": 1}, {"OriginalRecipient": "a"}]
)
def test_what_no_provider_posts_is_a_bad_request(body: Any) -> None:
    for provider in ("mailjet", "postmark"):
        assert posted(provider, "inbound", body).status_code == 400
    for what in ("nothing", "", "tracking/x"):
        assert posted("postmark", what, body).status_code == 404


def test_it_answers_a_head_and_shows_no_page() -> None:
    assert Client().head("/mail-hooks/postmark/inbound").status_code == 200
    assert Client().get("/mail-hooks/postmark/inbound").status_code == 405


FAILED = {"event": "failed", "severity": "permanent", "reason": "bounce"}
GONE = {"code": 550, "message": "5.1.1 The account does not exist", "description": ""}


MARKING = [
    ("mailgun", hooks.mailgun_event(**FAILED, **{"delivery-status": GONE}), "550 5.1.1"),
    ("mailgun", hooks.mailgun_event(**FAILED, **{"delivery-status": {"code": 605, "message": ""}}), "bounced"),
    ("mailgun", hooks.mailgun_event(event="complained"), "complaint"),
    ("postmark", hooks.postmark_event("Bounce", "HardBounce", "smtp;550 5.1.1 No such user"), "550 5.1.1"),
    ("postmark", hooks.postmark_event("Bounce", "HardBounce", "The server said no"), "bounced"),
    ("postmark", hooks.postmark_event("Bounce", "BadEmailAddress"), "invalid"),
    ("postmark", hooks.postmark_event("SpamComplaint", "SpamComplaint"), "complaint"),
    ("mailjet", hooks.mailjet_event("bounce", hard_bounce=True, error="user unknown"), "bounced"),
    ("mailjet", hooks.mailjet_event("spam", source="JMRPP"), "complaint"),
    ("sparkpost", hooks.sparkpost_event("bounce", bounce_class="10", raw_reason="550 5.1.1 Unknown"), "550 5.1.1"),
    ("sparkpost", hooks.sparkpost_event("spam_complaint"), "complaint"),
]


@pytest.mark.parametrize(("provider", "body", "code"), at_length(MARKING, at_once=MARKING[::4]))
def test_events_that_mark_an_address(
    carry: Carry, at_noon: TimeMachineFixture, provider: str, body: Any, code: str
) -> None:
    asked(carry)
    assert posted(provider, "tracking", body).status_code == 200
    if code != "complaint":
        assert not DeadAddress.objects.exists()
        assert FirstBounce.objects.get().bounced_at == NOON
        send_code(carry, OWN)
        at_noon.move_to(NOON + timedelta(days=1), tick=False)
        assert posted(provider, "tracking", body).status_code == 200
        assert not DeadAddress.objects.exists(), "the provider only repeats itself"
        send_code(carry, OWN)
        assert posted(provider, "tracking", on_the_next_day(body)).status_code == 200
    dead = DeadAddress.objects.get()
    assert (dead.address, dead.code) == (OWN, code)
    assert carry(NOON) == []


def on_the_next_day(body: Any) -> Any:
    """Return the same event about another email, on the next day."""
    text = json.dumps(body).replace("2026-03-02T12", "2026-03-03T12").replace("1772452800.5", "1772539200.5")
    return json.loads(text if '"signature"' in text else text.replace("1772452800", "1772539200"))


MARKING_NOTHING = [
    ("mailgun", hooks.mailgun_event(event="failed", severity="temporary", reason="generic")),
    ("mailgun", hooks.mailgun_event(**FAILED, **{"delivery-status": {"code": 552, "message": "5.2.2 Full"}})),
    ("mailgun", hooks.mailgun_event(**FAILED, **{"delivery-status": {"code": 550, "message": "5.7.1 Spam"}})),
    ("mailgun", hooks.mailgun_event(event="delivered")),
    ("mailgun", hooks.mailgun_event(event="opened")),
    ("postmark", hooks.postmark_event("Bounce", "Transient", "smtp;451 4.3.0 Later")),
    ("postmark", hooks.postmark_event("Bounce", "SoftBounce", "smtp;550 5.1.1 Perhaps")),
    ("postmark", hooks.postmark_event("Bounce", "Blocked", "Blocked by the receiver's list")),
    ("postmark", hooks.postmark_event("Bounce", "HardBounce", "550 5.1.1 No", email="stranger@mail.example")),
    ("postmark", hooks.postmark_event("Delivery", "")),
    ("mailjet", hooks.mailjet_event("bounce", hard_bounce=False, error="quota exceeded")),
    ("mailjet", hooks.mailjet_event("blocked", error="preblocked")),
    ("sparkpost", hooks.sparkpost_event("delay", bounce_class="20", raw_reason="451 4.7.1 Greylisted")),
    ("sparkpost", hooks.sparkpost_event("bounce", bounce_class="51", raw_reason="554 5.7.1 Spam")),
    ("sparkpost", hooks.sparkpost_event("bounce", bounce_class="60", raw_reason="I am away")),
]


@pytest.mark.parametrize(("provider", "body"), at_length(MARKING_NOTHING, at_once=MARKING_NOTHING[::4]))
def test_events_that_mark_nothing(carry: Carry, provider: str, body: Any) -> None:
    asked(carry)
    assert posted(provider, "tracking", body).status_code == 200
    assert not DeadAddress.objects.exists()


def test_events_need_the_provider_too(carry: Carry) -> None:
    asked(carry)
    event = hooks.postmark_event("SpamComplaint", "SpamComplaint")
    assert posted("postmark", "tracking", event, secret="hooks:another-password-x").status_code == 400
    assert posted("postmark", "tracking", {"RecordType": "Bounce", "Email": 1}).status_code in (200, 400)
    assert posted("mailgun", "tracking", Form(event="complained", recipient=OWN)).status_code == 400
    assert not DeadAddress.objects.exists()
