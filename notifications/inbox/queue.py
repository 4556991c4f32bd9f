"""The queue of inbound emails: claimed, settled, put off, erased.

As in the outbox: `claim` counts the attempt and moves the next one past the lease, so that an email whose worker dies
comes back by itself; one whose reading was ended by a time limit does not (`budget`). `held` locks its row for the one
transaction in which everything is done, and finds out whether it is still ours. What raises is put off (longer each
time), and in the end given up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import F, Min, QuerySet

from games.table.play import due_work
from games.table.play.sweeps import DueRows
from notifications.inbox import budget
from notifications.models import Inbound, InboundEmail, Mail, SiteEmail
from notifications.outbox.queue import pause

LEASE: Final = timedelta(minutes=5)
GIVE_UP_AFTER: Final = timedelta(days=3)
"""For this long a sender's DNS may be away; and this long we may need to mend a mistake of ours."""
GIVEN_UP: Final = "given_up"


Table = type[InboundEmail] | type[SiteEmail]
TABLES: Final[tuple[Table, ...]] = (InboundEmail, SiteEmail)
COMES_WITH: Final[Mapping[Table, tuple[str, ...]]] = {
    InboundEmail: ("address__player", "address__game"),
    SiteEmail: ("about", "player"),
}
ERASED: Final[Mapping[Table, tuple[str, ...]]] = {
    InboundEmail: ("sender", "signed_by"),
    SiteEmail: ("sender", "author_hash"),
}
"""What says who wrote it, and goes with the content."""


@dataclass(frozen=True, slots=True)
class Claim:
    """An inbound email that is ours to process while its row's count of attempts is still this one."""

    table: Table
    key: int
    attempt: int

    def rows(self) -> QuerySet[InboundEmail] | QuerySet[SiteEmail]:
        """Return the email's row, if it is still ours."""
        return self.table.objects.filter(pk=self.key, attempts=self.attempt, state=Inbound.State.WAITING)


def is_due(*, now: datetime) -> bool:
    """Check whether there is anything to process."""
    return any(due_work.anything(WAITING, now))


def oldest_waiting(before: datetime) -> datetime | None:
    """Return since when the email has been due that has waited longest, of those due before this."""
    rows = (_due(table, before).aggregate(at=Min("next_attempt_at"))["at"] for table in TABLES)
    return min(filter(None, rows), default=None)


def claim(*, now: datetime, limit: int) -> list[Claim]:
    """Take up to this many emails of each table for the length of the lease, the earliest first."""
    return [leased for table in TABLES for leased in _claim_rows(table, now, limit)] if is_due(now=now) else []


@transaction.atomic
def _claim_rows(table: Table, now: datetime, limit: int) -> list[Claim]:
    due = _due(table, now).order_by("next_attempt_at", "pk")[:limit]
    rows = list(due.select_for_update(skip_locked=True, of=("self",)).values_list("pk", "attempts"))
    keys = [key for key, _ in rows]
    table.objects.filter(pk__in=keys).update(attempts=F("attempts") + 1, next_attempt_at=now + LEASE)
    return [Claim(table, key, attempts + 1) for key, attempts in rows]


def held(claim: Claim) -> InboundEmail | SiteEmail | None:
    """Return the email, locked until the transaction ends; None if it is no longer ours."""
    rows = claim.rows().select_for_update(of=("self",)).select_related(*COMES_WITH[claim.table])
    email: InboundEmail | SiteEmail | None = rows.first()
    return email


def begin(claim: Claim, by: str) -> None:
    """Write down which task reads the email from now on."""
    claim.rows().update(reason=budget.mark(by))


def give_up_killed(by: str, *, now: datetime, least: int = 0) -> int:
    """Drop what a task was reading when its process was killed, if it has been tried this often. Return how many."""
    killed = {"state": Inbound.State.WAITING, "reason": budget.mark(by), "attempts__gte": least}
    dropped = {"state": Inbound.State.DROPPED, "reason": budget.TOOK_TOO_LONG, "settled_at": now}
    return sum(table.objects.filter(**killed).update(**dropped) for table in TABLES)


def settle(
    email: InboundEmail | SiteEmail,
    state: Inbound.State,
    *,
    now: datetime,
    reason: str = "",
    answer: Mail | None = None,
) -> None:
    """Settle an email: record its final state, the reason, and the answer to it."""
    email.state, email.reason, email.settled_at, email.answer = state, reason, now, answer
    email.save(update_fields=["state", "reason", "settled_at", "answer"])


def put_off(claim: Claim, *, now: datetime, reason: str) -> None:
    """Try again after a pause that doubles each time; give up when it has been tried for days."""
    given_up = claim.rows().filter(received_at__lt=now - GIVE_UP_AFTER)
    if not given_up.update(state=Inbound.State.DROPPED, reason=GIVEN_UP, settled_at=now):
        claim.rows().update(next_attempt_at=now + pause(claim.attempt), reason=reason[:40])


def again(emails: QuerySet[InboundEmail] | QuerySet[SiteEmail], *, now: datetime) -> int:
    """Put emails that nothing came of back into the queue, if their content is still there. Return how many.

    Whoever wrote them is answered again. An answer to a question that has closed meanwhile plays nothing.
    """
    idle = emails.filter(state__in=[Inbound.State.REFUSED, Inbound.State.DROPPED], raw__isnull=False)
    keys = list(idle.values_list("pk", flat=True))
    waiting = {"state": Inbound.State.WAITING, "reason": "", "settled_at": None, "next_attempt_at": now}
    return emails.model.objects.filter(pk__in=keys).update(**waiting)


def erase_old(*, now: datetime, limit: int = 1000) -> int:
    """Erase the bytes, and who sent them, of up to this many emails whose time is over. Return how many."""
    return sum(_erase_old(table, now, limit) for table in TABLES) if any(due_work.anything(OLD, now)) else 0


def _erase_old(table: Table, now: datetime, limit: int) -> int:
    old = _old(table, now).values_list("pk", flat=True)[:limit]
    erased: int = table.objects.filter(pk__in=list(old)).update(raw=None, **dict.fromkeys(ERASED[table], ""))
    return erased


def _due(table: Table, now: datetime) -> QuerySet[InboundEmail] | QuerySet[SiteEmail]:
    return table.objects.filter(state=Inbound.State.WAITING, next_attempt_at__lte=now)


def _old(table: Table, now: datetime) -> QuerySet[InboundEmail] | QuerySet[SiteEmail]:
    return table.objects.filter(raw__isnull=False, erase_at__lte=now)


WAITING: Final = tuple(DueRows(name="inbound_email", due=partial(_due, table)) for table in TABLES)
OLD: Final = tuple(DueRows(name="inbound_email", due=partial(_old, table)) for table in TABLES)
