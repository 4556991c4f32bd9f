"""A real mailbox: the site's emails are stored and then moved away, all others are left alone."""

import os
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import Settings

from games.table.clocks import heartbeats
from notifications import monitoring
from notifications.doctor import Level, post
from notifications.inbox import acceptance, mailbox, pipeline
from notifications.inbox.mailbox import MailboxDoor, signed_in
from notifications.models import FirstBounce, InboundEmail, ReplyAddress
from tests import database
from tests.inbox.certificates import issued_to
from tests.inbox.dovecot import Dovecot, open_dovecot
from tests.inbox.letters import NOON, SigningKey, quoting, reply_address, signed, written
from tests.inbox.names import NameServer
from tests.inbox.replies import OWN, answers, asked, played
from tests.inbox.reports import enclosing
from tests.inbox.reports import postfix as bounce
from tests.notifications.conftest import Carry
from tests.patience import PATIENCE, eventually

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("mail_in")]
PRIVATE = b"Subject: Lunch?\r\nFrom: bela@mail.example\r\nTo: play@friends.example\r\n\r\nAt one?\r\n"


@pytest.fixture(scope="module")
def opened_dovecot() -> Iterator[Dovecot]:
    with open_dovecot() as server:
        yield server


@pytest.fixture
def dovecot(opened_dovecot: Dovecot, settings: Settings) -> Dovecot:
    """Return a Dovecot whose mailbox is empty."""
    for folder in (mailbox.PUT_AWAY, "INBOX"):
        with opened_dovecot.owner() as line:
            if line.select(f'"{folder}"')[0] == "OK":
                line.uid("STORE", "1:*", "+FLAGS", r"(\Deleted)")
                line.expunge()
    settings.MAIL_IN_IMAP_URL = opened_dovecot.url
    return opened_dovecot


def look(server: Dovecot) -> int:
    with signed_in(server.url) as box:
        return MailboxDoor(box).take_new(NOON)


def test_without_a_mailbox_nobody_misses_it(settings: Settings) -> None:
    heartbeats.note(source=mailbox.HEARTBEAT, now=NOON)
    later = NOON + timedelta(minutes=10)
    assert "mailbox" not in {late.what for late in monitoring.look(later)}
    assert list(post.mailbox()) == []
    settings.MAIL_IN_IMAP_URL = "imap://play:secret@127.0.0.1:1"
    assert "mailbox" in {late.what for late in monitoring.look(later)}
    assert [found.level for found in post.mailbox()] == [Level.ERROR]


@pytest.mark.deploy
def test_an_answer_is_played_and_put_away_and_the_rest_is_left_alone(
    carry: Carry, dovecot: Dovecot, provider_key: SigningKey, names: NameServer
) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    dovecot.deliver(PRIVATE)
    dovecot.deliver(b"Return-Path: <" + OWN.encode() + b">\r\n" + signed(written(to, "draw deck"), provider_key))
    dovecot.deliver(written(f"play+{'0' * 30}@night-mail.example", "draw deck"))
    assert look(dovecot) == 1
    row = InboundEmail.objects.get()
    assert (row.door, row.sender, row.state) == ("imap", OWN, InboundEmail.State.WAITING)
    ((_, kept),) = dovecot.emails(mailbox.PUT_AWAY)
    assert b"draw deck" in kept
    left = dovecot.emails()
    assert [b"Lunch?" in raw for _, raw in left] == [True, False]
    assert not any(rb"\Seen" in flags for flags, _ in left)
    assert pipeline.process_due(now=NOON) == 1
    assert played(game) == ["draw_blind"]
    assert len(answers(carry)) == 1


@pytest.mark.deploy
def test_where_the_server_says_to_whom_it_came_that_counts(carry: Carry, dovecot: Dovecot) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    for name, field in enumerate(("Delivered-To", "X-Original-To", "Envelope-To")):
        raw = written("undisclosed@mail.example", quoting(mail, "1"), name=f"m{name}")
        dovecot.deliver(f"{field}: {to.upper()}\r\n".encode() + raw)
    assert look(dovecot) == 3
    assert InboundEmail.objects.count() == 3


@pytest.mark.deploy
def test_bounces_come_in_by_it_too(carry: Carry, dovecot: Dovecot, settings: Settings) -> None:
    settings.MAIL_RETURN_ADDRESS = settings.MAIL_IN_ADDRESS
    _, mail = asked(carry)
    assert mail.sender.startswith("play+")
    dovecot.deliver(b"To: " + mail.sender.encode() + b"\r\n" + enclosing(mail, bounce()))
    assert look(dovecot) == 1
    assert pipeline.process_due(now=NOON) == 1
    assert FirstBounce.objects.get().address == OWN


@pytest.mark.deploy
def test_nothing_is_put_away_that_is_not_a_row(carry: Carry, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch) -> None:
    _, mail = asked(carry)
    dovecot.deliver(written(reply_address(mail), "1"))
    with signed_in(dovecot.url) as box, monkeypatch.context() as broken:
        door = MailboxDoor(box)
        connection.close()
        broken.setitem(connection.settings_dict, "NAME", "away")
        with pytest.raises(Exception, match="away"):
            door.take_new(NOON)
    connection.close()
    assert len(dovecot.emails()) == 1
    assert dovecot.emails(mailbox.PUT_AWAY) == []
    assert look(dovecot) == 1


