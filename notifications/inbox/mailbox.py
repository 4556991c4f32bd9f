"""An IMAP mailbox (RFC 9051, 3501) as the source of emails: for operators with plus-addressing but no mail server.

Emails to our addresses are stored first and only then put away: moved to the folder `Night Mail`, or marked as read if
the server cannot move (RFC 6851) or create a folder. Everything else in the mailbox stays untouched and unread. So
nothing is lost if the process is killed at any point: an email found again is recognized as a row that we already have
(`acceptance`).

It checks for emails when the server announces them (IDLE, RFC 2177), and at least once a minute.
"""

import re
import ssl
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import format_datetime
from functools import partial
from typing import Final
from urllib.parse import unquote, urlsplit

import structlog
from django.conf import settings
from django.db import connection
from django.utils import timezone
from imap_tools.errors import ImapToolsError
from imap_tools.mailbox import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted

from games.table.clocks import heartbeats
from notifications import reply_addresses
from notifications.inbox import acceptance
from notifications.inbox.sender import headers
from notifications.inbox.sender.headers import Header, TooMuch
from notifications.models import InboundEmail

PUT_AWAY: Final = "Night Mail"
"""The folder for emails that have been stored."""
IMAP_PORT, IMAPS_PORT = 143, 993
POLL: Final = 60
"""Seconds to wait for an announcement."""
PATIENCE: Final = 30
"""Seconds to wait for one reply of the server."""
FIRST_PAUSE, LONGEST_PAUSE = 5, 300
"""Seconds before another attempt after an error, doubling each time."""
BACK: Final = reply_addresses.LASTS + timedelta(days=2)
"""How far back to look: older emails have no address that still works. Servers count days in their own time zone."""
AT_ONCE: Final = 100
"""How many headers are fetched together."""
MOST_READ: Final = acceptance.MOST_BYTES + 1
"""Enough bytes to detect that an email is too large."""
MOST_ADDRESSES: Final = 100
NAMED: Final = ("delivered-to", "x-delivered-to", "x-original-to", "envelope-to", "to", "cc")
"""Header fields in which servers, or at last the writer, name an email's recipients."""
HEARTBEAT: Final = "mailbox"
_UID: Final = re.compile(rb"\bUID (\d+)")

log = structlog.get_logger(__name__)


class MailboxTrouble(Exception):
    """An error of a server that does not do what it is asked; `code` is safe to log."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def safe_message(error: Exception) -> str:
    """Describe an error in words that are safe to log: never the server's, which may quote what we sent."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate does not verify: {error.verify_message}"
    return error.code if isinstance(error, MailboxTrouble) else type(error).__name__


