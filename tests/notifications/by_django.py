"""An email as Django's message classes write it: slower, and the reference for the site's own writing."""

import re
from collections.abc import Iterable, Sequence
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.utils import formataddr, parseaddr
from typing import Any, Final

from django.core.mail import EmailMultiAlternatives

from notifications.letters.document import Picture
from notifications.letters.mime import NAMES
from notifications.letters.octets import Field

LONGEST_LINE: Final = 998
"""RFC 5322 2.1.1."""
OF_PARTS: Final = frozenset({"Content-Type", "MIME-Version"})
_BOUNDARY: Final = re.compile(rb' boundary="[^"]*"')
_FIELD_ENDS: Final = re.compile(r"\r\n(?![ \t])")
GIVEN: Final = frozenset({"Subject", "To", "Reply-To"})
"""Fields that Django takes as separate arguments."""


class Illustrated(EmailMultiAlternatives):
    """An email whose HTML contains its pictures (RFC 2387)."""

    def __init__(self, *, pictures: Sequence[Picture], **named: Any) -> None:
        super().__init__(**named)
        self._pictures = pictures

    def message(self, **named: Any) -> Any:
        """Return the message with the HTML and its pictures as one part."""
        message: Any = super().message(**named)
        if self._pictures:
            text, html = message.get_payload()
            message.set_payload([text, self._related(html)])
        return message

    def _related(self, html: MIMEBase) -> MIMEBase:
        whole = MIMEMultipart("related", type="text/html")
        for part in (html, *map(_attached, self._pictures)):
            whole.attach(part)
        return whole


def _attached(picture: Picture) -> MIMEBase:
    part = MIMEImage(picture.image, picture.kind)
    part["Content-ID"] = f"<{picture.cid}>"
    part.add_header("Content-Disposition", "inline", filename=NAMES[picture.kind])
    return part


def written(
    header: Iterable[Field], text: str, html: str, pictures: Sequence[Picture] = (), *, sender: str
) -> EmailMultiAlternatives:
    """Return an email with these header fields and this return path. The HTML must be ready to send."""
    given = dict(header)
    email = Illustrated(
        pictures=pictures,
        subject=given["Subject"],
        body=text,
        from_email=sender,
        to=[given["To"]],
        reply_to=[given["Reply-To"]] if "Reply-To" in given else None,
        headers={name: value for name, value in given.items() if name not in GIVEN},
    )
    email.attach_alternative(html, "text/html")
    return email


def assert_same(ours: bytes, theirs: EmailMultiAlternatives) -> None:
    """Check that the headers are equal byte for byte, except for the boundary and for where encoded words are split
    (RFC 2047), and that every reader finds the same parts.

    Our bytes must also be safe for any server: ASCII, with line ends and lengths as SMTP requires.
    """
    assert ours.isascii()
    assert ours.replace(b"\r\n", b"").translate(None, b"\r\n") == ours.replace(b"\r\n", b"")
    assert max(map(len, ours.split(b"\r\n"))) <= LONGEST_LINE
    message: Any = theirs.message()
    as_django = message.as_bytes(linesep="\r\n")
    assert _header(ours) == _header(as_django)
    assert _parts(ours) == _parts(as_django)


def assert_as_django_writes(ours: bytes) -> None:
    """Compare an email that was sent with Django's version of it."""
    message = message_from_bytes(ours, policy=policy.default)
    text, html, *pictures = (part for part in message.walk() if not part.is_multipart())
    shown = [Picture(one["Content-ID"].strip("<>"), one.get_content(), "", "", one.get_content_subtype())
             for one in pictures]  # fmt: skip
    assert_same(ours, written(fields(message), text.get_content(), html.get_content(), shown, sender="post@localhost"))


def fields(message: EmailMessage) -> list[Field]:
    """Return a parsed email's header fields in order, except those of its parts."""
    named = {name: _called(value) for name, value in message.raw_items() if name == "Reply-To"}
    return [(name, named.get(name, str(value).strip())) for name, value in message.items() if name not in OF_PARTS]


def _called(raw: str) -> str:
    """Return an address with its name. Python puts a space between the encoded words into which we split a long
    name."""
    name, address = parseaddr("".join(raw.splitlines()))
    return formataddr((str(make_header(decode_header(name))), address))


def _header(whole: bytes) -> list[str]:
    """Return the header fields as written, folded; encoded words are decoded."""
    header = _BOUNDARY.sub(b"", whole.partition(b"\r\n\r\n")[0]).decode()
    return [_words(field) if "=?utf-8?" in field else field for field in _FIELD_ENDS.split(header)]


def _words(field: str) -> str:
    name, _, value = field.replace("\r\n", "").partition(":")
    return f"{name}: {make_header(decode_header(value.strip()))}"


def _parts(whole: bytes) -> list[tuple[str, object, str | None, str | None]]:
    message = message_from_bytes(whole, policy=policy.default)
    assert not message.defects
    return [
        (part.get_content_type(), None if part.is_multipart() else part.get_content(), part["Content-ID"],
         part.get_filename())
        for part in message.walk()
    ]  # fmt: skip
