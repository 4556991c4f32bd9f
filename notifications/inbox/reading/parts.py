"""The parts of an email, and its text (RFC 2045, 2046): the plain text part if there is one, else the HTML.

Python's parser takes seconds for ten thousand parts. This one cuts bytes at boundaries, once for each level, and gives
up beyond limits that no mail program approaches.
"""

import binascii
import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from notifications.inbox.reading import flowed
from notifications.inbox.reading.errors import UnreadableEmail
from notifications.inbox.sender import headers
from notifications.inbox.sender.headers import Header, RawEmail

MOST_BYTES: Final = 2_000_000
DEEPEST: Final = 8
MOST_PARTS: Final = 60
MOST_TEXT: Final = 400_000
"""Maximum bytes of the text part."""
_TYPE: Final = re.compile(r"\s*([\w.+-]+/[\w.+-]+)")
_PARAMETER: Final = r"(?:^|[;\s]){}\s*=\s*(?:\"([^\"]{{0,200}})\"|([^\s;\"]{{1,200}}))"
_CHARSETS: Final = re.compile(
    r"utf-?8|(us-)?ascii|iso-?8859-?\d{1,2}(-[ie])?|latin-?\d{1,2}|(windows-|cp)125\d|koi8-[ru]|macintosh|utf-16([lb]e)?"
    r"|gb2312|gbk|gb18030|big5|shift[_-]jis|iso-2022-jp|euc-(jp|kr)|ks_c_5601-1987"
)
"""No other charsets: some of Python's run programs of their own (UTF-7) or take forever (Punycode)."""


@dataclass(frozen=True, slots=True)
class ShownText:
    """The text of an email as a mail program shows it."""

    text: str
    is_html: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A part that is not a multipart: its header, its type, and its bytes as received."""

    header: Header
    kind: str
    content: bytes


def leaves(message: RawEmail) -> list[Part]:
    """Return the parts of an email that are no multiparts. Raises UnreadableEmail if there is too much."""
    if len(message.raw) > MOST_BYTES:
        raise UnreadableEmail("too_large")
    parts = list(islice(_find_leaves(_cut_content(message.raw), message.header, 0), MOST_PARTS + 1))
    if len(parts) > MOST_PARTS:
        raise UnreadableEmail("too_many_parts")
    return parts


def is_reaction(parts: list[Part]) -> bool:
    """Check whether an email is only a reaction such as a "like" to one of ours, in Gmail's format."""
    return any(part.kind == "text/vnd.google.email-reaction+json" for part in parts)


def body_of(parts: list[Part]) -> ShownText:
    """Return the text of an email from its parts. Raises UnreadableEmail if there is none, or too much."""
    if any(part.kind in _ENCRYPTED for part in parts):
        raise UnreadableEmail("encrypted")
    # Evolution sends text written in Markdown as such, perhaps without any other part (RFC 7763).
    kinds = ("text/plain", "text/markdown", "text/html")
    return next(filter(None, (_first_text(parts, kind) for kind in kinds)), None) or _refuse_no_text()


_ENCRYPTED: Final = frozenset(
    {"application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime", "application/octet-stream+pgp"}
)


def _refuse_no_text() -> ShownText:
    raise UnreadableEmail("no_text")


def _first_text(parts: list[Part], kind: str) -> ShownText | None:
    """Return the first part of this type with any text."""
    for part in parts:
        if part.kind == kind and not _is_attached(part.header):
            text = decoded(part)
            if text.strip():
                return ShownText(text, kind == "text/html")
    return None


def _is_attached(header: Header) -> bool:
    return header.one("content-disposition").lower().startswith("attachment")


def _cut_content(raw: bytes) -> bytes:
    """Return the content after the header, with uniform line ends."""
    unix = raw.replace(b"\r\n", b"\n")
    return unix[1:] if unix[:1] == b"\n" else unix.partition(b"\n\n")[2]


def _find_leaves(content: bytes, header: Header, depth: int) -> Iterator[Part]:
    """Yield the parts that are not multiparts, in order. Raises UnreadableEmail."""
    content_type = header.one("content-type")
    match = _TYPE.match(content_type)
    kind = match[1].lower() if match else "text/plain"
    if not kind.startswith("multipart/"):
        yield Part(header, kind, content)
        return
    if depth >= DEEPEST:
        raise UnreadableEmail("too_deep")
    boundary = parameter(content_type, "boundary")
    if not boundary:
        raise UnreadableEmail("no_boundary")
    for piece in _split_pieces(content, boundary.encode(errors="replace")):
        yield from _find_leaves(_cut_content(piece), _read_header(piece), depth + 1)


def _read_header(piece: bytes) -> Header:
    try:
        return headers.read(b"" if piece[:1] in (b"\n", b"\r") else piece)
    except headers.TooMuch:
        raise UnreadableEmail("header_too_large") from None


def _split_pieces(content: bytes, boundary: bytes) -> Iterator[bytes]:
    """Yield the text between boundaries (RFC 2046 5.1.1), up to the closing one or the end."""
    line = re.compile(rb"^--" + re.escape(boundary) + rb"(--)?[ \t]*$", re.MULTILINE)
    begin = None
    for count, match in enumerate(line.finditer(content)):
        if count > MOST_PARTS:
            raise UnreadableEmail("too_many_parts")
        if begin is not None:
            yield content[begin : max(begin, match.start() - 1)]
        begin = match.end() + 1
        if match[1]:
            return
    if begin is not None:
        yield content[begin:]


def parameter(field: str, name: str) -> str:
    """Return a parameter of a header field; "" if it has none."""
    match = re.search(_PARAMETER.format(name), field, re.IGNORECASE)
    return (match[1] or match[2] or "") if match else ""


def decoded(part: Part) -> str:
    content_type = part.header.one("content-type")
    text = _decode_text(content_of(part), parameter(content_type, "charset").lower())
    text = text.replace("\r\n", "\n").replace("\0", "")
    if part.kind == "text/plain" and parameter(content_type, "format").lower() == "flowed":
        return flowed.joined(text, del_sp=parameter(content_type, "delsp").lower() == "yes")
    return text


def content_of(part: Part) -> bytes:
    """Return the decoded bytes of a part (RFC 2045 6). Raises UnreadableEmail."""
    way = part.header.one("content-transfer-encoding").lower().strip("\"' ")
    if way == "base64":
        content = _decode_base64(part.content)
    elif way == "quoted-printable":
        content = quopri.decodestring(part.content)
    elif way in ("", "7bit", "8bit", "binary"):
        content = part.content
    else:
        raise UnreadableEmail("unknown_encoding")
    if len(content) > MOST_TEXT:
        raise UnreadableEmail("too_long")
    return content


def _decode_base64(content: bytes) -> bytes:
    """Decode leniently: ignore characters outside the alphabet, and add missing padding."""
    digits = re.sub(rb"[^A-Za-z0-9+/]", b"", content)
    whole = digits[: len(digits) - 1] if len(digits) % 4 == 1 else digits
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))


def _decode_text(content: bytes, charset: str) -> str:
    """Decode text in the named charset if that works; else as UTF-8, or in the older charset of Windows."""
    for name in (charset if _CHARSETS.fullmatch(charset) else "", "utf-8"):
        try:
            return content.decode(name or "utf-8")
        except (UnicodeError, LookupError):
            continue
    return content.decode("cp1252", errors="replace")
