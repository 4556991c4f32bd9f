"""The door for mail servers: a small server of LMTP (RFC 2033), behind a mail server; or of SMTP, on its own.

It says 250 when the email is a row. Who may be written to is asked at RCPT. On its own it refuses an unknown address
there. Behind a mail server, which has accepted the email already, a refusal would become a bounce to whoever was
forged; so there an unknown address is refused only to the null sender, by which servers ask beforehand (Postfix:
reject_unverified_recipient; better is `policy`) and to whom nobody bounces; from others it is taken, and dropped.

Everything that a stranger can use up is bounded: connections, their time and commands, lines, recipients and bytes.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Any, Final

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.utils import timezone

from notifications.inbox import accepting
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
"""Octets: servers wrap lines at 998, but not all of them."""
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

log = structlog.get_logger(__name__)


@dataclass
class Room:
    """What all connections of a door share: who is in, and the threads that speak to the database."""

    door: InboundEmail.Door
    threads: Threads = field(default_factory=Threads)
    inside: int = 0

    async def handle_RCPT(  # noqa: N802 - the name that aiosmtpd looks for
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[Any]
    ) -> str:
        """Whether an email may go to this address."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        try:
            known = await self.threads.ask(lambda: accepting.is_ours(address, timezone.now()))
        except Exception as error:
            return _troubled(error)
        if not known and self._may_refuse(str(envelope.mail_from or "")):
            return UNKNOWN
        envelope.rcpt_tos.append(address)
        return GOES_THERE

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Writes an email down; LMTP wants an answer for each recipient."""
        raw, sender = bytes(envelope.original_content or b""), str(envelope.mail_from or "")
        to = list(map(str, envelope.rcpt_tos))
        try:
            await self.threads.ask(lambda: accepting.accept(raw, to, sender, self.door, timezone.now()))
            answer = TAKEN
        except Exception as error:
            answer = _troubled(error)
        return "\r\n".join([answer] * len(to)) if self.door == InboundEmail.Door.LMTP else answer

    async def handle_exception(self, error: Exception) -> str:
        """Whatever else went wrong is ours."""
        return _troubled(error)

    def _may_refuse(self, sender: str) -> bool:
        return self.door == InboundEmail.Door.SMTP or sender in ("", "<>") or sender.lower().startswith(PROBE)


class _Bounded(SMTP):
    """A connection: one of so many, for so long."""

    line_length_limit = LONGEST_LINE
    is_in = False
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

    def data_received(self, data: bytes) -> None:
        if self.is_in:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self.is_in else False


class SmtpLine(_Bounded):
    """A connection from anywhere."""


class LmtpLine(_Bounded, LMTP):
    """A connection from a mail server."""


LINES: Final = {
    InboundEmail.Door.LMTP: (LmtpLine, MOST_BEHIND_A_SERVER),
    InboundEmail.Door.SMTP: (SmtpLine, accepting.MOST_BYTES),
}


async def opened(door: InboundEmail.Door, host: str, port: int, name: str) -> asyncio.Server:
    """A server that is listening. `name`: what it calls itself."""
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


def _troubled(error: Exception) -> str:
    log.error("mail_door_is_stuck", error=type(error).__name__)
    return TROUBLE
