"""The queue of emails: notifications are gathered into emails, which are claimed, sent and settled.

1. `gather` puts waiting notifications into one email for each person and game, or into the person's digest; several
   invitations share one email (`policy.courtesy`), and so do the simultaneous news of a competition and its games
   (`policy.together`). Delayed notifications keep waiting (`policy.delay`), and so do requests to a suspended player,
   until the suspension is over (`is_held_back`).
2. `claim` leases due emails (`notifications.leases`). Any number of workers send at once, each with all its processes
   but one (`senders`).
3. `delivery` writes the letter, and then, in a transaction of the mail's own, takes it (`take` marks it sent, which
   locks its row) and sends it. The lock keeps others out while the server is handling the mail. The count of attempts
   shows a worker that was too slow that its claim is no longer its own; the number of the game's last entry shows that
   the letter was overtaken and must be written again.
4. A mail that could not be sent is postponed or given up, after that transaction was rolled back.

So an email is sent twice only if we die after the server accepted it and before step 3 committed; and then with the
same Message-ID.
"""

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import connection, transaction
from django.db.models import Min, Prefetch, Q, QuerySet

from games import advisory_locks
from games.advisory_locks import AdvisoryLock
from games.lobby import presence
from games.people import codes
from games.table.play import due_work
from games.table.play.sweeps import DueRows
from notifications import leases
from notifications.leases import Lease, LeasedQueue
from notifications.lists import DIGEST, Mode, Stream
from notifications.models import Mail, Notification
from notifications.policy import delay, kinds
from notifications.policy.courtesy import Strangers
from notifications.policy.delay import Hold
from notifications.policy.preferences import Subscriptions
from notifications.policy.together import Together

ASKING: Final = kinds.names_where(lambda kind: kind.urgency.asks)
"""Kinds that ask their reader to do something, which a suspended player cannot do."""
GIVE_UP_AFTER: Final = timedelta(days=5)
"""As long as mail servers keep trying (RFC 5321 4.5.4.1)."""
KEPT: Final = timedelta(days=60)
"""How long a settled mail's row is kept: enough for any bounce to arrive, and for an admin to look."""
NO_LINE: Final = "no connection: "
"""The prefix in the error of an email that was postponed because the server could not be reached."""

TAKE: Final = """
    UPDATE notifications_mail AS mail
    SET state = 'sent', settled_at = %(now)s, stream = %(stream)s, address = '', context = NULL, last_error = '',
      sent_to = %(sent_to)s
    WHERE id = %(mail)s AND attempts = %(attempt)s AND state = 'queued'
      AND NOT EXISTS (
        SELECT FROM json_to_recordset(%(told)s) AS told (game text, head int, stream text)
        WHERE (SELECT head FROM games_game WHERE id = told.game) IS DISTINCT FROM told.head
          OR 'off' = (
            SELECT mode FROM notifications_preference AS wish
            WHERE wish.player_id = mail.player_id AND wish.stream = told.stream
              AND (wish.game_id = told.game OR wish.game_id IS NULL)
            ORDER BY wish.game_id NULLS LAST LIMIT 1
          )
      )
"""
"""Plain SQL, since it runs for every email, and building it from objects would take longer than sending one."""


ASSIGN: Final = """
    UPDATE notifications_notification AS one SET mail_id = told.mail
    FROM unnest(%s::bigint[], %s::bigint[]) AS told (id, mail) WHERE one.id = told.id
"""


class Head(NamedTuple):
    """The state that an email reports: a stream, with the last entry of its game when the mail was written.

    A competition has no game and no entry.
    """

    game: str | None
    head: int | None
    stream: str


class MailKey(NamedTuple):
    """The email for a notification: of a game, or of a `competition` with its games.

    `stream` is its list, or "" for its leading stream.
    """

    player: str
    game: str | None
    competition: str = ""
    stream: str = ""


def is_due(*, now: datetime) -> bool:
    """Check whether there is anything to gather or send."""
    return any(due_work.anything((TO_GATHER, EMAILS.waiting), now))


def gather(*, now: datetime, limit: int) -> int:
    """Put up to `limit` waiting notifications into emails: one for each person and game or competition, and digests.

    A competition's email includes the simultaneous news of its games. Notifications to be delayed get the instant until
    which they wait. Returns how many notifications were processed.
    """
    return _gather(now, limit) if due_work.is_due(TO_GATHER, now) else 0


