"""One mail transaction (RFC 5321 3.3): an email goes to its one recipient, over a connection that is open.

`SMTP.sendmail` does it too, but tries each octet of an email for a line that begins with a dot: a twentieth of all the
time that an email takes. An email of ours begins with its header, and its lines end as SMTP has it.
"""

from contextlib import suppress
from smtplib import SMTP, SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPSenderRefused
from typing import Final

from notifications.letters.octets import ReadyEmail

TAKEN: Final = 250
FORWARDED: Final = 251
"""The reply to a recipient whom the server knows under another address."""
GO_ON: Final = 354
"""The reply to DATA."""


def send(server: SMTP, email: ReadyEmail) -> None:
    """Send an email; return when the server has taken it.

    Raises what `sendmail` does; then the connection is ready for another email, unless it broke or the server said
    goodbye.
    """
    try:
        _send(server, email)
    except (SMTPSenderRefused, SMTPRecipientsRefused, SMTPDataError):
        with suppress(SMTPException):  # of what was said last the first is what matters
            server.rset()
        raise


def _send(server: SMTP, email: ReadyEmail) -> None:
    (recipient,) = email.to
    server.ehlo_or_helo_if_needed()
    size = f" size={len(email.octets)}" if server.has_extn("size") else ""
    code, reply = server.docmd("mail", f"FROM:<{email.from_email}>{size}")
    if code != TAKEN:
        raise SMTPSenderRefused(code, reply, email.from_email)
    code, reply = server.docmd("rcpt", f"TO:<{recipient}>")
    if code not in (TAKEN, FORWARDED):
        raise SMTPRecipientsRefused({recipient: (code, reply)})
    code, reply = server.docmd("DATA")
    if code != GO_ON:
        raise SMTPDataError(code, reply)
    server.send(_double_dots(email.octets) + b".\r\n")
    code, reply = server.getreply()
    if code != TAKEN:
        raise SMTPDataError(code, reply)


def _double_dots(octets: bytes) -> bytes:
    """Double the dots that begin lines (RFC 5321 4.5.2): a line with a dot alone would end the email."""
    return octets.replace(b"\r\n.", b"\r\n..")
