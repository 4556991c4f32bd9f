"""Answering an email in the demo's mailbox: as a mail program writes it, and as its provider hands it over.

The demo's mailbox is its players' provider: it has seen who is at the keyboard, and vouches for the author as a
receiving server does (RFC 8601). The site trusts it, because `make demo` tells it to.
"""

import smtplib
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import Final

PROVIDER: Final = "mailbox.localhost"
LONGEST: Final = 4000
"""Characters that somebody types."""


def can_be_answered(mail: EmailMessage) -> bool:
    """Whether it has an address for that."""
    return mail["Reply-To"] is not None


def written(mail: EmailMessage, text: str) -> EmailMessage:
    """An answer to this email, above all of it."""
    reply = EmailMessage(policy=policy.SMTP)
    author, subject = parseaddr(str(mail["To"]))[1], str(mail["Subject"])
    domain = author.rpartition("@")[2]
    reply["Authentication-Results"] = f"{PROVIDER}; dkim=pass header.d={domain}"
    reply["From"], reply["To"] = author, str(mail["Reply-To"])
    reply["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    reply["Date"], reply["Message-ID"] = formatdate(), make_msgid(domain=PROVIDER)
    reply["In-Reply-To"] = str(mail["Message-ID"])
    part = mail.get_body(("plain",))
    quoted = "\n".join(f"> {line}" for line in str(part.get_content() if part else "").splitlines())
    reply.set_content(f"{text[:LONGEST]}\n\nOn {mail['Date']}, {mail['From']} wrote:\n{quoted}\n")
    return reply


def hand_over(reply: EmailMessage, door: int) -> None:
    """Gives it to the door at a port of this machine. Raises OSError, smtplib.SMTPException."""
    with smtplib.LMTP("127.0.0.1", door, timeout=20) as line:
        line.send_message(reply)
