"""For every reader an email's bytes mean what Django's and the standard library's would."""

import string
from collections.abc import Sequence
from email.header import decode_header, make_header
from email.utils import formataddr
from pathlib import Path
from quopri import decodestring

import pytest
from django.core.mail.message import BadHeaderError, SafeMIMEText, sanitize_address
from django.core.validators import validate_email
from hypothesis import example, given
from hypothesis import strategies as st
from pytest_django import Settings

from notifications.letters import mime, octets
from notifications.letters.document import Picture
from notifications.letters.octets import BodyPart, Field, ReadyEmail
from notifications.letters.style import STYLE
from notifications.outbox.smtp import SmtpConnection
from tests.notifications import by_django

TOKEN = "385874033bc837d2fdd5093e7f5e30"
SENDER = "post+t@night-mail.example"
NAMES = ("Subject", "From", "To", "Reply-To", "References", "List-Id", "List-Unsubscribe", "Auto-Submitted")
PRINTABLE = string.ascii_letters + string.digits + string.punctuation + " "

plain = st.text(PRINTABLE, max_size=90)
anything = st.text(max_size=300)
pieces = ["a", "é", "=", ".", " ", "\t", "\n", "\r", "\r\n", "--", "_", "🚂", "From ", "\x00", "x" * 90, f"--{TOKEN}"]
typed = st.one_of(st.lists(st.sampled_from(pieces)).map("".join), st.text()).filter(bool)


def by_library(name: str, value: str) -> bytes:
    """Return the field as a Django message writes it."""
    message = SafeMIMEText("", "plain", "utf-8")
    for other in list(message):
        del message[other]
    message[name] = value
    return message.as_bytes(linesep="\r\n").partition(b"\r\n\r\n")[0] + b"\r\n\r\n"


def what(write: object, name: str, value: str) -> bytes | type[Exception]:
    """Return the field's bytes, or the error it is refused with."""
    assert callable(write)
    try:
        written = write(name, value)
        assert isinstance(written, bytes)
        return written
    except (ValueError, AttributeError) as refusal:  # the library's own error, for some invalid addresses
        return type(refusal)


def by_us(name: str, value: str) -> bytes:
    return octets.with_header([(name, value)], BodyPart(b"", b""))


# Header fields ------------------------------------------------------------------------------------------------------


@given(st.sampled_from(NAMES), st.one_of(plain, anything))
@example("Subject", "x" * 69)
@example("Subject", "x" * 70)
@example("Subject", "a  b" * 17)
@example("Subject", "=?utf-8?q?x?=")
@example("To", "Zoë Ødegård <zoe@bücher.example>")
@example("List-Unsubscribe", f"<https://night-mail.example/{'x' * 200}>")
@example("From", "no address – at all")
@example("Subject", "Your turn: Поезд на дальний запад и обратно к ужину")
def test_a_field_is_byte_for_byte_what_the_library_makes_of_it(name: str, value: str) -> None:
    """For encoded words only the line breaks differ: each of ours begins on the line of the field's name."""
    if len(f"{value}.".splitlines()) != 1:
        return
    ours, theirs = what(by_us, name, value), what(by_library, name, value)
    if value.isascii() or name in ("From", "To", "Reply-To"):
        assert ours == theirs
        return
    assert isinstance(ours, bytes)
    assert isinstance(theirs, bytes)
    assert words_of(ours) == words_of(theirs)
    assert ours.startswith(f"{name}: =?utf-8?".encode())
    assert max(map(len, ours.split(b"\r\n"))) <= octets.LINE


def words_of(field: bytes) -> str:
    """Return the field's text as a reader sees it, keeping a space at the start of a line."""
    return str(make_header(decode_header(field.decode().partition(":")[2].strip())))


BREAKS = ["\r", "\n", "\r\n", "\r\n\r\n", "\nBcc: all@mail.example", "\v", "\f\f", "\x1c", "\x85", "\u2028"]


@given(anything, st.sampled_from(BREAKS), anything)
def test_nobody_gets_another_field_into_the_header(before: str, line_break: str, after: str) -> None:
    with pytest.raises(BadHeaderError):
        by_us("To", before + line_break + after)


def test_an_address_that_a_form_takes_cannot_end_the_header() -> None:
    """RFC 5322 once allowed control characters in quoted names, and Django's validator still does."""
    address = '"\f\fYouHaveWon"@mail.example'
    validate_email(address)
    with pytest.raises(BadHeaderError):
        by_us("To", address)


