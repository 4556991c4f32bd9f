"""Emails as players' mail programs and providers produce them: written, signed, and sent to the site."""

import base64
import smtplib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr

import dkim
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.notifications.post_office import Received

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
SELECTOR = "s1"
HEADERS = ("from", "to", "subject", "date", "message-id")


@dataclass(frozen=True)
class SigningKey:
    """A provider's key, with its DNS record."""

    private: bytes
    record: bytes

    @classmethod
    def new(cls, bits: int = 2048) -> "SigningKey":
        key = rsa.generate_private_key(public_exponent=65537, key_size=bits)
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
        )
        form = serialization.PublicFormat.SubjectPublicKeyInfo
        public = key.public_key().public_bytes(serialization.Encoding.DER, form)
        return cls(private, b"v=DKIM1; k=rsa; p=" + base64.b64encode(public))


def reply_address(mail: Received) -> str:
    """Return the address that answers to this email go to."""
    return parseaddr(str(mail.message["Reply-To"]))[1]


def written(
    to: str,
    text: str,
    *,
    sender: str = "player0@mail.example",
    name: str = "m1",
    at: datetime = NOON,
    headers: Mapping[str, str] | None = None,
) -> bytes:
    """Return an email as it leaves a mail program."""
    message = EmailMessage()
    fields = {
        "From": sender,
        "To": to,
        "Subject": "Re: Your turn",
        "Date": format_datetime(at),
        "Message-ID": f"<{name}@mail.example>",
    }
    for field, value in (fields | dict(headers or {})).items():
        message[field] = value
    message.set_content(text)
    return message.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def signed(raw: bytes, key: SigningKey, *, domain: str = "mail.example", headers: tuple[str, ...] = HEADERS) -> bytes:
    """Return the email as it leaves its writer's provider, signed."""
    fields = [name.encode() for name in headers]
    return bytes(dkim.sign(raw, SELECTOR.encode(), domain.encode(), key.private, include_headers=fields)) + raw


def quoting(mail: Received, above: str, below: str = "") -> str:
    """Return a text above our whole email, as mail programs quote it."""
    quoted = "\n".join(f"> {line}" for line in mail.text.splitlines())
    return f"{above}\n\nOn Mon, 2 Mar 2026 at 12:00, Night Mail wrote:\n{quoted}\n{below}"


def sent(port: int, raw: bytes, to: str, *, sender: str = "player0@mail.example", lmtp: bool = False) -> None:
    """Send the email to the server at a port. Raises what smtplib raises if it is refused."""
    with (smtplib.LMTP if lmtp else smtplib.SMTP)("127.0.0.1", port, timeout=20) as line:
        line.sendmail(sender, [to], raw)
