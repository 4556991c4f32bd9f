"""A policy service (check_policy_service) that tells Postfix whether to accept an email for an address.

The protocol is Postfix's own (SMTPD_POLICY_README): a request consists of `name=value` lines up to an empty line, and
the reply of an action and an empty line; a connection may carry any number of requests. Replies are immediate, whereas
probing by reject_unverified_recipient delays every sender, since nearly every reply goes to a new address.
"""

import asyncio
from typing import Final

import structlog
from django.utils import timezone

from notifications.inbox import acceptance
from notifications.inbox.threads import Threads

MOST_CONNECTIONS: Final = 200
"""Postfix keeps one connection for each smtpd process: 100, unless configured otherwise."""
MOST_ATTRIBUTES: Final = 100
LONGEST_LINE: Final = 4096
"""Octets; an address has at most 254."""
IDLE_SECONDS: Final = 400
"""Seconds; Postfix itself closes connections that have been idle for 300."""
GO_ON: Final = "DUNNO"
UNKNOWN: Final = "550 5.1.1 No such address"
TROUBLE: Final = "450 4.3.0 Try again later"

log = structlog.get_logger(__name__)


class PolicyServer:
    """A server for Postfix's policy protocol; its connections are counted, and share threads for the database."""

    def __init__(self) -> None:
        self.threads = Threads()
        self.inside = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until it ends, is idle for too long, or sends an invalid request."""
        self.inside += 1
        try:
            while self.inside <= MOST_CONNECTIONS and (request := await _read_request(reader)) is not None:
                writer.write(f"action={await self._decide_action(request.get('recipient', ''))}\n\n".encode())
                await writer.drain()
        except (OSError, TimeoutError, ValueError):
            pass
        finally:
            self.inside -= 1
            writer.close()

    async def _decide_action(self, address: str) -> str:
        """Return the action for Postfix to take on this recipient."""
        try:
            is_ours = await self.threads.ask(lambda: acceptance.is_ours(address, timezone.now()))
            return GO_ON if is_ours else UNKNOWN
        except Exception as error:
            log.error("policy_server_is_stuck", error=type(error).__name__)
            return TROUBLE


async def _read_request(reader: asyncio.StreamReader) -> dict[str, str] | None:
    """Return the attributes of the next request; None at the end.

    Raises TimeoutError, or ValueError if it is invalid.
    """
    attributes: dict[str, str] = {}
    async with asyncio.timeout(IDLE_SECONDS):
        while line := (await reader.readline()).decode(errors="replace"):
            name, _, value = line.rstrip("\n").partition("=")
            if not name:
                return attributes
            attributes[name] = value
            if len(attributes) > MOST_ATTRIBUTES:
                raise ValueError("no request")
    return None


async def opened(host: str, port: int) -> asyncio.Server:
    """Return a listening server."""
    return await asyncio.start_server(PolicyServer().serve, host, port, limit=LONGEST_LINE)