@contextmanager
def signed_in(url: str) -> Iterator[BaseMailBox]:
    """Connect to the mailbox that a URL names, and open its folder. Raises its libraries' errors."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    context = ssl.create_default_context()
    connect: dict[str, Callable[[], BaseMailBox]] = {
        "imaps": partial(MailBox, host, parts.port or IMAPS_PORT, PATIENCE, ssl_context=context),
        "imap+tls": partial(MailBoxStartTls, host, parts.port or IMAP_PORT, PATIENCE, ssl_context=context),
        "imap": partial(MailBoxUnencrypted, host, parts.port or IMAP_PORT, PATIENCE),
    }
    box = connect[parts.scheme]()
    try:
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        box.login(user, password, initial_folder=unquote(parts.path.lstrip("/")) or "INBOX")
        yield box
    finally:
        with suppress(Exception):
            box.logout()


@dataclass
class MailboxDoor:
    """The mailbox through one connection; `last_uid` is the highest UID seen so far."""

    box: BaseMailBox
    last_uid: int = 0

    def __post_init__(self) -> None:
        _, capabilities = self.box.client.capability()  # servers offer more after sign-in
        can = b" ".join(capability for capability in capabilities if isinstance(capability, bytes)).upper().split()
        self.can_idle = b"IDLE" in can
        self.can_move = b"MOVE" in can and self._has_folder()

    def take_new(self, now: datetime) -> int:
        """Accept emails to our addresses that have arrived since the last call. Return how many."""
        uids = self._find_new_uids(now)
        count = 0
        for place in range(0, len(uids), AT_ONCE):
            some = uids[place : place + AT_ONCE]
            for uid, header in self._fetch_headers(some):
                count += self._take_email(uid, header, now)
            self.last_uid = some[-1]
        return count

    def wait(self) -> None:
        """Wait until emails may have arrived."""
        if self.can_idle:
            self.box.idle.wait(POLL)
        else:
            time.sleep(POLL)

    def _has_folder(self) -> bool:
        try:
            return bool(self.box.folder.exists(PUT_AWAY) or self.box.folder.create(PUT_AWAY))
        except ImapToolsError:
            return False

    def _find_new_uids(self, now: datetime) -> list[int]:
        since = "-".join(format_datetime(now - BACK).split()[1:4])
        (answer,) = self._run_command("SEARCH", "SINCE", since, "UID", f"{self.last_uid + 1}:*")[:1] or [b""]
        uids = answer.split() if isinstance(answer, bytes) else []
        return sorted(uid for uid in map(int, uids) if uid > self.last_uid)  # "9:*" finds the last UID even if it is 8

    def _fetch_headers(self, uids: Sequence[int]) -> Iterator[tuple[int, Header]]:
        fields = " ".join((*NAMED, "return-path")).upper()
        answer = self._run_command("FETCH", ",".join(map(str, uids)), f"(UID BODY.PEEK[HEADER.FIELDS ({fields})])")
        for uid, lines in _read_literals(answer):
            with suppress(TooMuch):
                yield uid, headers.read(lines)

    def _take_email(self, uid: int, header: Header, now: datetime) -> bool:
        to = [address for address in _find_recipients(header) if acceptance.is_ours(address, now)]
        answer = self._run_command("FETCH", str(uid), f"(UID BODY.PEEK[]<0.{MOST_READ}>)") if to else []
        raw = next((content for found_uid, content in _read_literals(answer) if found_uid == uid), None)
        if raw is None or not acceptance.accept(raw, to, _find_sender(header), InboundEmail.Door.IMAP, now):
            return False
        self._put_away(uid)
        return True

    def _put_away(self, uid: int) -> None:
        """Put an email away; if that fails it stays, will be found again, and recognized."""
        try:
            if self.can_move:
                self._run_command("MOVE", str(uid), f'"{PUT_AWAY}"')
            else:
                self._run_command("STORE", str(uid), "+FLAGS.SILENT", r"(\Seen)")
        except MailboxTrouble as trouble:
            log.warning("mailbox_keeps_an_email", error=trouble.code)

    def _run_command(self, command: str, *arguments: str) -> list[object]:
        """Return the reply to a command about UIDs. Raises MailboxTrouble.

        The library's own methods for marking and moving would also expunge what the mailbox's owner has marked as
        deleted.
        """
        status, answer = self.box.client.uid(command, *arguments)
        if status != "OK":
            raise MailboxTrouble(f"{command} {status}")
        return list(answer)


def _read_literals(answer: Sequence[object]) -> Iterator[tuple[int, bytes]]:
    """Yield the UID and bytes of each email in a reply to FETCH; the UID may precede or follow the bytes."""
    for index, part in enumerate(answer):
        if isinstance(part, tuple):
            behind = answer[index + 1] if index + 1 < len(answer) else b""
            match = _UID.search(part[0]) or _UID.search(behind if isinstance(behind, bytes) else b"")
            if match:
                yield int(match[1]), part[1]


def _find_recipients(header: Header) -> list[str]:
    """Return everyone to whom the email may have been sent, without duplicates."""
    return list(dict.fromkeys(address for name in NAMED for address in header.addresses(name)))[:MOST_ADDRESSES]


def _find_sender(header: Header) -> str:
    """Return the envelope's sender, as recorded by the last server (RFC 5321 4.4)."""
    return_path = header.one("return-path")
    return return_path.strip("<> ") if return_path else "unknown"


def watch() -> None:
    """Accept incoming emails until the process is told to end; it may safely be killed at any time."""
    pause = FIRST_PAUSE
    while True:
        try:
            with signed_in(settings.MAIL_IN_IMAP_URL) as box:
                door = MailboxDoor(box)
                log.info("mailbox_is_open", idle=door.can_idle, move=door.can_move)
                while True:
                    _look(door, timezone.now())
                    pause = FIRST_PAUSE
                    door.wait()
        except Exception as error:
            log.error("mailbox_is_stuck", error=safe_message(error))
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def _look(door: MailboxDoor, now: datetime) -> None:
    try:
        door.take_new(now)
        heartbeats.note(source=HEARTBEAT, now=now)
    finally:
        connection.close()  # nothing may arrive for hours
