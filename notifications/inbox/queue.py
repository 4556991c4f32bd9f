"""The queues of incoming email: replies to our emails, emails to the site, and reports about our emails.

They are leased like all queues (`notifications.leases`), with one exception: a row whose reading was ended by a time
limit is not read again (`budget`). A reader holds its row (`Lease.hold`) during the single transaction in which
everything is done.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Final

from django.db.models import QuerySet

from games.table.play import due_work
from games.table.play.sweeps import DueRows
from notifications.inbox import budget
from notifications.leases import Lease, LeasedQueue, Row
from notifications.models import Inbound, InboundEmail, Mail, MailReport, SiteEmail

LEASE: Final = timedelta(minutes=5)
GIVE_UP_AFTER: Final = timedelta(days=3)
"""How long a sender's DNS may be unreachable, and how long we have to fix a bug of ours."""

Received = InboundEmail | SiteEmail | MailReport
Claim = Lease[InboundEmail] | Lease[SiteEmail] | Lease[MailReport]


@dataclass(frozen=True, kw_only=True, eq=False)
class ReadQueue(LeasedQueue[Row]):
    """A queue of incoming rows.

    `comes_with` are the relations needed for reading; `fruitless` the states of rows that had no effect; `who` the
    columns that identify the sender, which are erased with the content.
    """

    lease: timedelta = LEASE
    give_up_after: timedelta = GIVE_UP_AFTER
    waits: str = Inbound.State.WAITING
    since: str = "received_at"
    error: str = "reason"
    comes_with: tuple[str, ...]
    fruitless: tuple[str, ...]
    who: tuple[str, ...] = ()

    @property
    def held(self) -> QuerySet[Row]:
        return self.rows.defer(None).select_related(*self.comes_with)

    @property
    def old(self) -> DueRows:
        """The rows whose content is due for erasure."""
        return DueRows(name=self.name, due=self._old)

    def give_up_killed(self, by: str, *, now: datetime, least: int = 0) -> int:
        """Give up what a task was reading when its process was killed, if it was tried at least this often.

        Return how many.
        """
        killed = self.rows.filter(state=self.waits, reason=budget.mark(by), attempts__gte=least)
        return killed.update(state=self.given_up, reason=budget.TOOK_TOO_LONG, settled_at=now)

    def again(self, rows: QuerySet[Row], *, now: datetime) -> int:
        """Queue rows again that had no effect, if their content still exists. Return how many.

        Their authors are answered again. An answer to a question that has been closed since plays nothing.
        """
        return self.requeue(rows.filter(state__in=self.fruitless, raw__isnull=False), now=now, reason="")

    def erase_old(self, now: datetime, limit: int) -> int:
        """Erase the bytes and senders of up to this many rows whose time is over. Return how many."""
        keys = list(self._old(now).values_list("pk", flat=True)[:limit])
        return self.rows.filter(pk__in=keys).update(raw=None, **dict.fromkeys(self.who, ""))

    def _old(self, now: datetime) -> QuerySet[Row]:
        return self.rows.filter(raw__isnull=False, erase_at__lte=now)


AnyReadQueue = ReadQueue[InboundEmail] | ReadQueue[SiteEmail] | ReadQueue[MailReport]
REPLIES: Final = ReadQueue(
    name="inbound_email",
    rows=InboundEmail.objects.defer("raw"),
    comes_with=("address__player", "address__game"),
    given_up=Inbound.State.DROPPED,
    fruitless=(Inbound.State.REFUSED, Inbound.State.DROPPED),
    who=("sender", "signed_by"),
)
SITE_EMAILS: Final = ReadQueue(
    name="inbound_email",
    rows=SiteEmail.objects.defer("raw"),
    comes_with=("about", "player"),
    given_up=Inbound.State.DROPPED,
    fruitless=(Inbound.State.REFUSED, Inbound.State.DROPPED),
    who=("sender", "author_hash"),
)
REPORTS: Final = ReadQueue(
    name="mail_report",
    rows=MailReport.objects.defer("raw"),
    comes_with=("mail",),
    given_up=MailReport.State.IGNORED,
    fruitless=(MailReport.State.IGNORED,),
)
QUEUES: Final[tuple[ReadQueue[InboundEmail] | ReadQueue[SiteEmail] | ReadQueue[MailReport], ...]] = (
    REPLIES,
    SITE_EMAILS,
    REPORTS,
)


def claim(*, now: datetime, limit: int) -> list[Claim]:
    """Lease up to this many rows of each queue, the earliest first."""
    due = due_work.anything([queue.waiting for queue in QUEUES], now)
    claimed = (queue.claim(now=now, limit=limit) for queue, is_due in zip(QUEUES, due, strict=True) if is_due)
    return list(chain.from_iterable(claimed))


def give_up_killed(by: str, *, now: datetime, least: int = 0) -> int:
    """Give up what a task was reading when its process was killed, if tried at least this often. Return how many."""
    return sum(queue.give_up_killed(by, now=now, least=least) for queue in QUEUES)


def erase_old(*, now: datetime, limit: int = 1000) -> int:
    """Erase the bytes and senders of up to this many rows of each queue whose time is over. Return how many."""
    old = due_work.anything([queue.old for queue in QUEUES], now)
    return sum(queue.erase_old(now, limit) for queue, is_old in zip(QUEUES, old, strict=True) if is_old)


def settle(
    email: InboundEmail | SiteEmail,
    state: Inbound.State,
    *,
    now: datetime,
    reason: str = "",
    answer: Mail | None = None,
) -> None:
    """Settle a locked email: record its final state, the reason, and the answer to it."""
    email.state, email.reason, email.settled_at, email.answer = state, reason, now, answer
    email.save(update_fields=["state", "reason", "settled_at", "answer"])