@transaction.atomic
def _gather(now: datetime, limit: int) -> int:
    advisory_locks.wait_for(AdvisoryLock.GATHERING)  # so that one person's notifications are never split among workers
    groups: defaultdict[MailKey, list[Notification]] = defaultdict(list)
    holds: list[tuple[int, datetime]] = []
    waiting = _waiting(limit, now)
    wishes, strangers = Subscriptions(notification.player for notification in waiting), Strangers(waiting, now)
    together = Together(waiting, now)
    last_seen = presence.last_seen(
        (notification.of_game, notification.player_id)
        for notification in waiting
        if kinds.kind_of(notification).urgency.at_table
    )
    for notification in waiting:
        at_table = presence.open_until(
            last_seen.get((notification.game_id or "", notification.player_id)), notification.created_at
        )
        until, in_digest = _hold_until(notification, wishes, at_table=at_table)
        until = max(filter(None, (until, strangers.hold(notification), together.hold(notification))), default=None)
        if until is not None and until > now:
            holds.append((notification.pk, until))
        elif in_digest:
            groups[MailKey(notification.player_id, None, stream=DIGEST)].append(notification)
        else:
            groups[_mail_key(notification, strangers, together)].append(notification)
    _hold_back(holds)
    mails = Mail.objects.bulk_create(_build_mail(key, group, now) for key, group in groups.items())
    _assign(zip(mails, groups.values(), strict=True))
    return len(waiting)


def _mail_key(notification: Notification, strangers: Strangers, together: Together) -> MailKey:
    if strangers.is_one_of_several(notification):
        return MailKey(notification.player_id, None, stream=Stream.INVITATIONS)
    if competition := together.told_with(notification):
        return MailKey(notification.player_id, None, competition=competition)
    return MailKey(notification.player_id, notification.game_id)


def _hold_until(notification: Notification, wishes: Subscriptions, *, at_table: datetime | None) -> Hold:
    kind, custom = kinds.kind_of(notification), wishes.custom(notification.player)
    mode = wishes.mode(notification.player, kind.stream, notification.game_id) if kind.stream else Mode.AT_ONCE
    return delay.hold(kind.urgency, notification.created_at, notification.deadline_at, mode, custom, at_table=at_table)


def _build_mail(key: MailKey, group: Iterable[Notification], now: datetime) -> Mail:
    stream = key.stream or leading_stream(group)
    return Mail(player_id=key.player, game_id=key.game, stream=stream, created_at=now, next_attempt_at=now)


def _hold_back(holds: Iterable[tuple[int, datetime]]) -> None:
    rows = [(until, key) for key, until in holds]
    with connection.cursor() as cursor:
        cursor.executemany("UPDATE notifications_notification SET held_until = %s WHERE id = %s", rows)


def _assign(groups: Iterable[tuple[Mail, list[Notification]]]) -> None:
    pairs = [(notification.pk, mail.pk) for mail, group in groups for notification in group]
    with connection.cursor() as cursor:
        cursor.execute(ASSIGN, [[notification_id for notification_id, _ in pairs], [mail for _, mail in pairs]])


def _waiting(limit: int, now: datetime) -> list[Notification]:
    """Return the oldest notifications without an email; if there are more, also all others of the same people."""
    unlocked = _to_gather(now).prefetch_related("player").order_by("pk")
    waiting = unlocked.select_for_update(no_key=True, skip_locked=True, of=("self",))
    oldest = list(waiting[:limit])
    if len(oldest) < limit:
        return oldest
    others = waiting.filter(player__in={notification.player_id for notification in oldest}, pk__gt=oldest[-1].pk)
    return [*oldest, *others]


def _to_gather(now: datetime) -> QuerySet[Notification]:
    held_back = Q(kind__in=ASKING, player__suspended_until__gt=now)
    waiting = Notification.objects.filter(state=Notification.State.PENDING, mail=None).exclude(held_back)
    return waiting.filter(Q(held_until=None) | Q(held_until__lte=now))


def oldest_ungathered(before: datetime) -> datetime | None:
    """Return since when the oldest notification waits that should have been gathered before this instant."""
    waiting = _to_gather(before)
    new = waiting.filter(held_until=None, created_at__lte=before).aggregate(at=Min("created_at"))["at"]
    held_back = waiting.filter(held_until__isnull=False).aggregate(at=Min("held_until"))["at"]
    return min(filter(None, (new, held_back)), default=None)


