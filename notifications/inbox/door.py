"""The door for mail servers: a small server of LMTP (RFC 2033), behind a mail server; or of SMTP, on its own.

It says 250 when the email is stored. Who may be written to is asked at RCPT. On its own it refuses an unknown address
there. Behind a mail server, which has accepted the email already, a refusal would become a bounce to whoever was
forged; so there an unknown address is refused only to the null sender, by which servers ask beforehand (Postfix:
reject_unverified_recipient; better is `policy`) and to whom nobody bounces; from others it is taken, and dropped.

Everything that a stranger can use up is bounded: connections, their time and commands, lines, recipients and bytes.
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
"""Of each kind in one connection."""
COMMAND_SECONDS: Final = 60
"""For one command, all of an email's content included."""
CONNECTION_SECONDS: Final = 600
LONGEST_LINE: Final = 64_000
"""Octets: servers wrap lines at 998, but not all of them. Behind a server a line may be as long as an email, since a
refusal there would become a bounce."""
MOST_BEHIND_A_SERVER: Final = 32_000_000
"""Bytes: that server sets the limit (Postfix: message_size_limit), for what it has taken must not be refused here."""
PROBE: Final = "double-bounce@"
"""As whom Postfix asks, unless it is told to ask as nobody."""

TAKEN: Final = "250 2.0.0 Taken"
GOES_THERE: Final = "250 2.1.5 OK"
UNKNOWN: Final = "550 5.1.1 No such address"
TOO_MANY: Final = "452 4.5.3 Too many recipients"
TROUBLE: Final = "451 4.3.0 Try again later"
BUSY: Final = b"421 4.3.2 Too many connections\r\n"
EXTENSIONS: Final = ("250-PIPELINING", "250-ENHANCEDSTATUSCODES")
"""RFC 2920, and RFC 2034; LMTP has to offer both (RFC 2033 5)."""
STATUSES: Final = {"500": "5.5.2", "501": "5.5.4", "502": "5.5.1", "503": "5.5.1", "552": "5.3.4", "555": "5.5.4"}
"""RFC 3463, of what aiosmtpd answers by itself."""
_WITHOUT_STATUS: Final = re.compile(r"([245])\d\d(?=[ -](?![245]\.\d{1,3}\.\d{1,3}\b))")

log = structlog.get_logger(__name__)


@dataclass
class Room:
    """The connections of a door: how many are open, and the threads by which they speak to the database."""

    door: InboundEmail.Door
    threads: Threads = field(default_factory=Threads)
    inside: int = 0

    async def handle_EHLO(  # noqa: N802 - the name that aiosmtpd looks for
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Offer what the door can do; LHLO asks for it, too."""
        session.host_name = hostname
        greeting = [*responses[:-1], *EXTENSIONS, responses[-1]]
        assert isinstance(server, _Bounded)
        server.lines_of_greeting = len(greeting)
        return greeting

    async def handle_RCPT(  # noqa: N802 - the name that aiosmtpd looks for
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[object]
    ) -> str:
        """Answer whether an email may go to this address."""
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
        """Write an email down; LMTP wants an answer for each recipient."""
        raw, sender = bytes(envelope.original_content or b""), str(envelope.mail_from or "")
        to = list(map(str, envelope.rcpt_tos))
        try:
            await self.threads.ask(lambda: acceptance.accept(raw, to, sender, self.door, timezone.now()))
            answer = TAKEN
        except Exception as error:
            answer = _log_trouble(error)
        return "\r\n".join([answer] * len(to)) if self.door == InboundEmail.Door.LMTP else answer

    async def handle_exception(self, error: Exception) -> str:
        """Take whatever else went wrong for our own fault: the sender may try again."""
        return _log_trouble(error)

    def _may_refuse(self, sender: str) -> bool:
        return self.door == InboundEmail.Door.SMTP or sender in ("", "<>") or sender.lower().startswith(PROBE)


class _Bounded(SMTP):
    """A connection with a bound on its time, of which there are only so many."""

    line_length_limit = LONGEST_LINE
    is_in = False
    lines_of_greeting: int | None = None
    """How many of the next answers are a greeting, which has no status (RFC 2034 3); None before there is one."""
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
        """Answer, with an enhanced status code."""
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
    """A connection from anywhere."""


class LmtpLine(_Bounded, LMTP):
    """A connection from a mail server, which has accepted the email already."""

    line_length_limit = MOST_BEHIND_A_SERVER


LINES: Final = {
    InboundEmail.Door.LMTP: (LmtpLine, MOST_BEHIND_A_SERVER),
    InboundEmail.Door.SMTP: (SmtpLine, acceptance.MOST_BYTES),
}


async def opened(door: InboundEmail.Door, host: str, port: int, name: str) -> asyncio.Server:
    """Return a server that is listening. `name`: what it calls itself."""
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # at INFO it tells every address, and its token
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
    """Return a reply (RFC 5321 4.2) with the status (RFC 3463) that it lacks."""
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
