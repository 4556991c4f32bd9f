"""A small server for incoming mail: LMTP (RFC 2033) behind a mail server, or SMTP on its own.

It replies 250 once an email is stored. Recipients are checked at RCPT. As SMTP server it refuses unknown addresses
there. Behind a mail server, which has already accepted the email, a refusal would become a bounce to a possibly forged
sender; so there it refuses an unknown address only to the null sender, which servers use for probing (Postfix:
reject_unverified_recipient; `policy` is better) and which is never bounced to, and otherwise accepts and drops the
email.

Everything that a stranger could exhaust is bounded: connections, their time and commands, lines, recipients and bytes.
"""

import asyncio
import logging
import re
from dataclasses import dataclass, field
from typing import Final

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.utils import timezone

from notifications.inbox import acceptance
from notifications.inbox.threads import Threads
from notifications.models import InboundEmail

MOST_CONNECTIONS: Final = 20
MOST_RECIPIENTS: Final = 20
MOST_COMMANDS: Final = 100
"""The limit for each kind of command in one connection."""
COMMAND_SECONDS: Final = 60
"""The time for one command, including the whole content of an email."""
CONNECTION_SECONDS: Final = 600
LONGEST_LINE: Final = 64_000
"""Octets: servers wrap lines at 998, but not all do. Behind a server a line may be as long as an email, since a refusal
there would become a bounce."""
MOST_BEHIND_A_SERVER: Final = 32_000_000
"""Bytes: that server sets the limit (Postfix: message_size_limit), since nothing it has accepted may be refused
here."""
PROBE: Final = "double-bounce@"
"""The sender that Postfix probes as, unless configured to use the null sender."""

TAKEN: Final = "250 2.0.0 Taken"
GOES_THERE: Final = "250 2.1.5 OK"
UNKNOWN: Final = "550 5.1.1 No such address"
TOO_MANY: Final = "452 4.5.3 Too many recipients"
TROUBLE: Final = "451 4.3.0 Try again later"
BUSY: Final = b"421 4.3.2 Too many connections\r\n"
EXTENSIONS: Final = ("250-PIPELINING", "250-ENHANCEDSTATUSCODES")
"""The extensions of RFC 2920 and RFC 2034, which LMTP must offer (RFC 2033 5)."""
STATUSES: Final = {"500": "5.5.2", "501": "5.5.4", "502": "5.5.1", "503": "5.5.1", "552": "5.3.4", "555": "5.5.4"}
"""The enhanced status codes (RFC 3463) for replies that aiosmtpd sends itself."""
_WITHOUT_STATUS: Final = re.compile(r"([245])\d\d(?=[ -](?![245]\.\d{1,3}\.\d{1,3}\b))")

log = structlog.get_logger(__name__)


