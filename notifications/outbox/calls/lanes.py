"""Posting due messages from a queue, several at once, each over a connection of its own.

A lane takes the next message as soon as it is free, so a hanging server blocks only its own lane. Nothing is claimed
before a lane is free for it, so that its recipients' rights are checked at the last moment.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from typing import Final, Protocol

import structlog

from notifications.leases import Lease, Row
from notifications.outbox.calls import http_post
from notifications.outbox.calls.http_post import Attempt, Message
from notifications.outbox.calls.queue import CallQueue

STINT: Final = timedelta(seconds=150)
"""The time after which nothing more is claimed, so that a task with messages under way ends well before its limit."""
LOOK_AGAIN: Final = 0.5
"""Seconds after which newly due messages are claimed, even if nothing under way has ended."""

log = structlog.get_logger(__name__)


class Outgoing(Protocol[Row]):
    """A queue of messages, with a function that writes them."""

    @property
    def queue(self) -> CallQueue[Row]: ...

    def writer(self, claims: Sequence[Lease[Row]], now: datetime) -> Callable[[Lease[Row]], Message | None]:
        """Return a function that writes each of these messages, or returns None if it must not be sent."""

    def settle(self, lease: Lease[Row], attempt: Attempt, *, now: datetime) -> None:
        """Record the outcome of an attempt."""

    def count(self, row: Row, outcome: str) -> None:
        """Count a message as accepted, refused or dropped."""


def deliver_due(outgoing: Outgoing[Row], *, clock: Callable[[], datetime], until: datetime) -> int:
    """Post due messages, claiming none from `until` on. Return how many were processed."""
    looked, under_way = 0, dict[Future[Attempt], Lease[Row]]()
    with ThreadPoolExecutor(outgoing.queue.most) as lanes:
        while True:
            now = clock()
            claims = outgoing.queue.claim_beside(under_way.values(), now) if now < until else []
            for lease, message in _write_messages(outgoing, claims, now):
                under_way[lanes.submit(http_post.post, message)] = lease
            if not claims and not under_way:
                return looked
            looked += len(claims)
            for ended in _wait_for_one(under_way):
                lease, attempt = under_way.pop(ended), ended.result()
                outgoing.settle(lease, attempt, now=clock())
                outgoing.count(lease.row, "taken" if attempt.taken else "refused")


def _wait_for_one(under_way: Collection[Future[Attempt]]) -> Collection[Future[Attempt]]:
    """Wait for the first of these to end, if there are any, but only briefly, since other messages may become due."""
    return wait(under_way, timeout=LOOK_AGAIN, return_when=FIRST_COMPLETED).done


def _write_messages(
    outgoing: Outgoing[Row], claims: Sequence[Lease[Row]], now: datetime
) -> Iterator[tuple[Lease[Row], Message]]:
    """Yield the messages still to be posted, so that errors in one do not stop the others."""
    write = outgoing.writer(claims, now)
    for lease in claims:
        try:
            message = write(lease)
            if message is not None:
                yield lease, message
            else:
                lease.close("dropped", now=now)
                outgoing.count(lease.row, "dropped")
        except Exception as error:
            log.error("not_written", queue=outgoing.queue.name, error=type(error).__name__)
            lease.put_off(now=now, last_error=type(error).__name__[:40])
