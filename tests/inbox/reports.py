"""Reports in the formats of mail servers and providers, with texts of our own."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from games.models import Player
from notifications.inbox import acceptance, pipeline
from notifications.models import InboundEmail, Mail, MailReport
from tests.inbox.letters import NOON
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

OURS: Final = (
    "Return-Path: <{sender}>\nMessage-ID: {identifier}\nSubject: Your turn\nFrom: Night Mail <post@night-mail.example>"
)
WORDS: Final = "Your message could not be delivered. It is enclosed.\n"


def report(*parts: tuple[str, str], kind: str = "delivery-status", headers: Mapping[str, str] | None = None) -> bytes:
    """Return a multipart/report (RFC 6522) with parts of these types and contents."""
    fields = {
        "Return-Path": "<>",
        "From": "Mail Delivery System <mailer-daemon@mx.example>",
        "Subject": "Undelivered mail returned to sender",
        "Message-ID": "<r1@mx.example>",
        "MIME-Version": "1.0",
        "Content-Type": f'multipart/report; report-type={kind};\n\tboundary="=_b1"',
    } | dict(headers or {})
    head = "\n".join(f"{name}: {value}" for name, value in fields.items())
    body = "\n".join(f"--=_b1\nContent-Type: {what}\n\n{content}" for what, content in parts)
    return f"{head}\n\n{body}\n--=_b1--\n".replace("\n", "\r\n").encode()


def delivery(status: str, **more: str) -> bytes:
    """Return a report with this delivery-status part."""
    about = ("message/delivery-status", status)
    return report(("text/plain; charset=utf-8", WORDS), about, ("text/rfc822-headers", OURS), **more)  # type: ignore[arg-type]


def postfix(code: str = "550 5.1.1", status: str = "5.1.1", action: str = "failed") -> bytes:
    return delivery(f"""Reporting-MTA: dns; mx.night-mail.example
X-Postfix-Queue-ID: 4F2A81C0
X-Postfix-Sender: rfc822; post@night-mail.example
Arrival-Date: Mon,  2 Mar 2026 12:00:00 +0000 (UTC)

Final-Recipient: rfc822; player0@mail.example
Original-Recipient: rfc822;player0@mail.example
Action: {action}
Status: {status}
Remote-MTA: dns; mail.example
Diagnostic-Code: smtp; {code} <player0@mail.example>: Recipient address
    rejected: User unknown in virtual mailbox table
""")


def exim(answer: str | None = "550 Unrouteable address") -> bytes:
    quoted = f"\nRemote-MTA: dns; mail.example\nDiagnostic-Code: smtp; {answer}" if answer else ""
    return delivery(f"""Reporting-MTA: dns; relay.example

Action: failed
Final-Recipient: rfc822;player0@mail.example
Status: 5.0.0{quoted}
""")


def exchange(status: str = "5.1.10", answer: str = "550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found") -> bytes:
    return delivery(f"""Reporting-MTA: dns;AM0PR01MB0001.example
Received-From-MTA: dns;DB1PR02MB0002.example
Arrival-Date: Mon, 2 Mar 2026 12:00:01 +0000

Original-Recipient: rfc822;player0@mail.example
Final-Recipient: rfc822;p.zero@tenant.example
Action: failed
Status: {status}
Diagnostic-Code: smtp;{answer}
X-Display-Name: Player Zero
""")


def gmail() -> bytes:
    status = """Reporting-MTA: dns; googlemail.example
Received-From-MTA: dns; post@night-mail.example
Arrival-Date: Mon, 02 Mar 2026 04:00:01 -0800 (PST)
X-Original-Message-ID: <1@night-mail.example>

Final-Recipient: rfc822; player0@mail.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; aspmx.example. (192.0.2.7, the server for the domain mail.example.)
Diagnostic-Code: smtp; 550-5.1.1 The account that you tried to reach does not exist. Check
 550-5.1.1 the address for typing errors. 550 5.1.1  See https://support.example/1 - gsmtp
Last-Attempt-Date: Mon, 02 Mar 2026 04:00:02 -0800 (PST)
"""
    related = 'multipart/related; boundary="=_b2"', "--=_b2\nContent-Type: text/html\n\n<p>Not found</p>\n--=_b2--\n"
    return report(related, ("message/delivery-status", status), ("message/rfc822", f"{OURS}\n\nYour turn"))


def complaint(kind: str = "abuse") -> bytes:
    said = f"""Feedback-Type: {kind}
User-Agent: Feedback/1.0
Version: 1
Original-Mail-From: <{{sender}}>
Arrival-Date: Mon, 2 Mar 2026 12:05:00 +0000
Source-IP: 192.0.2.1
"""
    return report(
        ("text/plain", "This is a complaint about an email from your server.\n"),
        ("message/feedback-report", said),
        ("message/rfc822", f"{OURS}\n\nYour turn"),
        kind="feedback-report",
        headers={"From": "feedback@mail.example", "Subject": "Complaint", "Return-Path": "<feedback@mail.example>"},
    )


def enclosing(mail: Received, raw: bytes) -> bytes:
    """Return the report with this email enclosed."""
    quoted = raw.replace(b"{sender}", mail.sender.encode())
    return quoted.replace(b"{identifier}", str(mail.message["Message-ID"]).encode())


def send_code(carry: Carry, to: str) -> Received:
    """Send a code to a player, which goes out even to a dead address, and return the email."""
    facts = {"player": Player.objects.get(email=to), "address": to, "created_at": NOON, "next_attempt_at": NOON}
    context = {"name": "x", "code": "123456", "link": "https://night-mail.example/"}
    Mail.objects.create(template="account/email/login_code", urgent=True, context=context, **facts)
    return next(mail for mail in carry(NOON) if mail.to == [to] and "123456" in mail.text)


def deliver_report(raw: bytes, mail: Received, *, times: int = 1, at: datetime = NOON) -> MailReport:
    """Send a report of an email to its return path this many times, and process it."""
    for _ in range(times):
        assert acceptance.accept(enclosing(mail, raw), [mail.sender], "", InboundEmail.Door.PIPE, at) == 1
        pipeline.process_due(now=at)
    return MailReport.objects.latest("pk")
