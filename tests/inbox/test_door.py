"""The servers for incoming mail: what they refuse, what they store, and that they store it before they confirm."""

import os
import re
import smtplib
import socket
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import Settings

from notifications.inbox import acceptance, door
from notifications.models import InboundEmail, ReplyAddress
from tests import database
from tests.inbox.conftest import OpenDoor
from tests.inbox.letters import NOON, reply_address, sent, written
from tests.inbox.replies import OWN, asked
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("mail_in")]
NOWHERE = "play+0123456789@night-mail.example"


def refusal(port: int, to: str, *, lmtp: bool = False, sender: str = "a@mail.example") -> int:
    """Return the code with which a recipient is refused."""
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        sent(port, written(to, "1"), to, lmtp=lmtp, sender=sender)
    ((code, _),) = refused.value.recipients.values()
    return int(code)


@pytest.mark.parametrize("kind", ["lmtp", "smtp"])
def test_it_is_a_row_when_the_door_says_250(carry: Carry, open_door: OpenDoor, kind: str) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    sent(open_door(kind), written(to, "1"), to.upper(), lmtp=kind == "lmtp")
    row = InboundEmail.objects.get()
    assert (row.door, row.sender, row.received_at) == (kind, OWN, NOON)
    assert b"\r\n\r\n1\r\n" in (acceptance.content(row) or b"")


@pytest.mark.parametrize(
    "address",
    [NOWHERE, "plays@night-mail.example", "play+@night-mail.example", "post@night-mail.example", "a@b.example"],
)
def test_from_anywhere_unknown_addresses_are_refused(open_door: OpenDoor, address: str) -> None:
    assert refusal(open_door("smtp"), address) == 550


def test_behind_a_server_nobody_can_be_sent_a_bounce(open_door: OpenDoor) -> None:
    """Postfix verifies an address with an empty sender, or as double-bounce; emails it has accepted are accepted
    here."""
    port = open_door("lmtp")
    assert refusal(port, NOWHERE, lmtp=True, sender="") == 550
    assert refusal(port, NOWHERE, lmtp=True, sender="double-bounce@night-mail.example") == 550
    sent(port, written(NOWHERE, "1"), NOWHERE, lmtp=True, sender="forged@mail.example")
    assert not InboundEmail.objects.exists()


def test_lmtp_answers_for_each_recipient(carry: Carry, open_door: OpenDoor) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    with smtplib.LMTP("127.0.0.1", open_door("lmtp"), timeout=20) as line:
        line.ehlo("mx.example")
        line.mail("a@mail.example")
        assert [line.rcpt(address)[0] for address in (to, NOWHERE)] == [250, 250]
        assert line.data(written(to, "1"))[0] == 250
        assert line.getreply()[0] == 250
        assert line.noop()[0] == 250
    assert InboundEmail.objects.count() == 1


