"""The check whether an email returns intact to the site's own address, through the outgoing and the incoming server.

The received email shows what other servers get: whether it is signed, what the signature covers, and how long it took.
"""

import re
import smtplib
import socket
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.utils import make_msgid
from os import environ
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.utils import timezone
from dns.exception import DNSException

from notifications.doctor import PATIENCE, Finding, error, fine, warning
from notifications.doctor.post import Lookup, look_up, stays_here
from notifications.inbox import acceptance
from notifications.inbox.sender import headers, signatures
from notifications.inbox.sender.headers import Header
from notifications.inbox.sender.keys import KeysAreAway
from notifications.letters import addresses
from notifications.models import SiteEmail

ABOUT: Final = "there and back"
MOST_SECONDS: Final = 60
"""How long to wait for the email."""
PAUSE: Final = 0.5
TAKEN: Final = 250
"""A server's reply code for a recipient that it knows."""
CLOCKS: Final = timedelta(minutes=1)
ONE_CLICK: Final = ("List-Unsubscribe", "List-Unsubscribe-Post")
"""Fields that the signature must cover for mail programs to offer unsubscribing (RFC 8058 4)."""
_SPF: Final = re.compile(r"\bspf=(\w+)")


def there_and_back(patience: float = MOST_SECONDS) -> Iterator[Finding]:
    """Send an email to the site's own address, and report what arrived."""
    if reason := _explain_not_tried():
        yield fine(ABOUT, f"not tried: {reason}")
        return
    started_at, message = timezone.now(), _build_message()
    try:
        message.send()
    except (smtplib.SMTPException, OSError) as problem:
        yield error(ABOUT, f"the mail server refuses it ({type(problem).__name__}): see its log, and EMAIL_URL")
        return
    row = _wait_for_row(str(message.extra_headers["Message-ID"]), started_at, patience)
    if row is None:
        trouble = f"an email to {settings.MAIL_IN_ADDRESS} has not come in within {patience:.0f} s"
        yield error(ABOUT, f"{trouble}: see the logs of the server in the MX record, and of deploy/mail-in")
        return
    seconds = max((row.received_at - started_at).total_seconds(), 0)
    yield fine(ABOUT, f"an email to {settings.MAIL_IN_ADDRESS} came in after {seconds:.1f} s")
    raw = acceptance.content(row) or b""
    yield from signature(raw, row.received_at)
    yield from return_path(headers.read(raw), look_up)


def _explain_not_tried() -> str:
    """Return why nothing can arrive; "" if it can."""
    if not settings.MAIL_IN_ADDRESS:
        return "players cannot answer emails here (MAIL_IN_ADDRESS)"
    if stays_here():
        return "emails go to no mail server here (EMAIL_URL)"
    return ""


def _build_message() -> EmailMessage:
    """Return an email with the same header fields as one about a turn."""
    fields = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": make_msgid(domain=addresses.domain()),
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{settings.PUBLIC_URL}/>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    text = "The doctor (`night-mail check`) sees by this email whether mail goes out and comes in.\n"
    sender = settings.MAIL_RETURN_ADDRESS or settings.DEFAULT_FROM_EMAIL
    message = EmailMessage("From the doctor", text, sender, [settings.MAIL_IN_ADDRESS], headers=fields)
    message.connection = get_connection(timeout=PATIENCE)
    return message


def _wait_for_row(message_id: str, begun: datetime, patience: float) -> SiteEmail | None:
    """Wait for the email and return its row; None if it does not arrive within the timeout."""
    end = time.monotonic() + patience
    while True:
        rows = SiteEmail.objects.filter(received_at__gt=begun - CLOCKS, raw__isnull=False).order_by("-pk")
        for row in rows[:100]:
            if message_id.encode() in (acceptance.content(row) or b""):
                return row
        if time.monotonic() >= end:
            return None
        time.sleep(PAUSE)


def signature(raw: bytes, received_at: datetime) -> Iterator[Finding]:
    """Check whether the sender's domain has signed it (RFC 6376), with what lets mail programs unsubscribe."""
    message, domain = headers.read_email(raw), addresses.domain()
    if not message.header.all("dkim-signature"):
        yield error("DKIM", f"it came back unsigned: have the outgoing server sign as {domain}, or much goes to spam")
        return
    try:
        signed = signatures.signed_fields(message, received_at)
    except KeysAreAway:
        yield warning("DKIM", f"no name server answers about the key of {domain}, so the signature was not checked")
        return
    if not signed:
        yield error("DKIM", f"no signature of {domain} holds: compare the DNS, or find what changes emails on the way")
        return
    yield fine("DKIM", f"{domain} has signed it, and the signature holds")
    missing = min((_find_missing(fields) for fields in signed), key=len)
    if missing:
        how = "with opendkim: SignHeaders *,+List-Unsubscribe-Post"
        trouble = (
            f"the signature does not cover {' and '.join(missing)}, so mail programs offer no button to unsubscribe"
        )
        yield warning("DKIM", f"{trouble} (RFC 8058 4): add that to what is signed ({how})")
    else:
        yield fine("DKIM", "the signature covers List-Unsubscribe and List-Unsubscribe-Post")


