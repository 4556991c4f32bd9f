"""The header of an email, read from its bytes: bounded, and as servers see it who sign it. Pure.

Python's own parser takes seconds for a header made to hurt, and hides what is doubled. This one does neither: it finds
fields, unfolds them, and understands a single author.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.errors import MessageError
from email.header import decode_header, make_header
from typing import Final

MOST_BYTES: Final = 128_000
MOST_FIELDS: Final = 300
LONGEST_VALUE: Final = 8_000
"""Bytes of a field that we read ourselves; none of those is honestly longer."""
_LINE_END: Final = re.compile(rb"\r?\n")
_GAP: Final = re.compile(rb"\r?\n\r?\n")
_NAME: Final = re.compile(rb"([!-9;-~]{1,80}):")
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_ADDRESS: Final = r"[^\s<>()\[\]\\,;:@\"]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?"
_ONE_AUTHOR: Final = re.compile(rf"(?:[^<>()\[\]\\,;:@\"]*<({_ADDRESS})>|({_ADDRESS}))")
_ANY_ADDRESS: Final = re.compile(_ADDRESS)
_BY_MACHINES: Final = ("list-id", "list-unsubscribe", "list-post", "x-autoreply", "x-autorespond", "x-loop")
_IN_BULK: Final = frozenset({"bulk", "list", "junk", "auto_reply"})
_DAEMONS: Final = frozenset({"mailer-daemon", "postmaster", "noreply", "no-reply"})


class TooMuch(Exception):
    """Nobody writes such a header."""


@dataclass(frozen=True, slots=True)
class Header:
    """The fields in their order: names in lower case, values as they stand there, unfolded."""

    fields: Sequence[tuple[str, bytes]]

    def all(self, name: str) -> list[str]:
        """The values of every field of this name, the topmost first; what is no UTF-8 is replaced."""
        return [value[:LONGEST_VALUE].decode(errors="replace").strip() for key, value in self.fields if key == name]

    def one(self, name: str) -> str:
        """The value of the topmost field of this name, or ""."""
        return next(iter(self.all(name)), "")

    @property
    def author(self) -> str:
        """The address in From, in lower case; "" unless there is exactly one field with exactly one address."""
        written = self.all("from")
        found = _ONE_AUTHOR.fullmatch(_QUOTED.sub("", written[0]).strip()) if len(written) == 1 else None
        return (found[1] or found[2]).lower() if found else ""

    def addresses(self, name: str) -> list[str]:
        """Everything in fields of this name that has the form of an address."""
        return [found[0] for value in self.all(name) for found in _ANY_ADDRESS.finditer(_QUOTED.sub("", value))]

    @property
    def message_id(self) -> str:
        """The Message-ID (RFC 5322 3.6.4) with its brackets; "" where there is none to answer to."""
        found = re.fullmatch(r"<[!-;=?-~]{1,240}>", self.one("message-id"))
        return found[0] if found else ""

    @property
    def subject(self) -> str:
        """The subject as people read it, in one line."""
        written = self.one("subject")[:998]
        try:
            return " ".join(str(make_header(decode_header(written))).split())
        except (MessageError, LookupError, ValueError):
            return " ".join(written.split())

    def is_automatic(self, sender: str) -> bool:
        """Whether a machine wrote it, which must not be answered (RFC 3834 2). `sender`: of the envelope."""
        return (
            sender.strip("<> ") == ""
            or self.one("return-path") == "<>"
            or self.one("auto-submitted").partition(";")[0].strip().lower() not in ("", "no")
            or self.one("precedence").lower() in _IN_BULK
            or any(self.all(name) for name in _BY_MACHINES)
            or self.one("content-type").lower().startswith("multipart/report")
            or self.author.partition("@")[0] in _DAEMONS
        )


def cut(raw: bytes) -> bytes:
    """The bytes of the header, without the content; of a header that is too large, enough to know that."""
    end = _GAP.search(raw, 0, MOST_BYTES + 4)
    return raw[: end.end() if end else MOST_BYTES + 1]


def read(raw: bytes) -> Header:
    """The header of these bytes. Raises TooMuch."""
    fields: list[tuple[str, bytes]] = []
    end = _GAP.search(raw, 0, MOST_BYTES + 4)
    if end is None and len(raw) > MOST_BYTES:
        raise TooMuch
    for line in _LINE_END.split(raw[: end.start()] if end else raw):
        if line[:1] in (b" ", b"\t"):
            _go_on(fields, line)
        elif found := _NAME.match(line):
            fields.append((found[1].decode().lower(), line[found.end() :]))
        if len(fields) > MOST_FIELDS:
            raise TooMuch
    return Header(fields)


def _go_on(fields: list[tuple[str, bytes]], line: bytes) -> None:
    if fields:
        name, value = fields[-1]
        if len(value) <= LONGEST_VALUE:
            fields[-1] = name, value + line
