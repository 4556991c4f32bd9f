"""Posting what is due in a queue, some messages at once, each over a connection of its own.

A lane takes the next message as soon as it is free, so a server that hangs holds up its own lane alone. Nothing is
claimed before there is a lane for it: who may hear it is asked at the last moment.
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
"""After this long nothing more is claimed: with what is under way then, a task ends well before it would be cut off."""
LOOK_AGAIN: Final = 0.5
"""Seconds after which what has come to be due is claimed, though nothing under way has ended."""

log = structlog.get_logger(__name__)


class Outgoing(Protocol[Row]):
    """A queue of messages, and how they are written."""

    @property
    def queue(self) -> CallQueue[Row]: ...

    def writer(self, claims: Sequence[Lease[Row]], now: datetime) -> Callable[[Lease[Row]], Message | None]:
        """Return a function that writes each of these; it returns None for one that need not, or may not, be heard."""

    def settle(self, lease: Lease[Row], attempt: Attempt, *, now: datetime) -> None:
        """Record what became of an attempt."""

    def count(self, row: Row, outcome: str) -> None:
        """Count a message that was taken, refused or dropped."""


def deliver_due(outgoing: Outgoing[Row], *, clock: Callable[[], datetime], until: datetime) -> int:
    """Post what is due, and claim nothing any more from `until` on. Return how many messages it looked at."""
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
    """Wait for the first of them to end, if there is one; not for long, since others may be due meanwhile."""
    return wait(under_way, timeout=LOOK_AGAIN, return_when=FIRST_COMPLETED).done


def _write_messages(
    outgoing: Outgoing[Row], claims: Sequence[Lease[Row]], now: datetime
) -> Iterator[tuple[Lease[Row], Message]]:
    """Yield the messages still to be posted. One's trouble must not stop the others."""
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
