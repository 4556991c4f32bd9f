"""An email as bytes: header fields, and parts that any server can relay unchanged.

Django's messages are built to be modified later; creating and serializing one took a fifth of an email's total time.
Here a field that is one short line of printable ASCII is written directly. Every other field is encoded by Django and
folded by the standard library, which would turn a short one into the same bytes. No line break gets in, nor anything
that the library treats as one. The standard library encodes text as quoted-printable and pictures as base64 (RFC 2045
6), so an email is pure ASCII without overlong lines.
"""

import re
from base64 import encodebytes
from binascii import b2a_qp
from collections.abc import Iterable
from email.header import Header
from email.message import Message
from email.policy import compat32
from typing import Final, NamedTuple

from django.core.mail import EmailMessage
from django.core.mail.message import (
    ADDRESS_HEADERS,
    BadHeaderError,
    forbid_multi_line_headers,
    sanitize_address,
)

from notifications.letters.style import STYLE

Field = tuple[str, str]
"""A header field: its name and its content."""

CHARSET: Final = "utf-8"
LINE: Final = 78
"""Maximum columns of a header line (RFC 5322 2.1.1)."""
_SHORT: Final = LINE - len(": ")
_PLAIN: Final = re.compile(r"[!-~](?:[ -~]*[!-~])?")
_PLAIN_ADDRESS: Final = re.compile(r"[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*")
_BLANK_AT_76: Final = re.compile(rb"=(?:20|09)$(?<=.{77})", re.MULTILINE)
_FOLDING: Final = compat32.clone(linesep="\r\n", max_line_length=LINE)


class BodyPart(NamedTuple):
    """A part of an email: the header lines that describe its body, and the body."""

    head: bytes
    body: bytes


class ReadyEmail(EmailMessage):
    """An email whose bytes are final; Django's backends send it unchanged.

    `sender` is the envelope's return path, and `to` its recipient. Raises ValueError for an invalid address.
    """

    def __init__(self, *, sender: str, to: str, octets: bytes) -> None:
        super().__init__()
        self.from_email, self.to, self.octets = _ascii_address(sender), [_ascii_address(to)], octets

    def message(self, **_: object) -> "_Octets":  # type: ignore[override]  # not an EmailMessage, but all backends need
        """Return an object from which backends can read the email's bytes."""
        return _Octets(self.octets)


class _Octets(Message):
    def __init__(self, octets: bytes) -> None:
        super().__init__()
        self._octets = octets

    def as_bytes(self, *_: object, linesep: str = "\n", **__: object) -> bytes:
        return self._octets if linesep == "\r\n" else self._octets.replace(b"\r\n", linesep.encode())


def with_header(fields: Iterable[Field], whole: BodyPart) -> bytes:
    """Return the bytes of an email: the header fields that describe its body, then these in this order, then the body.

    Raises BadHeaderError for a field with line breaks, ValueError for an invalid address.
    """
    header = "".join(_header_line(name, value) for name, value in fields)
    return b"%s%s\r\n%s" % (whole.head, header.encode("ascii"), whole.body)


def _header_line(name: str, value: str) -> str:
    if len(name) + len(value) <= _SHORT and _PLAIN.fullmatch(value):
        return f"{name}: {value}\r\n"
    if len(f"{value}.".splitlines()) > 1:  # a form feed as well, since the library would end the line there
        raise BadHeaderError(name)
    is_text = not value.isascii() and name.lower() not in ADDRESS_HEADERS
    return _FOLDING.fold(*forbid_multi_line_headers(name, encoded(name, value) if is_text else value, CHARSET))


def encoded(name: str, words: str) -> str:
    """Encode text for a header field of this name in ASCII (RFC 2047), in as many encoded words as necessary.

    Django's encoded words are so long that they leave no room for the field's name, so the first line would be empty.
    """
    return Header(words, CHARSET, header_name=name).encode(linesep="")


def _ascii_address(value: str) -> str:
    """Return an address in ASCII (RFC 3492), unchanged if it already is. Raises ValueError for an invalid address."""
    try:
        return value if _PLAIN_ADDRESS.fullmatch(value) else sanitize_address(value, CHARSET)
    except IndexError as error:  # raised by the library for a single quotation mark
        raise ValueError(value) from error


def text(kind: str, words: str) -> BodyPart:
    """Return a text part in UTF-8; `kind` is "plain" or "html".

    A lone carriage return counts as a line end, since some servers treat it as one.
    """
    lines = words.replace("\r\n", "\n").replace("\r", "\n").encode(CHARSET)
    head = f'Content-Type: text/{kind}; charset="{CHARSET}"\r\nContent-Transfer-Encoding: quoted-printable\r\n'
    around = map(_quote_printable, lines.split(_STYLE))
    return BodyPart(head.encode(), _with_crlf(_QUOTED_STYLE.join(around)))


def _quote_printable(lines: bytes) -> bytes:
    """Return lines in quoted-printable encoding.

    `b2a_qp` expands a trailing space to three columns without checking that the line still fits into 76 (RFC 2045 6.7).
    """
    return _BLANK_AT_76.sub(rb"=\n\g<0>", b2a_qp(lines))


_STYLE: Final = STYLE.removeprefix("\n").encode()
_QUOTED_STYLE: Final = _quote_printable(_STYLE)
"""The encoded style sheet: it is a third of an email's HTML and never changes, so it is encoded only once. It consists
of whole lines (the line end before it belongs to the text there), so the text around it is encoded as without it."""


def picture(kind: str, image: bytes, content_id: str, file_name: str) -> BodyPart:
    """Return a picture part; `kind` is "png" or "gif". HTML refers to it by the `content_id` (RFC 2392)."""
    head = f"Content-Type: image/{kind}\r\nContent-Transfer-Encoding: base64\r\n"
    name_lines = _header_line("Content-ID", f"<{content_id}>") + _header_line(
        "Content-Disposition", f'inline; filename="{file_name}"'
    )
    return BodyPart((head + name_lines).encode("ascii"), _with_crlf(encodebytes(image)))


def multipart(kind: str, token: str, parts: Iterable[BodyPart], more: str = "") -> BodyPart:
    """Join parts into a multipart; `kind` is "alternative" or "related" (RFC 2046 5.1).

    `token` is the email's own, and `more` holds further parameters. Neither quoted-printable nor base64 ever contains
    "=_", so the boundary cannot occur in a part (RFC 2045 6.7).
    """
    boundary = f"=_{kind}_{token}"
    head = f'Content-Type: multipart/{kind};{more}\r\n boundary="{boundary}"\r\n'.encode("ascii")
    opening, closing = f"\r\n--{boundary}\r\n".encode(), f"\r\n--{boundary}--\r\n".encode()
    return BodyPart(head, opening + opening.join(b"%s\r\n%s" % part for part in parts) + closing)


def _with_crlf(lines: bytes) -> bytes:
    return lines.replace(b"\n", b"\r\n")