@dataclass
class Room:
    """The state of one server: its open connections, and the threads in which they use the database."""

    door: InboundEmail.Door
    threads: Threads = field(default_factory=Threads)
    inside: int = 0

    async def handle_EHLO(  # noqa: N802 - the name that aiosmtpd looks for
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Offer the server's extensions, for EHLO and LHLO alike."""
        session.host_name = hostname
        greeting = [*responses[:-1], *EXTENSIONS, responses[-1]]
        assert isinstance(server, _Bounded)
        server.lines_of_greeting = len(greeting)
        return greeting

    async def handle_RCPT(  # noqa: N802 - the name that aiosmtpd looks for
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[object]
    ) -> str:
        """Reply whether an email may go to this address."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        try:
            is_ours = await self.threads.ask(lambda: acceptance.is_ours(address, timezone.now()))
        except Exception as error:
            return _log_trouble(error)
        if not is_ours and self._may_refuse(str(envelope.mail_from or "")):
            return UNKNOWN
        envelope.rcpt_tos.append(address)
        return GOES_THERE

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Store an email; LMTP requires a reply for each recipient."""
        raw, sender = bytes(envelope.original_content or b""), str(envelope.mail_from or "")
        to = list(map(str, envelope.rcpt_tos))
        try:
            await self.threads.ask(lambda: acceptance.accept(raw, to, sender, self.door, timezone.now()))
            answer = TAKEN
        except Exception as error:
            answer = _log_trouble(error)
        return "\r\n".join([answer] * len(to)) if self.door == InboundEmail.Door.LMTP else answer

    async def handle_exception(self, error: Exception) -> str:
        """Treat any other error as our own fault, so that the sender may try again."""
        return _log_trouble(error)

    def _may_refuse(self, sender: str) -> bool:
        return self.door == InboundEmail.Door.SMTP or sender in ("", "<>") or sender.lower().startswith(PROBE)


class _Bounded(SMTP):
    """A connection with limited time, of which only a limited number may be open."""

    line_length_limit = LONGEST_LINE
    is_in = False
    lines_of_greeting: int | None = None
    """How many of the next reply lines belong to a greeting, which has no status (RFC 2034 3); None before a
    greeting."""
    goodbye: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        room: Room = self.event_handler
        if room.inside >= MOST_CONNECTIONS:
            assert isinstance(transport, asyncio.WriteTransport)
            transport.write(BUSY)
            transport.close()
            return
        room.inside, self.is_in = room.inside + 1, True
        self.goodbye = self.loop.call_later(CONNECTION_SECONDS, transport.close)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.is_in:
            return
        self.event_handler.inside -= 1
        if self.goodbye is not None:
            self.goodbye.cancel()
        super().connection_lost(error)

    async def push(self, status: str | bytes) -> None:
        """Send a reply, with an enhanced status code unless it is a greeting."""
        reply = status if isinstance(status, str) else status.decode("ascii", "replace")
        await super().push(add_status(reply) if self.lines_of_greeting == 0 else reply)
        if self.lines_of_greeting:
            self.lines_of_greeting -= 1

    def data_received(self, data: bytes) -> None:
        if self.is_in:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self.is_in else False


class SmtpLine(_Bounded):
    """A connection from any host."""


class LmtpLine(_Bounded, LMTP):
    """A connection from a mail server that has already accepted the email."""

    line_length_limit = MOST_BEHIND_A_SERVER


LINES: Final = {
    InboundEmail.Door.LMTP: (LmtpLine, MOST_BEHIND_A_SERVER),
    InboundEmail.Door.SMTP: (SmtpLine, acceptance.MOST_BYTES),
}


async def opened(door: InboundEmail.Door, host: str, port: int, name: str) -> asyncio.Server:
    """Return a listening server that calls itself `name`."""
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # at INFO it logs every address, including its token
    line, most = LINES[door]
    room = Room(door)

    def connection() -> SMTP:
        return line(
            room,
            data_size_limit=most,
            enable_SMTPUTF8=True,
            hostname=name,
            ident="Night Mail",
            timeout=COMMAND_SECONDS,
            command_call_limit=MOST_COMMANDS,
            auth_exclude_mechanism=["LOGIN", "PLAIN"],
            loop=asyncio.get_running_loop(),
        )

    return await asyncio.get_running_loop().create_server(connection, host, port)


def add_status(answer: str) -> str:
    """Return a reply (RFC 5321 4.2), with a status (RFC 3463) added if it has none."""
    if answer.startswith("500 Line too long"):
        return f"554 5.6.0 A line is longer than {LONGEST_LINE} octets"
    lacking = _WITHOUT_STATUS.match(answer)
    if lacking is None:
        return answer
    number, text = lacking[0], answer[len(lacking[0]) + 1 :]
    return f"{number}{answer[len(number)]}{STATUSES.get(number, f'{lacking[1]}.0.0')} {text}"


def _log_trouble(error: Exception) -> str:
    log.error("mail_door_is_stuck", error=type(error).__name__)
    return TROUBLE