@pytest.mark.deploy
def test_killed_between_the_row_and_the_folder_it_takes_nothing_twice(carry: Carry, dovecot: Dovecot) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    raw = written(to, "1")
    dovecot.deliver(raw)
    ((_, kept),) = dovecot.emails()
    acceptance.accept(kept, [to], OWN, InboundEmail.Door.IMAP, NOON)  # and then the process was killed
    assert look(dovecot) == 1
    assert InboundEmail.objects.count() == 1
    assert (len(dovecot.emails()), len(dovecot.emails(mailbox.PUT_AWAY))) == (0, 1)


@pytest.mark.deploy
def test_what_its_owner_has_marked_as_deleted_is_not_expunged(carry: Carry, dovecot: Dovecot) -> None:
    _, mail = asked(carry)
    dovecot.deliver(PRIVATE)
    with dovecot.owner() as line:
        line.store("1", "+FLAGS", r"(\Deleted)")
    dovecot.deliver(written(reply_address(mail), "1"))
    assert look(dovecot) == 1
    ((flags, _),) = dovecot.emails()
    assert rb"\Deleted" in flags


@pytest.mark.deploy
def test_where_the_server_cannot_move_it_is_marked_as_read(carry: Carry) -> None:
    with open_dovecot(capability="IMAP4rev1 UIDPLUS") as server:
        _, mail = asked(carry)
        server.deliver(PRIVATE)
        server.deliver(written(reply_address(mail), "1"))
        with signed_in(server.url) as box:
            door = MailboxDoor(box)
            assert (door.can_move, door.can_idle) == (False, False)
            assert door.take_new(NOON) == 1
            assert door.take_new(NOON) == 0
        assert [rb"\Seen" in flags for flags, _ in server.emails()] == [False, True]
        assert InboundEmail.objects.count() == 1


@pytest.mark.deploy
def test_many_are_looked_at_and_what_is_too_large_is_cut(carry: Carry, dovecot: Dovecot) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    with dovecot.owner() as line:
        for _ in range(mailbox.AT_ONCE + 5):
            line.append("INBOX", "", "", PRIVATE)
        line.append("INBOX", "", "", written(to, "1") + b"x" * 70 * 20_000)
    assert look(dovecot) == 1
    assert InboundEmail.objects.get().is_cut
    assert len(dovecot.emails()) == mailbox.AT_ONCE + 5


@pytest.mark.deploy
def test_tls_is_only_spoken_with_the_server_that_was_named(
    carry: Carry, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, mail = asked(carry)
    certificate = issued_to("localhost")
    (tmp_path / "authority").write_bytes(certificate.authority)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority"))
    with open_dovecot(certificate=certificate) as server:
        for name, scheme in enumerate(("imaps", "imap+tls")):
            server.deliver(written(reply_address(mail), "1", name=f"m{name}"))
            with signed_in(server.url_by(scheme, "localhost")) as box:
                assert MailboxDoor(box).take_new(NOON) == 1
            with pytest.raises(ssl.SSLCertVerificationError), signed_in(server.url_by(scheme, "127.0.0.1")):
                pass
        monkeypatch.delenv("SSL_CERT_FILE")
        settings.MAIL_IN_IMAP_URL = server.url_by("imaps", "localhost")
        (found,) = post.mailbox()
    assert found.level is Level.ERROR
    assert "its certificate does not verify" in found.text


@pytest.mark.deploy
def test_the_process_is_told_of_what_comes_and_may_be_killed(
    carry: Carry, dovecot: Dovecot, settings: Settings
) -> None:
    _, mail = asked(carry)
    ReplyAddress.objects.update(expires_at=datetime(2999, 1, 1, tzinfo=UTC))  # the program uses the real clock
    variables = os.environ | {
        "DATABASE_URL": database.url(),
        "MAIL_IN_ADDRESS": settings.MAIL_IN_ADDRESS,
        "MAIL_IN_IMAP_URL": dovecot.url,
        "DEFAULT_FROM_EMAIL": settings.DEFAULT_FROM_EMAIL,
        "DJANGO_SETTINGS_MODULE": "ttr_site.settings",
    }
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, str(root / "manage.py"), "fetch_mail"]
    last = 0
    for name in ("m1", "m2"):
        process = subprocess.Popen(command, env=variables)
        try:
            heartbeats.note(source=mailbox.HEARTBEAT, now=NOON)
            assert eventually(lambda: heartbeats.last_heard(mailbox.HEARTBEAT) != NOON)
            begin = time.monotonic()
            dovecot.deliver(written(reply_address(mail), "1", name=name))
            assert eventually(InboundEmail.objects.filter(pk__gt=last).exists)
            assert time.monotonic() - begin < mailbox.POLL / 4  # it was notified, and did not wait for the next poll
            assert eventually(lambda: not dovecot.emails())
            last = InboundEmail.objects.latest("pk").pk
        finally:
            process.kill()
            process.wait(PATIENCE)
