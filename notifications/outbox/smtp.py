"""A connection to the mail server, kept open for a batch, and the meaning of the server's replies.

A permanent reply about the *address* is final, and so is one about the *mail*. All other failures may be our own fault
or temporary: a broken connection, a busy server, a block, a relay that does not know us yet. These are retried.
"""

import re
import smtplib
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from django.core.mail import get_connection

from notifications.letters.octets import ReadyEmail
from notifications.outbox import mail_transaction

_ENHANCED: Final = re.compile(r"\s*([245]\.\d{1,3}\.\d{1,3})\b")
_GOODBYE: Final = "421"
_ADDRESS_IS_DEAD: Final = frozenset({550, 551, 553})
_ADDRESS_STATUS: Final = re.compile(r"5\.(1\.\d+|2\.[01])$")
"""RFC 3463: a bad address (X.1.*), or a mailbox that is disabled or otherwise unusable (X.2.1, X.2.0), but not a full
one."""
_POLICY: Final = "5.7"


class NotTaken(Exception):
    """The error for a mail that the server did not accept.

    Its code, of SMTP or an error's class, is safe to store and show.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class AddressIsDead(NotTaken):
    """The error for an address where nobody exists, to which no email should ever be sent again."""


class MailIsRefused(NotTaken):
    """The error for an email that the server will never accept."""


class TryAgain(NotTaken):
    """The error for an email that the server may accept later."""


class NoConnection(TryAgain):
    """The error for a server that cannot be reached now, for this email or any other."""


class SmtpConnection:
    """A connection to the mail server: opened when first needed, reopened after it broke, closed at the end."""

    def __init__(self) -> None:
        self._connection = get_connection()
        self._is_open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hang_up()

    def send(self, email: ReadyEmail) -> None:
        """Send an email; return when the server has accepted it. Raises a `NotTaken`."""
        self._open()
        try:
            self._hand_over(email)
        except (smtplib.SMTPException, OSError) as error:
            answer = meaning(error)
            if answer.code.startswith(_GOODBYE) or not answer.code[0].isdecimal():
                self._hang_up()
            raise answer from None

    def _hand_over(self, email: ReadyEmail) -> None:
        """Pass the email on unchanged: Django's SMTP backend would parse its addresses again.

        Other backends send it themselves.
        """
        server = getattr(self._connection, "connection", None)
        if isinstance(server, smtplib.SMTP):
            mail_transaction.send(server, email)
        elif self._connection.send_messages([email]) != 1:
            raise TryAgain("nothing_taken")

    def _open(self) -> None:
        if self._is_open:
            return
        try:
            self._connection.open()
        except (smtplib.SMTPException, OSError) as error:
            raise NoConnection(_code(error)) from None
        self._is_open = True

    def _hang_up(self) -> None:
        with suppress(smtplib.SMTPException, OSError):  # The connection being gone already is just as good.
            self._connection.close()
        self._is_open = False


def meaning(error: smtplib.SMTPException | OSError) -> NotTaken:
    """Return the consequence for a mail of an error while sending it to its one recipient."""
    code = _code(error)
    number, _, status = code.partition(" ")
    if isinstance(error, smtplib.SMTPRecipientsRefused) and is_dead(number, status):
        return AddressIsDead(code)
    theirs = isinstance(error, smtplib.SMTPDataError | smtplib.SMTPRecipientsRefused)
    if theirs and number.startswith("5") and not status.startswith(_POLICY):
        return MailIsRefused(code)
    return TryAgain(code)


def is_dead(number: str, status: str) -> bool:
    """Check whether a reply code and a status ("" for none) about a recipient mean that nobody is at the address."""
    if status:
        return number.startswith("5") and _ADDRESS_STATUS.match(status) is not None
    return number.isdecimal() and int(number) in _ADDRESS_IS_DEAD


def _code(error: Exception) -> str:
    """Return the reply's code and status (RFC 5321 4.2, RFC 3463), such as "550 5.1.1"; for another error its class."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        number, text = next(iter(error.recipients.values()))
        return _reply_code(number, text)
    if isinstance(error, smtplib.SMTPResponseException):
        return _reply_code(error.smtp_code, error.smtp_error)
    return type(error).__name__


def _reply_code(number: int, text: bytes | str) -> str:
    status = _ENHANCED.match(text.decode(errors="replace") if isinstance(text, bytes) else text)
    return f"{number} {status[1]}" if status else str(number)
