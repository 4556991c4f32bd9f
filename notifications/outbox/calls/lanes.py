"""Posting what is due in a queue, some messages at once, each over a connection of its own.

A lane takes the next message as soon as it is free, so a server that hangs holds up its own lane alone. Nothing is
claimed before there is a lane for it: who may hear it is asked at the last moment.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from typing import Final, Protocol, TypeVar

import structlog

from notifications.outbox.calls import http_post
from notifications.outbox.calls.http_post import Attempt, Message

STINT: Final = timedelta(seconds=150)
"""After this long nothing more is claimed: with what is under way then, a task ends well before it would be cut off."""
LOOK_AGAIN: Final = 0.5
"""Seconds after which what has come to be due is claimed, though nothing under way has ended."""

Lease = TypeVar("Lease")

log = structlog.get_logger(__name__)


class Outgoing(Protocol[Lease]):
    """A queue of messages, and how they are written. `lanes`: how many may be under way; `name`: for the log."""

    @property
    def name(self) -> str: ...

    @property
    def lanes(self) -> int: ...

    def claim(self, under_way: Collection[Lease], now: datetime) -> Sequence[Lease]:
        """Lease what is due, as much as there is room for beside what is under way."""

    def writer(self, claims: Sequence[Lease], now: datetime) -> Callable[[Lease], Message | None]:
        """Return a function that writes each of these; it returns None for one that need not, or may not, be heard."""

    def settle(self, lease: Lease, attempt: Attempt, now: datetime) -> None:
        """Record what became of an attempt."""

    def drop(self, lease: Lease, now: datetime) -> None:
        """Give a message up before it is posted."""

    def put_off(self, lease: Lease, error: str, now: datetime) -> None:
        """Try a message again later that could not be written."""


def deliver_due(outgoing: Outgoing[Lease], *, clock: Callable[[], datetime], until: datetime) -> int:
    """Post what is due, and claim nothing any more from `until` on. Return how many messages it looked at."""
    looked, under_way = 0, dict[Future[Attempt], Lease]()
    with ThreadPoolExecutor(outgoing.lanes) as lanes:
        while True:
            now = clock()
            claims = outgoing.claim(under_way.values(), now) if now < until else []
            for lease, message in _write_messages(outgoing, claims, now):
                under_way[lanes.submit(http_post.post, message)] = lease
            if not claims and not under_way:
                return looked
            looked += len(claims)
            for ended in _wait_for_one(under_way):
                outgoing.settle(under_way.pop(ended), ended.result(), clock())


def _wait_for_one(under_way: Collection[Future[Attempt]]) -> Collection[Future[Attempt]]:
    """Wait for the first of them to end, if there is one; not for long, since others may be due meanwhile."""
    return wait(under_way, timeout=LOOK_AGAIN, return_when=FIRST_COMPLETED).done


def _write_messages(
    outgoing: Outgoing[Lease], claims: Sequence[Lease], now: datetime
) -> Iterator[tuple[Lease, Message]]:
    """Yield the messages still to be posted. One's trouble must not stop the others."""
    write = outgoing.writer(claims, now)
    for lease in claims:
        try:
            message = write(lease)
            if message is not None:
                yield lease, message
            else:
                outgoing.drop(lease, now)
        except Exception as error:
            log.error("not_written", queue=outgoing.name, error=type(error).__name__)
            outgoing.put_off(lease, type(error).__name__[:40], now)
