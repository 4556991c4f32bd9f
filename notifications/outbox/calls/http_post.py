"""Posting a message to a checked address in bounded time, whatever the server does.

The connection goes to the checked address itself, so it does not matter if the name leads elsewhere a moment later. TLS
still verifies the name. No proxy is used and no redirect followed, and nothing is read of the response but its status
and headers, and the requested wait if it says that we call too often.
"""

import json
import re
import socket
import ssl
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from http.client import HTTPException, HTTPResponse, HTTPSConnection
from threading import Timer
from typing import Final, NamedTuple

from django.conf import settings

from games.errors import Refused
from notifications.outbox.calls import addresses
from notifications.outbox.calls.addresses import Endpoint, IPAddress, NoAddress, NotAllowed

PATIENCE: Final = 5.0
"""Seconds to connect, and again for TLS."""
HURRY: Final = 1.5
"""Seconds to connect if there is another address to try, which must also connect within `FRESH`."""
FRESH: Final = 5.0
"""Seconds after which nothing more is sent, since the recipient may have lost the right to it by then."""
ANSWERED_WITHIN: Final = 10.0
"""Seconds from then to the end of the response's headers, however slowly they arrive."""
LONGEST: Final = addresses.PATIENCE + 2 * (HURRY + PATIENCE) + ANSWERED_WITHIN
"""Seconds for the whole call, with two addresses."""
GONE: Final = 410
TOO_MANY: Final = 429
LONGEST_BODY: Final = 2000
"""Bytes to read of a refusal for calling too often."""
SECONDS: Final = re.compile(r"\d{1,6}(\.\d{1,9})?", re.ASCII)


class Message(NamedTuple):
    """One HTTP request."""

    url: str
    body: bytes
    headers: dict[str, str]


class Attempt(NamedTuple):
    """An attempt and its outcome: the response's status, or the reason for having none.

    `wait` is the number of seconds that a server requests if it is called too often.
    """

    status: int | None
    error: str = ""
    wait: float | None = None

    @property
    def taken(self) -> bool:
        """Check whether the server has accepted the message."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """Check whether the server wants no further messages, ever."""
        return self.status == GONE


class Call(HTTPSConnection):
    """A connection to one address of a host, whose identity TLS verifies."""

    def __init__(self, target: Endpoint, address: IPAddress, trust: ssl.SSLContext, patience: float) -> None:
        super().__init__(target.host.rstrip("."), target.port, timeout=patience, context=trust)
        self._address = address
        self._trust = trust

    def connect(self) -> None:
        """Connect to the address, and verify the host by TLS. Raises OSError."""
        plain = socket.create_connection((str(self._address), self.port), self.timeout)
        try:
            self.sock = self._trust.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise
        self.sock.settimeout(ANSWERED_WITHIN)


def post(message: Message) -> Attempt:
    """Post a message. Raises nothing that the other side could cause."""
    started_at = time.monotonic()
    try:
        target = addresses.read(message.url)
        ip_addresses = addresses.find(target.host)
    except Refused:
        return Attempt(None, "address_not_allowed")
    except (NotAllowed, NoAddress):
        # Otherwise a webhook's owner could learn which names exist in the operator's network.
        return Attempt(None, "no_address")
    attempt = Attempt(None, "no_address")
    *others, last = _pick_one_of_each(ip_addresses)
    for address in (*others, last):
        patience = PATIENCE if address is last else HURRY
        call = Call(target, address, _trust(settings.WEBHOOK_AUTHORITY), patience)
        try:
            call.connect()
        except OSError as error:
            attempt = Attempt(None, _error_code(error, "no_connection"))
            continue
        if time.monotonic() - started_at > FRESH:
            call.close()
            return Attempt(None, "no_connection")
        return _request(call, target.path, message)
    return attempt


def _pick_one_of_each(ip_addresses: Iterable[IPAddress]) -> list[IPAddress]:
    """Return an IPv4 and an IPv6 address, since this machine may be unable to reach one of them."""
    first = {address.version: address for address in reversed(list(ip_addresses))}
    return [first[version] for version in sorted(first)]


def _request(call: Call, path: str, message: Message) -> Attempt:
    clock = Timer(ANSWERED_WITHIN, _cut, [call.sock])
    clock.daemon = True
    clock.start()
    try:
        call.request("POST", path, message.body, message.headers)
        answer = call.getresponse()
        return Attempt(answer.status, wait=_read_wait(answer) if answer.status == TOO_MANY else None)
    except (OSError, HTTPException, ValueError) as error:
        return Attempt(None, _error_code(error, "no_answer"))
    finally:
        clock.cancel()
        call.close()


def _read_wait(answer: HTTPResponse) -> float | None:
    """Return the seconds to wait from the header (RFC 9110, 10.2.3) or Discord's body; None if neither has them.

    Raises OSError, HTTPException.
    """
    if SECONDS.fullmatch(header := answer.getheader("Retry-After", "")):
        return float(header)
    try:
        seconds = json.loads(answer.read(LONGEST_BODY))["retry_after"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return float(seconds) if isinstance(seconds, int | float) and 0 <= seconds < 1e6 else None


def _cut(line: socket.socket) -> None:
    """Close a connection from another thread, so that its reader gets an end of file.

    TLS would wait for the other side.
    """
    with suppress(OSError):  # it has already been closed
        socket.socket.shutdown(line, socket.SHUT_RDWR)


def _error_code(error: Exception, otherwise: str) -> str:
    return "certificate" if isinstance(error, ssl.SSLCertVerificationError) else otherwise


@lru_cache(4)
def _trust(ca_file: str) -> ssl.SSLContext:
    """Return a context that trusts this machine's authorities and the operator's own (WEBHOOK_AUTHORITY)."""
    trust = ssl.create_default_context()
    if ca_file:
        trust.load_verify_locations(ca_file)
    return trust
