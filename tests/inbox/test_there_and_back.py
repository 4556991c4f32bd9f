"""The doctor emails the site's own address through a real mail server, and reports which parts came back."""

import re
import smtplib
from collections.abc import Callable

import pytest
from dns.exception import Timeout
from pytest_django import Settings

from deploy.ports import free_port
from notifications.doctor import Finding, Level, post, round_trip
from notifications.inbox.sender import headers
from notifications.models import Mail, SiteEmail
from tests.inbox.conftest import OpenDoor
from tests.inbox.letters import SELECTOR, SigningKey, signed
from tests.inbox.names import NameServer
from tests.notifications.post_office import TAKEN, PostOffice, Received

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("mail_in")]
DEBIAN = ("from", "to", "subject", "date", "list-unsubscribe")
"""The fields of our emails that Debian's opendkim signs by default."""
Forward = Callable[[tuple[str, ...]], None]


def levels_about(found: list[Finding], about: str) -> list[tuple[Level, str]]:
    return [(finding.level, finding.text) for finding in found if finding.about == about]


@pytest.fixture
def forwards(
    post_office: PostOffice, open_door: OpenDoor, provider_key: SigningKey, names: NameServer
) -> Callable[[tuple[str, ...]], None]:
    """Return a function that makes the mail server sign these fields and pass each email on to the site."""
    names.texts[f"{SELECTOR}._domainkey.night-mail.example"] = provider_key.record
    port = open_door("lmtp")

    def forward(fields: tuple[str, ...]) -> None:
        def hand_over(mail: Received) -> str:
            raw = signed(mail.raw, provider_key, domain="night-mail.example", headers=fields) if fields else mail.raw
            with smtplib.LMTP("127.0.0.1", port, timeout=20) as line:
                line.sendmail(mail.sender, mail.to, raw)
            return TAKEN

        post_office.on_data = hand_over

    return forward


def test_what_comes_back_signed_as_it_should_is_fine(forwards: Forward) -> None:
    forwards((*DEBIAN, "list-unsubscribe-post"))
    found = list(round_trip.there_and_back())
    ((level, text),) = levels_about(found, round_trip.ABOUT)
    assert level is Level.FINE
    assert re.fullmatch(r"an email to play@night-mail\.example came in after \d+\.\d s", text)
    assert [level for level, _text in levels_about(found, "DKIM")] == [Level.FINE, Level.FINE]
    row = SiteEmail.objects.get()
    assert not Mail.objects.exists(), "nobody answers it"
    assert row.reason in ("", "automatic")


def test_its_emails_have_message_ids_of_the_site_s_domain(post_office: PostOffice) -> None:
    list(post.letter("you@example.org"))
    list(round_trip.there_and_back(patience=0))
    ids = [str(mail.message["Message-ID"]) for mail in post_office.received]
    assert [name.rpartition("@")[2] for name in ids] == ["night-mail.example>"] * 2


def test_it_says_that_one_click_is_not_covered_and_how_to_cover_it(forwards: Forward) -> None:
    """RFC 8058 4."""
    forwards(DEBIAN)
    signed, covered = levels_about(list(round_trip.there_and_back()), "DKIM")
    assert signed[0] is Level.FINE
    assert covered[0] is Level.WARNING
    assert "does not cover List-Unsubscribe-Post," in covered[1]
    assert "SignHeaders *,+List-Unsubscribe-Post" in covered[1]


def test_it_says_that_nobody_signs(forwards: Forward) -> None:
    forwards(())
    ((level, text),) = levels_about(list(round_trip.there_and_back()), "DKIM")
    assert level is Level.ERROR
    assert "have the outgoing server sign as night-mail.example" in text


def test_it_says_that_a_signature_does_not_hold(forwards: Forward, names: NameServer) -> None:
    forwards(DEBIAN)
    names.texts[f"{SELECTOR}._domainkey.night-mail.example"] = SigningKey.new().record
    ((level, text),) = levels_about(list(round_trip.there_and_back()), "DKIM")
    assert level is Level.ERROR
    assert "no signature of night-mail.example holds" in text


@pytest.mark.usefixtures("post_office")
def test_it_says_that_nothing_comes_back() -> None:
    (found,) = round_trip.there_and_back(patience=0)
    assert found.level is Level.ERROR
    assert "has not come in within 0 s" in found.text


