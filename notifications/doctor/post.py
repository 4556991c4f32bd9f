"""Checks whether emails are delivered: the domain's records, the mail server, and a test email."""

import smtplib
from collections.abc import Callable, Iterator
from email.utils import make_msgid, parseaddr
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from dns.exception import DNSException, Timeout
from dns.resolver import NXDOMAIN, NoAnswer, NoNameservers, NoResolverConfiguration, Resolver

from notifications.doctor import PATIENCE, Finding, error, fine, warning
from notifications.inbox.mailbox import MailboxDoor, safe_message, signed_in
from notifications.letters import addresses

Lookup = Callable[[str, str], list[str]]
"""A function that returns records of a name and type as texts, an empty list if there are none. Raises DNSException."""
NO_RESOLVER: Final = (NoResolverConfiguration, NoNameservers, Timeout)


def look_up(name: str, kind: str) -> list[str]:
    """Return the records that this machine's resolver finds."""
    try:
        answer = Resolver().resolve(name, kind, lifetime=PATIENCE)
    except (NXDOMAIN, NoAnswer):
        return []
    return [record.to_text().strip('"').replace('" "', "") for record in answer]


def stays_here() -> bool:
    """Check whether emails go to a folder or a screen, as in a demo or on a laptop."""
    return not settings.EMAIL_BACKEND.endswith(".smtp.EmailBackend")


def domain() -> Iterator[Finding]:
    """Look up what other mail servers check about the sender's domain."""
    name = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    if stays_here():
        yield fine("DNS", "does not apply: emails of this site go to no mail server (EMAIL_URL)")
    elif "." not in name or name.startswith("["):
        yield warning("DNS", f"{name} in DEFAULT_FROM_EMAIL is not a domain that other mail servers can look up")
    else:
        yield from records(name, look_up)


def records(name: str, find: Lookup) -> Iterator[Finding]:
    """Check MX or an address (RFC 5321 5.1), SPF (RFC 7208), DMARC (RFC 7489)."""
    try:
        receives = find(name, "MX") or find(name, "A") or find(name, "AAAA")
        sends = [text for text in find(name, "TXT") if text.startswith("v=spf1")]
        aligned = [text for text in find(f"_dmarc.{name}", "TXT") if text.startswith("v=DMARC1")]
    except NO_RESOLVER as problem:
        yield warning("DNS", f"no name server answers about {name} ({type(problem).__name__}): see /etc/resolv.conf")
        return
    except DNSException as problem:
        yield warning("DNS", f"the answer about {name} is not readable ({type(problem).__name__})")
        return
    if receives:
        yield fine("DNS", f"{name} can receive emails")
    else:
        yield error(
            "DNS",
            f"{name} has neither an MX record nor an address, so many servers refuse its emails: correct the domain",
        )
    if not sends:
        yield warning("DNS", f"{name} has no SPF record: add a TXT record such as v=spf1 a mx -all")
    if not aligned:
        yield warning("DNS", f"_dmarc.{name} has no DMARC record: add a TXT record such as v=DMARC1; p=none")


def answers() -> Iterator[Finding]:
    """Check whether players' answers can reach us, if players may answer our emails."""
    if settings.MAIL_IN_ADDRESS and stays_here():
        yield fine("answers", "does not apply: only this machine writes to this site")
    elif settings.MAIL_IN_ADDRESS:
        yield from way_in(settings.MAIL_IN_ADDRESS.rpartition("@")[2], look_up)


def way_in(name: str, find: Lookup) -> Iterator[Finding]:
    """Check MX of the domain in MAIL_IN_ADDRESS (RFC 5321 5.1)."""
    try:
        receives = find(name, "MX")
    except DNSException as problem:
        yield warning("answers", f"no name server answers about {name} ({type(problem).__name__})")
        return
    if receives:
        yield fine("answers", f"emails to {name} have somewhere to go")
    else:
        yield error("answers", f"{name} in MAIL_IN_ADDRESS has no MX record: players' emails do not come in")


def mailbox() -> Iterator[Finding]:
    """Check whether we can sign in to the mailbox, if players' emails arrive in one."""
    if not settings.MAIL_IN_IMAP_URL:
        return
    try:
        with signed_in(settings.MAIL_IN_IMAP_URL) as box:
            moves = MailboxDoor(box).can_move
    except Exception as problem:  # errors of the network, of TLS, of the server
        yield error("mailbox", f"it does not let us in ({safe_message(problem)}): correct MAIL_IN_IMAP_URL")
    else:
        yield fine("mailbox", "it lets us in" + ("" if moves else "; what we have taken stays there, marked as read"))


def mail_server() -> Iterator[Finding]:
    """Check whether the site can connect to the mail server."""
    if stays_here():
        yield fine("mail server", "does not apply: emails of this site go to none (EMAIL_URL)")
        return
    try:
        with get_connection(timeout=PATIENCE):
            pass
    except (smtplib.SMTPException, OSError) as problem:
        yield error("mail server", f"no connection ({_problem_text(problem)}): correct EMAIL_URL, or start the server")
    else:
        yield fine("mail server", "answers")


def letter(address: str) -> Iterator[Finding]:
    """Send a test email to an address."""
    text = "This is a test email from `night-mail check`. If you can read it, outgoing emails work.\n"
    headers = {"Auto-Submitted": "auto-generated", "Message-ID": make_msgid(domain=addresses.domain())}
    message = EmailMessage("Test email from Night Mail", text, to=[address], headers=headers)
    message.connection = get_connection(timeout=PATIENCE)
    try:
        message.send()
    except (smtplib.SMTPException, OSError) as problem:
        yield error("test email", f"was refused ({_problem_text(problem)}): see the mail server's log, and EMAIL_URL")
    else:
        yield fine("test email", f"was accepted for {address}; check that it arrives, and not as spam")


def _problem_text(problem: Exception) -> str:
    if isinstance(problem, smtplib.SMTPRecipientsRefused):
        return "; ".join(f"{code} {text.decode(errors='replace')}" for code, text in problem.recipients.values())
    return f"{type(problem).__name__}: {problem}"
