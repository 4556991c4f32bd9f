"""The queue of inbound emails: claimed, settled, put off, erased.

As in the outbox: `claim` counts the attempt and moves the next one past the lease, so that an email whose worker dies
comes back by itself. `held` locks its row for the one transaction in which everything is done, and finds out whether it
is still ours. What raises is put off (longer each time), and in the end given up.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet

from notifications.models import InboundEmail, Mail
from notifications.outbox.queue import pause

LEASE: Final = timedelta(minutes=5)
GIVE_UP_AFTER: Final = timedelta(days=3)
"""For so long a sender's DNS may be away; and so long we may need to mend a mistake of ours."""
GIVEN_UP: Final = "given_up"


@dataclass(frozen=True, slots=True)
class Claim:
    """An inbound email that is ours to process while its row's count of attempts is still this one."""

    key: int
    attempt: int


def is_due(*, now: datetime) -> bool:
    """Whether there is anything to process."""
    return _due(now).exists()


@transaction.atomic
def claim(*, now: datetime, limit: int) -> list[Claim]:
    """Takes up to so many emails for the length of the lease, those that came first first."""
    rows = _due(now).order_by("next_attempt_at", "pk")[:limit].select_for_update(skip_locked=True, of=("self",))
    found = list(rows.values_list("pk", "attempts"))
    keys = [key for key, _ in found]
    InboundEmail.objects.filter(pk__in=keys).update(attempts=F("attempts") + 1, next_attempt_at=now + LEASE)
    return [Claim(key, attempts + 1) for key, attempts in found]


def held(claim: Claim) -> InboundEmail | None:
    """The email, locked until the transaction ends; None if it is no longer ours."""
    rows = InboundEmail.objects.select_for_update(of=("self",)).select_related("address__player", "address__game")
    return rows.filter(pk=claim.key, attempts=claim.attempt, state=InboundEmail.State.WAITING).first()


def settle(
    email: InboundEmail, state: InboundEmail.State, *, now: datetime, reason: str = "", answer: Mail | None = None
) -> None:
    """The email's end."""
    email.state, email.reason, email.settled_at, email.answer = state, reason, now, answer
    email.save(update_fields=["state", "reason", "settled_at", "answer"])


def put_off(claim: Claim, *, now: datetime, reason: str) -> None:
    """Tries again after a pause that doubles each time; gives up when it has been tried for days."""
    ours = InboundEmail.objects.filter(pk=claim.key, attempts=claim.attempt, state=InboundEmail.State.WAITING)
    given_up = ours.filter(received_at__lt=now - GIVE_UP_AFTER)
    if not given_up.update(state=InboundEmail.State.DROPPED, reason=GIVEN_UP, settled_at=now):
        ours.update(next_attempt_at=now + pause(claim.attempt), reason=reason[:40])


def again(emails: QuerySet[InboundEmail], *, now: datetime) -> int:
    """Puts emails that nothing came of back into the queue, if their content is still there. Returns how many.

    Whoever wrote them is answered again. An answer to a question that has closed meanwhile plays nothing.
    """
    idle = emails.filter(state__in=[InboundEmail.State.REFUSED, InboundEmail.State.DROPPED], raw__isnull=False)
    keys = list(idle.values_list("pk", flat=True))
    waiting = {"state": InboundEmail.State.WAITING, "reason": "", "settled_at": None, "next_attempt_at": now}
    return InboundEmail.objects.filter(pk__in=keys).update(**waiting)


def erase_old(*, now: datetime, limit: int = 1000) -> int:
    """Erases the bytes, and who sent them, of up to so many emails whose time is over. Returns how many."""
    old = InboundEmail.objects.filter(raw__isnull=False, erase_at__lte=now).values_list("pk", flat=True)[:limit]
    return InboundEmail.objects.filter(pk__in=list(old)).update(raw=None, sender="")


def _due(now: datetime) -> QuerySet[InboundEmail]:
    return InboundEmail.objects.filter(state=InboundEmail.State.WAITING, next_attempt_at__lte=now)
