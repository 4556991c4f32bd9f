"""An email's bytes: header fields, and parts that any server may pass on as they are.

Django's messages are made to be changed afterwards; to make one and write it down took a fifth of an email's whole
time. Here a field that is one short line of printable ASCII is written as it is. Every other goes through Django, which
encodes it, and through the standard library, which folds it: byte for byte what these make of a short one, too. No line
break gets in, nor what the library takes for one. Text is in quoted-printable and pictures in base64 (RFC 2045 6), by
the standard library, so an email is ASCII, and no line of it is too long.
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
"""Columns of a line of a header (RFC 5322 2.1.1)."""
_SHORT: Final = LINE - len(": ")
_PLAIN: Final = re.compile(r"[!-~](?:[ -~]*[!-~])?")
_PLAIN_ADDRESS: Final = re.compile(r"[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*")
_BLANK_AT_76: Final = re.compile(rb"=(?:20|09)$(?<=.{77})", re.MULTILINE)
_FOLDING: Final = compat32.clone(linesep="\r\n", max_line_length=LINE)


class BodyPart(NamedTuple):
    """A part of an email: the header lines about its body, and the body."""

    head: bytes
    body: bytes


class ReadyEmail(EmailMessage):
    """An email whose bytes are ready, for Django's backends: they pass it on, and change nothing.

    `sender`: its return path, `to`: its recipient, as an envelope has them. Raises ValueError for what is no address.
    """

    def __init__(self, *, sender: str, to: str, octets: bytes) -> None:
        super().__init__()
        self.from_email, self.to, self.octets = _ascii_address(sender), [_ascii_address(to)], octets

    def message(self, **_: object) -> "_Octets":  # type: ignore[override]  # no EmailMessage, but all that backends ask
        """Return what backends ask for bytes."""
        return _Octets(self.octets)


class _Octets(Message):
    def __init__(self, octets: bytes) -> None:
        super().__init__()
        self._octets = octets

    def as_bytes(self, *_: object, linesep: str = "\n", **__: object) -> bytes:
        return self._octets if linesep == "\r\n" else self._octets.replace(b"\r\n", linesep.encode())


def with_header(fields: Iterable[Field], whole: BodyPart) -> bytes:
    """Return the bytes of an email with these header fields, in this order, below those about its body.

    Raises BadHeaderError for a field with line breaks, ValueError for an address that is none.
    """
    header = "".join(_header_line(name, value) for name, value in fields)
    return b"%s%s\r\n%s" % (whole.head, header.encode("ascii"), whole.body)


def _header_line(name: str, value: str) -> str:
    if len(name) + len(value) <= _SHORT and _PLAIN.fullmatch(value):
        return f"{name}: {value}\r\n"
    if len(f"{value}.".splitlines()) > 1:  # a form feed, too: the library would end the line there
        raise BadHeaderError(name)
    is_text = not value.isascii() and name.lower() not in ADDRESS_HEADERS
    return _FOLDING.fold(*forbid_multi_line_headers(name, encoded(name, value) if is_text else value, CHARSET))


def encoded(name: str, words: str) -> str:
    """Encode words for a header field of this name in ASCII (RFC 2047), as many encoded words as it takes.

    Django's own are so long that they leave no room for the field's name, so the field would begin with an empty line.
    """
    return Header(words, CHARSET, header_name=name).encode(linesep="")


def _ascii_address(value: str) -> str:
    """Return an address in ASCII (RFC 3492): most are, and plain. Raises ValueError for what is no address."""
    try:
        return value if _PLAIN_ADDRESS.fullmatch(value) else sanitize_address(value, CHARSET)
    except IndexError as error:  # the library's, for a lone quotation mark
        raise ValueError(value) from error


def text(kind: str, words: str) -> BodyPart:
    """Return a part that is text, in UTF-8: "plain" or "html".

    A lone carriage return ends a line like any other line end, since some servers take it for one.
    """
    lines = words.replace("\r\n", "\n").replace("\r", "\n").encode(CHARSET)
    head = f'Content-Type: text/{kind}; charset="{CHARSET}"\r\nContent-Transfer-Encoding: quoted-printable\r\n'
    around = map(_quote_printable, lines.split(_STYLE))
    return BodyPart(head.encode(), _with_crlf(_QUOTED_STYLE.join(around)))


def _quote_printable(lines: bytes) -> bytes:
    """Return lines in quoted-printable.

    `b2a_qp` turns a blank at the end of a line into three columns, without looking whether there is room for them: a
    line may have 76 (RFC 2045 6.7).
    """
    return _BLANK_AT_76.sub(rb"=\n\g<0>", b2a_qp(lines))


_STYLE: Final = STYLE.removeprefix("\n").encode()
_QUOTED_STYLE: Final = _quote_printable(_STYLE)
"""The style is a third of a letter's HTML, and always the same, so it is encoded once. It consists of whole lines (the
line end before it belongs to what stands there), so what stands around it is encoded as it would be without it."""


def picture(kind: str, image: bytes, content_id: str, file_name: str) -> BodyPart:
    """Return a part that is a picture: "png" or "gif". HTML refers to it by the `content_id` (RFC 2392)."""
    head = f"Content-Type: image/{kind}\r\nContent-Transfer-Encoding: base64\r\n"
    name_lines = _header_line("Content-ID", f"<{content_id}>") + _header_line(
        "Content-Disposition", f'inline; filename="{file_name}"'
    )
    return BodyPart((head + name_lines).encode("ascii"), _with_crlf(encodebytes(image)))


def multipart(kind: str, token: str, parts: Iterable[BodyPart], more: str = "") -> BodyPart:
    """Join parts into one: "alternative", "related" (RFC 2046 5.1). `token`: the email's own; `more`: parameters.

    "=_" stands in no text that is quoted-printable, and in no base64, so the boundary never does (RFC 2045 6.7).
    """
    boundary = f"=_{kind}_{token}"
    head = f'Content-Type: multipart/{kind};{more}\r\n boundary="{boundary}"\r\n'.encode("ascii")
    opening, closing = f"\r\n--{boundary}\r\n".encode(), f"\r\n--{boundary}--\r\n".encode()
    return BodyPart(head, opening + opening.join(b"%s\r\n%s" % part for part in parts) + closing)


def _with_crlf(lines: bytes) -> bytes:
    return lines.replace(b"\n", b"\r\n")