@given(st.one_of(st.emails(), anything, plain.map("{}@mail.example".format), plain.map("ada@{}".format)))
@example("ada@bücher.example")
@example("ada@x..example")
@example("ada@-")
@example('"')
@example(f"ada@{'x' * 64}.example")
def test_an_envelope_has_an_address_as_django_has_it(value: str) -> None:
    assert what(enveloped, "", value) == what(as_django_has_it, "", value)


def enveloped(_: str, value: str) -> bytes:
    return ReadyEmail(sender=value, to="ada@mail.example", octets=b"").from_email.encode()


def as_django_has_it(_: str, value: str) -> bytes:
    try:
        return sanitize_address(value, "utf-8").encode()
    except IndexError as error:  # for a lone quotation mark; all other invalid addresses are ValueErrors
        raise ValueError from error


# Whole emails -------------------------------------------------------------------------------------------------------


def email(fields: Sequence[Field], text: str, html: str, pictures: Sequence[Picture] = ()) -> bytes:
    """Return an email built by `mime.envelope`."""
    shown: BodyPart = octets.text("html", html)
    if pictures:
        images = [octets.picture(one.kind, one.image, one.cid, mime.NAMES[one.kind]) for one in pictures]
        shown = octets.multipart("related", TOKEN, [shown, *images], ' type="text/html";')
    whole = octets.multipart("alternative", TOKEN, [octets.text("plain", text), shown])
    return octets.with_header([("MIME-Version", "1.0"), *fields], whole)


def some_fields(subject: str, name: str) -> list[Field]:
    return [
        ("Subject", " ".join(subject.split())),
        ("From", formataddr((" ".join(name.split()), "post@night-mail.example"))),
        ("To", "ada@mail.example"),
        ("Reply-To", "ada+r@night-mail.example"),
        ("Date", "Thu, 26 Nov 2026 03:51:35 +0000"),
        ("Message-ID", f"<{TOKEN}@night-mail.example>"),
        ("List-Unsubscribe", f"<https://night-mail.example/api/v1/unsubscribe/{TOKEN}.games~{TOKEN}{TOKEN}>"),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
    ]


@pytest.mark.long
@given(anything, anything, typed, typed)
@example("Hi", "Ada", "From here on\n.\n..\n. dots\n", "blanks   \nand a tab\t\n\n\n")
@example("Hi", "Ada", f"--=_alternative_{TOKEN}\n--=_alternative_{TOKEN}--\n", "=20 is no blank")
@example("Hi", "Ada", "one\r.\rtwo\r\nthree", "x" * 5000)
def test_an_email_reads_as_one_of_djangos(subject: str, name: str, text: str, html: str) -> None:
    fields = some_fields(subject, name)
    by_django.assert_same(email(fields, text, html), by_django.written(fields, text, html, sender=SENDER))


@pytest.mark.long
@given(st.binary(max_size=3000), typed)
def test_so_does_one_with_a_picture(image: bytes, text: str) -> None:
    fields, pictures = some_fields("Your turn", "Night Mail"), [Picture("x@y", image, "", "")]
    ours = email(fields, text, "<img src='cid:x@y'>", pictures)
    theirs = by_django.written(fields, text, "<img src='cid:x@y'>", pictures, sender=SENDER)
    by_django.assert_same(ours, theirs)


@pytest.mark.parametrize("blank", [" ", "\t"])
def test_a_line_that_ends_with_a_blank_is_not_too_long(blank: str) -> None:
    """RFC 2045 6.7 (5): at most 76 columns."""
    for length in range(60, 240):
        body = octets.text("plain", f"{'x' * length}{blank}\nmore").body
        assert max(map(len, body.split(b"\r\n"))) <= 76
        assert decodestring(body) == f"{'x' * length}{blank}\r\nmore".encode()


@given(typed, typed)
@example("x" * 75 + " ", " ." + "y" * 80)
@example("x" * 73 + " ", "0")
def test_a_style_is_quoted_as_in_one_piece(before: str, after: str) -> None:
    html = f"{before}{STYLE}{after}"
    *lines, last = html.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    singly = [octets.text("html", f"{line}\n").body for line in lines]
    assert octets.text("html", html).body == b"".join(singly) + octets.text("html", last).body


# Where there is no server -------------------------------------------------------------------------------------------


def test_a_site_without_a_server_writes_the_same_email_down(settings: Settings, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path)
    whole = email(some_fields("Hello", "Night Mail"), "Grüße\n", "<p>Grüße</p>")
    with SmtpConnection() as connection:
        connection.send(ReadyEmail(sender=SENDER, to="ada@mail.example", octets=whole))
    (file,) = tmp_path.iterdir()
    assert file.read_bytes().startswith(whole.replace(b"\r\n", b"\n"))