def _find_missing(fields: set[str]) -> list[str]:
    return [name for name in ONE_CLICK if name.lower() not in fields]


def return_path(header: Header, find: Lookup) -> Iterator[Finding]:
    """Check whether the return path's domain names its permitted senders (RFC 7208), and how a server judged that."""
    name = addresses.return_domain()
    try:
        records = [text for text in find(name, "TXT") if text.startswith("v=spf1")]
    except DNSException as problem:
        yield warning("SPF", f"no name server answers about {name} ({type(problem).__name__})")
        return
    spf = _SPF.search(header.one("authentication-results"))
    if len(records) != 1:
        trouble = f"{name}, where bounces go, has {len(records)} SPF records"
        yield warning("SPF", f"{trouble}: it needs one, such as v=spf1 mx -all")
    elif spf and spf[1] not in ("pass", "none"):
        yield warning("SPF", f"the receiving server says spf={spf[1]}: add the outgoing server to {records[0]}")
    else:
        yield fine("SPF", f"{name} says who sends for it: {records[0]}")


def doors() -> Iterator[Finding]:
    """Check whether the ports of `deploy/mail-in` answer, if mail arrives there."""
    if not settings.MAIL_IN_ADDRESS:
        return
    if (stays_here() or settings.MAIL_IN_IMAP_URL or settings.MAIL_WEBHOOKS) and "MAIL_IN_LISTEN" not in environ:
        yield fine("mail-in", "not tried: no mail comes in by it (MAIL_IN_LISTEN)")
        return
    yield from _check_door(environ.get("MAIL_IN_LISTEN") or "lmtp://127.0.0.1:8024")
    policy = environ.get("MAIL_IN_POLICY", "127.0.0.1:8025")
    if policy:
        yield from _check_policy(policy)


def _check_door(listen: str) -> Iterator[Finding]:
    """Check whether the server accepts the site's own address as a recipient, without sending an email."""
    at = urlsplit(listen)
    host, port = _reachable(at.hostname or ""), at.port or 0
    try:
        with (smtplib.LMTP if at.scheme == "lmtp" else smtplib.SMTP)(host, port, timeout=PATIENCE) as line:
            line.ehlo_or_helo_if_needed()
            line.mail("")
            code, answer = line.rcpt(settings.MAIL_IN_ADDRESS)
    except (smtplib.SMTPException, OSError) as problem:
        how = "start deploy/mail-in (night-mail-mail-in), unless mail comes in by a pipe"
        yield warning("mail-in", f"nothing answers at {listen} ({type(problem).__name__}): {how}")
        return
    if code == TAKEN:
        yield fine("mail-in", f"{listen} takes mail for {settings.MAIL_IN_ADDRESS}")
    else:
        trouble = f"{listen} answers {code} {answer.decode(errors='replace')}"
        yield error("mail-in", f"{trouble}: see the log of deploy/mail-in")


def _check_policy(policy: str) -> Iterator[Finding]:
    """Check whether the policy server knows the site's own address."""
    host, _, port = policy.rpartition(":")
    request = f"request=smtpd_access_policy\nprotocol_state=RCPT\nrecipient={settings.MAIL_IN_ADDRESS}\n\n"
    try:
        with socket.create_connection((_reachable(host), int(port)), timeout=PATIENCE) as line:
            line.sendall(request.encode())
            answer = line.recv(1000).decode(errors="replace").strip()
    except (OSError, ValueError) as problem:
        yield warning("policy", f"nothing answers at {policy} ({type(problem).__name__}): Postfix puts all mail off")
        return
    if answer == "action=DUNNO":
        yield fine("policy", f"{policy} knows {settings.MAIL_IN_ADDRESS}")
    else:
        yield error("policy", f"{policy} answers {answer!r}: see the log of deploy/mail-in")


def _reachable(host: str) -> str:
    """Return the address at which a server that listens on all interfaces can be reached from here."""
    return "127.0.0.1" if host in ("0.0.0.0", "") else host
