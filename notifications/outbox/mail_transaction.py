"""A mail transaction (RFC 5321 3.3): one email to its one recipient, over an open connection.

`SMTP.sendmail` does the same, but searches each byte of an email for lines that begin with a dot, which takes a
twentieth of an email's total time. Our emails begin with their header, and their lines already end as SMTP requires.
"""

from contextlib import suppress
from smtplib import SMTP, SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPSenderRefused
from typing import Final

from notifications.letters.octets import ReadyEmail

TAKEN: Final = 250
FORWARDED: Final = 251
"""The reply for a recipient whom the server knows under another address."""
GO_ON: Final = 354
"""The reply to DATA."""


def send(server: SMTP, email: ReadyEmail) -> None:
    """Send an email; return when the server has accepted it.

    Raises the errors of `sendmail`; afterwards the connection is ready for another email, unless it broke or the server
    closed it.
    """
    try:
        _send(server, email)
    except (SMTPSenderRefused, SMTPRecipientsRefused, SMTPDataError):
        with suppress(SMTPException):  # only the first of several replies matters
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
    """Double dots at line starts (RFC 5321 4.5.2), since a line with a single dot would end the email."""
    return octets.replace(b"\r\n.", b"\r\n..")
