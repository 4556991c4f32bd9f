"""Malicious emails: whatever they do to a parser, the work is bounded, and nothing is played."""

import base64
import time
from collections.abc import Callable

import pytest

from notifications.inbox import acceptance
from notifications.inbox.sender import headers
from notifications.inbox.sender.headers import Header, TooMuch
from notifications.models import InboundEmail
from tests.inbox.letters import SigningKey, quoting, reply_address, signed, written
from tests.inbox.replies import asked, played, take
from tests.notifications.conftest import Carry
from tests.sweeps import at_length

SECONDS = 2.0
"""Far more than any of them takes here, and far less than they would take without limits."""


def header_of(raw: bytes) -> Header | None:
    begin = time.thread_time()
    try:
        found = headers.read(raw)
        assert isinstance(found.author + found.subject + found.message_id, str)
        assert found.is_automatic("a@b.example") in (True, False)
    except TooMuch:
        found = None
    assert time.thread_time() - begin < SECONDS
    return found


@pytest.mark.parametrize(
    "raw",
    [
        b"X: y\r\n" * 20_000 + b"\r\n1",
        b"X: " + b"y" * 900_000,
        b"\r\n".join(b" folded" for _ in range(100_000)),
        b"From: a@b.example\r\n" + b"\r\n".join(b" folded" for _ in range(100_000)),
    ],
)
def test_nobody_writes_such_a_header(raw: bytes) -> None:
    assert header_of(raw) is None


@pytest.mark.parametrize(
    "raw",
    [
        b"From: " + b'"' * 8000 + b"\r\n\r\n",
        b"From: " + b'"\\' * 4000 + b"\r\n\r\n",
        b"From: " + b"a@b.example, " * 5000 + b"\r\n\r\n",
        b"From: " + b"a" * 7000 + b"@" + b"b." * 400 + b"\r\n\r\n",
        b"From: =?utf-8?q?=0d=0aBcc:_x?= <a@b.example>\r\nSubject: =?utf-9?x?y?=\r\n\r\n",
        b"Subject: " + b"=?utf-8?b?" * 800 + b"\r\n\r\n",
        b"Message-ID: <" + b"x" * 300 + b"@y>\r\n\r\n",
        b"Message-ID: <x@y>\r\n\t>\r\n\r\n",
        b"",
        b"\r\n\r\n",
        bytes(range(256)) * 100,
    ],
)
def test_what_a_header_may_hold_is_read_in_no_time(raw: bytes) -> None:
    found = header_of(raw)
    assert found is not None
    assert found.message_id == ""


@pytest.mark.parametrize(
    ("written_as", "author"),
    [
        (b"Ada <ada@mail.example>", "ada@mail.example"),
        (b"ADA@Mail.Example", "ada@mail.example"),
        (b'"Ada, of Mail" <ada@mail.example>', "ada@mail.example"),
        (b"=?utf-8?q?Ad=C3=A4?= <ada@mail.example>", "ada@mail.example"),
        (b"Ada\r\n <ada@mail.example>", "ada@mail.example"),
        (b"ada@mail.example, bela@mail.example", ""),
        (b"ada@mail.example <bela@mail.example>", ""),
        (b"<ada@mail.example> <bela@mail.example>", ""),
        (b"Ada: ada@mail.example;", ""),
        (b"ada@mail.example (bela@mail.example)", ""),
        (b"ada@mail.example (Ada Doe)", "ada@mail.example"),
        (b"<ada@mail.example> (Ada)", "ada@mail.example"),
        (b"Bela <bela@mail.example> (ada) (x)", ""),
        (b'ada@mail.example (" <bela@mail.example> ")', ""),
        (b"ada@mail.example (a (b) c)", ""),
        (b"(Ada) ada@mail.example", ""),
        (b"ada@[127.0.0.1]", ""),
        (b"", ""),
    ],
)
def test_a_single_author_or_none(written_as: bytes, author: str) -> None:
    assert headers.read(b"From: " + written_as + b"\r\n\r\n").author == author