def test_it_says_that_the_server_refuses(post_office: PostOffice) -> None:
    post_office.refusals["play@night-mail.example"] = "554 5.7.1 Relay access denied"
    (found,) = round_trip.there_and_back(patience=0)
    assert found.level is Level.ERROR
    assert "the mail server refuses it" in found.text


# The record of the return path ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("records", "said", "level"),
    [
        (["v=spf1 mx -all"], "", Level.FINE),
        (["v=spf1 mx -all"], "mx.example; spf=pass smtp.mailfrom=x", Level.FINE),
        (["v=spf1 mx -all"], "mx.example; spf=fail smtp.mailfrom=x", Level.WARNING),
        (["another"], "", Level.WARNING),
        (["v=spf1 mx -all", "v=spf1 a -all"], "", Level.WARNING),
    ],
)
def test_the_return_path_has_a_record(settings: Settings, records: list[str], said: str, level: Level) -> None:
    settings.MAIL_RETURN_ADDRESS = "bounce@back.example"
    header = headers.read(f"Authentication-Results: {said}\r\n\r\n".encode() if said else b"\r\n\r\n")
    asked: list[tuple[str, str]] = []

    def find(name: str, kind: str) -> list[str]:
        asked.append((name, kind))
        return records

    assert [found.level for found in round_trip.return_path(header, find)] == [level]
    assert asked == [("back.example", "TXT")]


def test_no_name_server_is_a_warning() -> None:
    def nobody(name: str, kind: str) -> list[str]:
        raise Timeout

    assert [found.level for found in round_trip.return_path(headers.read(b"\r\n\r\n"), nobody)] == [Level.WARNING]


# Doors --------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("names")
def test_the_doors_are_tried(open_door: OpenDoor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_IN_LISTEN", f"lmtp://127.0.0.1:{open_door('lmtp')}")
    monkeypatch.setenv("MAIL_IN_POLICY", f"127.0.0.1:{open_door('policy')}")
    assert [(found.level, found.about) for found in round_trip.doors()] == [
        (Level.FINE, "mail-in"),
        (Level.FINE, "policy"),
    ]
    monkeypatch.setenv("MAIL_IN_LISTEN", f"smtp://0.0.0.0:{open_door('smtp')}")
    monkeypatch.setenv("MAIL_IN_POLICY", "")
    assert [(found.level, found.about) for found in round_trip.doors()] == [(Level.FINE, "mail-in")]


def test_a_door_that_is_shut_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_IN_LISTEN", f"lmtp://127.0.0.1:{free_port()}")
    monkeypatch.setenv("MAIL_IN_POLICY", f"127.0.0.1:{free_port()}")
    mail_in, policy = round_trip.doors()
    assert mail_in.level is policy.level is Level.WARNING
    assert "start deploy/mail-in (night-mail-mail-in)" in mail_in.text


def test_a_door_that_knows_another_address_is_wrong(
    open_door: OpenDoor, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setenv("MAIL_IN_LISTEN", f"smtp://127.0.0.1:{open_door('smtp')}")
    monkeypatch.setenv("MAIL_IN_POLICY", f"127.0.0.1:{open_door('policy')}")
    monkeypatch.setattr("notifications.inbox.acceptance.is_ours", lambda address, now: False)
    mail_in, policy = round_trip.doors()
    assert mail_in.level is policy.level is Level.ERROR
    assert "550 5.1.1 No such address" in policy.text


# A demo or a laptop -------------------------------------------------------------------------------------------------


def test_a_demo_is_told_what_does_not_apply(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.DEFAULT_FROM_EMAIL = "Night Mail <post@localhost>"
    settings.MAIL_IN_ADDRESS = "play@mail.localhost"
    checks = (post.domain, post.answers, post.mail_server, round_trip.there_and_back)
    found = [finding for check in checks for finding in check()]
    assert [finding.level for finding in found] == [Level.FINE] * 4
    assert all("does not apply" in finding.text or "not tried" in finding.text for finding in found)


def test_a_site_that_takes_no_answers_tries_nothing(settings: Settings) -> None:
    settings.MAIL_IN_ADDRESS = ""
    assert list(round_trip.doors()) == []
    (found,) = round_trip.there_and_back()
    assert "players cannot answer emails here" in found.text


def test_a_mailbox_and_a_laptop_have_no_ports(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAIL_IN_LISTEN", raising=False)
    settings.MAIL_IN_IMAP_URL = "imaps://play:password@imap.example.org/INBOX"
    assert [found.text for found in round_trip.doors()] == ["not tried: no mail comes in by it (MAIL_IN_LISTEN)"]