def test_without_a_database_senders_try_again(
    carry: Carry, open_door: OpenDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, mail = asked(carry)
    to, port = reply_address(mail), open_door("smtp")
    with smtplib.SMTP("127.0.0.1", port, timeout=20) as line, monkeypatch.context() as broken:
        line.ehlo("a.example")
        line.mail("a@mail.example")
        assert line.rcpt(to)[0] == 250
        broken.setitem(connection.settings_dict, "NAME", "away")  # for later connections
        assert line.data(written(to, "1"))[0] == 451
        assert refusal(port, to) == 451
    assert not InboundEmail.objects.exists()
    sent(port, written(to, "1"), to)
    assert InboundEmail.objects.count() == 1


def test_what_is_too_large_is_refused_by_the_first_server_and_cut_behind_one(carry: Carry, open_door: OpenDoor) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    large = written(to, "x" * 70 + "\n") + b"y" * 70 + (b"z" * 70 + b"\r\n") * (acceptance.MOST_BYTES // 72 + 10)
    with pytest.raises(smtplib.SMTPResponseException) as refused:
        sent(open_door("smtp"), large, to)
    assert refused.value.smtp_code == 552
    sent(open_door("lmtp"), large, to, lmtp=True)
    row = InboundEmail.objects.get()
    kept = acceptance.content(row)
    assert row.is_cut
    assert kept is not None
    assert kept in large
    assert kept.endswith(b"\r\n\r\n")
    assert len(kept) < 1000


@pytest.mark.parametrize("kind", ["lmtp", "smtp"])
def test_it_offers_what_lmtp_has_to_and_each_answer_has_a_status(carry: Carry, open_door: OpenDoor, kind: str) -> None:
    """RFC 2033 5: PIPELINING and ENHANCEDSTATUSCODES; RFC 2034 4: with these, every answer has a status."""
    _, mail = asked(carry)
    to = reply_address(mail)
    with (smtplib.LMTP if kind == "lmtp" else smtplib.SMTP)("127.0.0.1", open_door(kind), timeout=20) as line:
        line.ehlo("mx.example")
        assert line.has_extn("pipelining")
        assert line.has_extn("enhancedstatuscodes")
        pipelined = f"MAIL FROM:<a@mail.example>\r\nRCPT TO:<{to}>\r\nDATA\r\n"
        line.send(pipelined)
        assert [line.getreply() for _ in range(2)] == [(250, b"2.0.0 OK"), (250, b"2.1.5 OK")]
        assert line.getreply()[0] == 354
        line.send(written(to, "1") + b".\r\n")
        assert line.getreply() == (250, b"2.0.0 Taken")
        for command in ("DATA", "RCPT", "MAIL FROM:<a b>", "NONSENSE", "VRFY", "EXPN", "NOOP", "RSET", "QUIT"):
            code, text = line.docmd(command)
            assert re.match(rb"%d\.\d\.\d " % (code // 100), text), (command, code, text)
    assert InboundEmail.objects.count() == 1


def test_a_line_too_long_is_refused_from_anywhere_and_taken_behind_a_server(carry: Carry, open_door: OpenDoor) -> None:
    """A server that has accepted an email would bounce it to a forged sender."""
    _, mail = asked(carry)
    to = reply_address(mail)
    with pytest.raises(smtplib.SMTPDataError) as refused:
        sent(open_door("smtp"), written(to, "1") + b"x" * (door.LONGEST_LINE + 1) + b"\r\n", to)
    assert refused.value.smtp_code == 554
    assert "5.6.0 " in str(refused.value.smtp_error)
    assert not InboundEmail.objects.exists()
    sent(open_door("smtp"), written(to, "1") + b"x" * (door.LONGEST_LINE - 10) + b"\r\n", to)
    sent(open_door("lmtp"), written(to, "1") + b"x" * 200_000 + b"\r\n", to, lmtp=True)
    assert InboundEmail.objects.count() == 2


def test_nobody_signs_in(open_door: OpenDoor) -> None:
    with smtplib.SMTP("127.0.0.1", open_door("smtp"), timeout=20) as line:
        line.ehlo("a.example")
        assert not line.has_extn("auth")
        assert line.docmd("AUTH", "PLAIN AGEAYg==")[0] >= 500


def test_connections_are_bounded(open_door: OpenDoor) -> None:
    port = open_door("smtp")
    lines = [socket.create_connection(("127.0.0.1", port), 20) for _ in range(door.MOST_CONNECTIONS)]
    assert all(line.recv(100).startswith(b"220") for line in lines)
    with socket.create_connection(("127.0.0.1", port), 20) as turned_away:
        assert turned_away.recv(100).startswith(b"421")
        assert turned_away.recv(100) == b""
    lines.pop().close()
    for line in lines:
        line.close()


def test_recipients_are_bounded(carry: Carry, open_door: OpenDoor) -> None:
    _, mail = asked(carry)
    with smtplib.SMTP("127.0.0.1", open_door("smtp"), timeout=20) as line:
        line.ehlo("a.example")
        line.mail("a@mail.example")
        codes = [line.rcpt(reply_address(mail))[0] for _ in range(door.MOST_RECIPIENTS + 1)]
    assert codes == [250] * door.MOST_RECIPIENTS + [452]


def piped(raw: bytes, *arguments: str) -> int:
    """Return the exit code of the pipe."""
    variables = {**os.environ, "DATABASE_URL": database.url()}
    variables |= {"MAIL_IN_ADDRESS": "play@night-mail.example", "DJANGO_SETTINGS_MODULE": "ttr_site.settings"}
    command = [sys.executable, "manage.py", "receive_mail", *arguments]
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(command, input=raw, cwd=root, env=variables, timeout=60, check=False, capture_output=True)
    return done.returncode


@pytest.mark.long
def test_a_pipe_says_by_its_exit_code_what_became_of_it(carry: Carry, monkeypatch: pytest.MonkeyPatch) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    ReplyAddress.objects.update(expires_at=datetime(2999, 1, 1, tzinfo=UTC))  # the program uses the real clock
    assert piped(written(to, "1"), "--sender", OWN, to) == os.EX_OK
    assert InboundEmail.objects.get().door == "pipe"
    assert piped(written(NOWHERE, "1"), "--sender", OWN, NOWHERE) == os.EX_NOUSER
    monkeypatch.setattr(database, "url", lambda: "postgresql://nobody@127.0.0.1:1/nothing")
    assert piped(written(to, "1"), "--sender", OWN, to) == os.EX_TEMPFAIL


def test_no_log_tells_an_address(
    carry: Carry, open_door: OpenDoor, caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    with caplog.at_level("DEBUG", logger=""):
        sent(open_door("smtp"), written(to, "1"), to)
    assert to.partition("+")[2][:20] not in caplog.text
