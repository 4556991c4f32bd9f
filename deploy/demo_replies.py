"""Writing emails in the demo's mailbox, answers and new ones, in the role of a mail program and its provider.

As the players' provider, the demo's mailbox knows who is at the keyboard, and vouches for the author as a receiving
server does (RFC 8601). The site trusts it, because `make demo` tells it to.
"""

import re
import smtplib
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import Final

PROVIDER: Final = "mailbox.localhost"
LONGEST: Final = 4000
"""The most characters in a message."""


def can_be_answered(mail: EmailMessage) -> bool:
    """Check whether an email has an address for answers."""
    return mail["Reply-To"] is not None


def written(mail: EmailMessage, text: str) -> EmailMessage:
    """Return an answer to this email, with this text above the quoted email."""
    author, subject = parseaddr(str(mail["To"]))[1], str(mail["Subject"])
    reply = _begun(author, str(mail["Reply-To"]), subject if subject.lower().startswith("re:") else f"Re: {subject}")
    reply["In-Reply-To"] = str(mail["Message-ID"])
    part = mail.get_body(("plain",))
    quoted = "\n".join(f"> {line}" for line in str(part.get_content() if part else "").splitlines())
    reply.set_content(f"{text[:LONGEST]}\n\nOn {mail['Date']}, {mail['From']} wrote:\n{quoted}\n")
    return reply


def is_address(text: str) -> bool:
    """Check whether a text could be an email address."""
    return re.fullmatch(r"[\w.+-]{1,60}@[a-z0-9.-]{1,100}", text, re.ASCII | re.IGNORECASE) is not None


def new(author: str, to: str, text: str) -> EmailMessage:
    """Return a new email by this author."""
    mail = _begun(author, to, "Hello")
    mail.set_content(f"{text[:LONGEST]}\n")
    return mail


def _begun(author: str, to: str, subject: str) -> EmailMessage:
    mail = EmailMessage(policy=policy.SMTP)
    mail["Authentication-Results"] = f"{PROVIDER}; dkim=pass header.d={author.rpartition('@')[2]}"
    mail["From"], mail["To"], mail["Subject"] = author, to, subject
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain=PROVIDER)
    return mail


def hand_over(reply: EmailMessage, lmtp_port: int) -> None:
    """Deliver an email to the site by LMTP, at a port of this machine. Raises OSError, smtplib.SMTPException."""
    with smtplib.LMTP("127.0.0.1", lmtp_port, timeout=20) as line:
        line.send_message(reply)