Bomb = Callable[[str], bytes]


def deep(to: str) -> bytes:
    """Nest parts within parts."""
    parts = "".join(f'Content-Type: multipart/mixed; boundary="{n}"\r\n\r\n--{n}\r\n' for n in range(2000))
    return written(to, "x").partition(b"Content-Type")[0] + parts.encode()


def many_parts(to: str) -> bytes:
    head = written(to, "x").partition(b"Content-Type")[0]
    return head + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n' + b"--b\r\n\r\nx\r\n" * 50_000


def continued(to: str) -> bytes:
    """Split a parameter into thousands of pieces (RFC 2231)."""
    pieces = "".join(f";\r\n a*{n}=b" for n in range(5000))
    return written(to, "x").partition(b"Content-Type")[0] + f"Content-Type: text/plain{pieces}\r\n\r\nx".encode()


def spaces(to: str) -> bytes:
    """Write lines whose canonical form for signatures takes quadratic time."""
    return written(to, "x") + (b" " * 60_000 + b"x\r\n") * 10


def quoted_spaces(to: str) -> bytes:
    """Quote a line of spaces above a line that may be its second half; encode it, so that it can be signed."""
    head = written(to, "x").partition(b"Content-Type")[0]
    text = base64.encodebytes(b"> " + b" " * 300_000 + b"x\ny\n").replace(b"\n", b"\r\n")
    return head + b"Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n" + text


def quotes_introduced(to: str) -> bytes:
    """Write as many quotes as fit, each with an introduction."""
    return written(to, "x") + b"1 wrote:\r\n>\r\n" * 25_000


def lying(to: str) -> bytes:
    """Name a charset that does not exist."""
    return written(to, "draw deck").replace(b'charset="utf-8"', b'charset="x-no-such"')


def nulls(to: str) -> bytes:
    return written(to, "x") + bytes(500_000)


def greetings(to: str) -> bytes:
    """Write nothing but greetings, below which a number would count."""
    return written(to, "thanks\n" * 8000)


def sentences(to: str) -> bytes:
    """Write lines with many clauses, each of which may be an order."""
    return written(to, "claim. denver - omaha, and so number 9 of. x? option y and z!\n" * 900)


BOMBS = [deep, many_parts, continued, spaces, quoted_spaces, quotes_introduced, lying, nulls, greetings, sentences]


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
@pytest.mark.parametrize(
    "bomb",
    at_length(BOMBS, at_once=[many_parts, quotes_introduced, lying, greetings]),
    ids=lambda bomb: bomb.__name__,
)
def test_a_player_s_own_bomb_takes_bounded_work(carry: Carry, provider_key: SigningKey, bomb: Bomb) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    raw = signed(bomb(to), provider_key) if bomb is not spaces else b"DKIM-Signature: " + bomb(to)
    begin = time.thread_time()
    row = take(raw, to)
    assert time.thread_time() - begin < 4 * SECONDS
    assert row.state != InboundEmail.State.WAITING
    assert played(game) in ([], ["draw_blind"])


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_long_lines_are_not_checked_for_signatures(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    to = reply_address(mail)
    raw = signed(written(to, quoting(mail, "draw deck")), provider_key)
    tags, _, rest = raw.partition(b"From:")
    begin = time.thread_time()
    take(tags + b"From:" + rest + (b" " * 60_000 + b"x\r\n") * 10, to)
    assert time.thread_time() - begin < SECONDS
    assert played(game) == []


def test_the_same_email_has_one_key() -> None:
    raw = written("a@b.example", "x")
    assert acceptance.key_of(raw) == acceptance.key_of(b"Received: by us\r\n" + raw)
    assert acceptance.key_of(raw) != acceptance.key_of(raw + b"y")
    assert acceptance.key_of(raw) != acceptance.key_of(raw.replace(b"<m1@", b"<m2@"))
    nameless = raw.replace(b"Message-ID", b"X-Nothing")
    assert acceptance.key_of(nameless) == acceptance.key_of(b"Received: by us\r\n at noon\r\n" + nameless)
