"""Whether the mail server accepts mail at all, as distinct from a single mailbox that accepts none.

It counts as down if no connection succeeds, or if it has postponed or refused everything since it last accepted a mail,
to more than one person. Its permanent or temporary replies about one address (RFC 3463: X.1.*, an address; X.2.*, a
mailbox, such as a full one) say nothing about the server.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max, QuerySet

from notifications.models import Mail
from notifications.outbox import queue

OF_THE_MAILBOX: Final = r"^\d{3} [245]\.[12]\."
SAID_BY_THE_SERVER: Final = r"^\d{3}\M"
MANY: Final = 2
"""How many people must get nothing before the server is to blame."""
REFUSAL_WINDOW: Final = timedelta(hours=1)
LOOKED_AT: Final = 100


def down_since(*, before: datetime) -> datetime | None:
    """Return since when the oldest mail waits that the server fails to accept, if before this instant; else None."""
    taken_at = Mail.objects.filter(state=Mail.State.SENT).aggregate(at=Max("settled_at"))["at"]
    waiting = [*_find_not_connected(taken_at), *_find_refused(taken_at, before)]
    since = min((mail.created_at for mail in waiting), default=None)
    return since if since is not None and since <= before else None


def _find_not_connected(taken_at: datetime | None) -> Iterable[Mail]:
    """Return emails whose last attempt failed to connect, if no mail has been sent since."""
    tried = _query_tried().filter(last_error__startswith=queue.NO_LINE).order_by("created_at")[:LOOKED_AT]
    return [mail for mail in tried if taken_at is None or queue.tried_at(mail) > taken_at]


def _find_refused(taken_at: datetime | None, before: datetime) -> Iterable[Mail]:
    """Return the refused emails that are younger than the last accepted one, if they are to several people."""
    lately = Mail.objects.filter(state=Mail.State.FAILED, settled_at__gt=before - REFUSAL_WINDOW)
    refused = [mail for mails in (_query_tried(), lately) for mail in _filter_refused(mails, taken_at)]
    people = {(mail.player_id, mail.address) for mail in refused}
    return refused if len(people) >= MANY else []


def _filter_refused(mails: QuerySet[Mail], taken_at: datetime | None) -> Iterable[Mail]:
    answered = mails.filter(last_error__regex=SAID_BY_THE_SERVER).exclude(last_error__regex=OF_THE_MAILBOX)
    younger = answered if taken_at is None else answered.filter(created_at__gt=taken_at)
    return younger.order_by("created_at")[:LOOKED_AT]


def _query_tried() -> QuerySet[Mail]:
    return Mail.objects.filter(state=Mail.State.QUEUED, attempts__gt=0).defer("context")