def is_held_back(notification: Notification, *, now: datetime) -> bool:
    """Check whether the notification asks for something that its player cannot do while suspended."""
    until = notification.player.suspended_until
    return until is not None and until > now and kinds.kind_of(notification).urgency.asks


def put_back(notifications: Iterable[Notification]) -> None:
    """Take held-back notifications out of their mail, to be gathered again."""
    Notification.objects.filter(pk__in=[notification.pk for notification in notifications]).update(mail=None)


def leading_stream(notifications: Iterable[Notification]) -> str:
    """Return the stream of the email's subject, from which the email offers to unsubscribe; "" if there is none."""
    return kinds.kind_of(kinds.leading(notifications)).stream or ""


def claim(*, now: datetime, limit: int, codes_only: bool = False) -> list[Lease[Mail]]:
    """Lease up to `limit` due emails, urgent ones first, with their notifications.

    Emails due at the same time are sent in order of creation. `codes_only`: only emails about an account that somebody
    is waiting for.
    """
    pending = Notification.objects.filter(state=Notification.State.PENDING).prefetch_related("player")
    due = EMAILS.due(now).prefetch_related("player", Prefetch("notifications", pending))
    return EMAILS.claim(now=now, limit=limit, due=due.filter(urgent=True).exclude(template="") if codes_only else due)


def take(claim: Lease[Mail], heads: Iterable[Head], *, sent_to: str, now: datetime) -> bool:
    """Mark the mail as sent, locking its row until the transaction ends. Send it in this transaction.

    `sent_to` is the hash of the address for its row (`dead_addresses.digest`).

    Returns False, and marks nothing, if it is no longer ours, or if anything in it was overtaken: a game's log has gone
    on, or a stream was switched off.
    """
    mail = claim.row
    parameters: dict[str, int | str | datetime] = {
        "mail": mail.pk,
        "attempt": claim.attempt,
        "told": json.dumps([head._asdict() for head in heads]),
        "stream": mail.stream,
        "sent_to": sent_to,
        "now": now,
    }
    with connection.cursor() as cursor:
        cursor.execute(TAKE, parameters)
        return bool(cursor.rowcount)


def is_expired(mail: Mail, *, now: datetime) -> bool:
    """Check whether the mail carries a code that no longer works."""
    mail_context = mail.context or {}
    lasts = timedelta(minutes=mail_context["minutes"]) if "minutes" in mail_context else codes.VALID_FOR
    return "code" in mail_context and now - mail.created_at >= lasts


def tried_at(mail: Mail) -> datetime:
    """Return when a postponed email was last tried."""
    return mail.next_attempt_at - leases.doubled_pause(mail.attempts)


def retry(mails: QuerySet[Mail], *, now: datetime) -> int:
    """Make waiting or failed emails due at once. Return how many.

    A failed email about an account cannot be retried, since its content has been erased.
    """
    lost = Q(state=Mail.State.FAILED) & ~Q(template="")
    to_retry = mails.filter(state__in=[Mail.State.QUEUED, Mail.State.FAILED]).exclude(lost)
    return EMAILS.requeue(to_retry, now=now)


def prune(*, now: datetime, limit: int = 1000) -> None:
    """Delete up to `limit` emails that were settled long ago, with their notifications."""
    if due_work.is_due(OLD, now):
        _prune(now, limit)


def _prune(now: datetime, limit: int) -> None:
    old = list(_old(now).values_list("pk", flat=True)[:limit])
    Notification.objects.filter(mail__in=old).delete()
    Mail.objects.filter(pk__in=old).delete()


def _old(now: datetime) -> QuerySet[Mail]:
    return Mail.objects.filter(settled_at__lt=now - KEPT)


EMAILS: Final = LeasedQueue(
    name="email",
    rows=Mail.objects.all(),
    lease=timedelta(minutes=10),
    give_up_after=GIVE_UP_AFTER,
    order=("-urgent", "next_attempt_at", "pk"),
    erased={"address": "", "context": None},
)
TO_GATHER: Final = DueRows(name="notice", due=_to_gather)
OLD: Final = DueRows(name="email", due=_old)
