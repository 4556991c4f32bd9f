"""The queue of deliveries: claimed for a while, then settled, or put off for longer each time, for three days.

At most `SHARE` are under way for one player. A webhook whose last message was not taken is failing until it takes one:
meanwhile a single message is under way to it, few are to all of these together, and when it isn't taken either, all
that waits for that webhook is put off with it. Likewise a webhook that has never taken any: nobody knows yet what its
server is like. So servers that hang, be they many, take little from those that don't.

What a table's webhook tells is read by people: it goes there in order, one message after the other.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from zlib import crc32

from django.db import connection, transaction
from django.db.models import F, Min, QuerySet

from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.calls.http_post import Attempt
from notifications.outbox.webhooks import formats, notices, registry
from notifications.outbox.webhooks.formats import Verdict

LEASE: Final = timedelta(minutes=2)
PAUSES: Final = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 7200, 18000))
"""After the first attempt, the second ...; the last one again and again."""
LONGEST_WAIT: Final = timedelta(hours=1)
"""The longest pause that a server may ask for if it is called too often; `PATIENT` times, then it counts as failing."""
PATIENT: Final = 5
JITTER: Final = 0.2
"""The share by which a pause may be shorter or longer, so that those put off together do not come together."""
GIVE_UP_AFTER: Final = timedelta(days=3)
FAILING: Final = timedelta(days=2)
"""A webhook that has taken nothing for this long, when a delivery is given up, is switched off."""
KEPT: Final = timedelta(days=14)
"""How long deliveries are listed."""
SHARE: Final = 3
REFUSED: Final = "status"
"""The `last_error` of an attempt that was answered, and not taken."""

DUE: Final = """
WITH due AS (
    SELECT waiting.id, waiting.next_attempt_at, webhook.player_id,
        CASE WHEN webhook.failing_since IS NOT NULL THEN 'failing' WHEN webhook.proved_at IS NULL THEN 'new'
            ELSE 'proved' END AS repute,
        coalesce(busy.lanes, 0) AS busy,
        row_number() OVER (PARTITION BY webhook.id ORDER BY waiting.next_attempt_at, waiting.id) AS of_webhook
    FROM notifications_webhookdelivery waiting JOIN notifications_webhook webhook ON webhook.id = waiting.webhook_id
    LEFT JOIN unnest(%(players)s::text[], %(busy)s::int[]) busy (player, lanes) ON busy.player = webhook.player_id
    WHERE waiting.state = 'queued' AND waiting.next_attempt_at <= %(now)s
        AND (
            webhook.failing_since IS NULL AND webhook.proved_at IS NOT NULL
            OR webhook.id <> ALL(%(webhooks)s::text[])
        )
        AND (webhook.game_id IS NULL OR NOT EXISTS (
            SELECT FROM notifications_webhookdelivery earlier
            WHERE earlier.webhook_id = waiting.webhook_id AND earlier.state = 'queued' AND earlier.id < waiting.id
        ))
), in_turn AS (
    SELECT *, busy + row_number() OVER (
        PARTITION BY player_id ORDER BY repute <> 'proved', next_attempt_at, id
    ) AS of_player
    FROM due WHERE of_webhook = 1 OR repute = 'proved'
), allowed AS (
    SELECT *, row_number() OVER (PARTITION BY repute ORDER BY next_attempt_at, id) AS place
    FROM in_turn WHERE of_player <= %(share)s
)
SELECT id FROM notifications_webhookdelivery
WHERE id IN (
    SELECT id FROM allowed
    WHERE repute = 'proved' OR repute = 'failing' AND place <= %(failing)s OR repute = 'new' AND place <= %(new)s
    ORDER BY next_attempt_at, id LIMIT %(lanes)s
) AND state = 'queued' AND next_attempt_at <= %(now)s
FOR UPDATE SKIP LOCKED
"""


@dataclass(frozen=True, slots=True)
class FreeLanes:
    """How many more can be posted at once: of all, of those whose webhook is failing, and of those whose webhook has
    never taken any.

    `players`: how many are under way for each player; `webhooks`: those to which something is under way.
    """

    lanes: int
    failing: int
    new: int
    players: Mapping[str, int] = field(default_factory=dict)
    webhooks: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class HookLease:
    """A delivery that is ours to post while its row's count of attempts is still this one."""

    delivery: WebhookDelivery
    attempt: int


def waiting(before: datetime) -> QuerySet[WebhookDelivery]:
    """Return the deliveries that were to be tried by then."""
    return WebhookDelivery.objects.filter(
        state=WebhookDelivery.State.QUEUED, next_attempt_at__lte=before, webhook__state__in=Webhook.State.values
    )


def is_due(*, now: datetime) -> bool:
    """Check whether there is anything to post."""
    return waiting(now).exists()


def oldest_waiting(before: datetime) -> datetime | None:
    """Return since when the oldest delivery waits that was to be tried before this instant."""
    oldest: datetime | None = waiting(before).aggregate(at=Min("next_attempt_at"))["at"]
    return oldest


@transaction.atomic
def claim(*, now: datetime, room: FreeLanes) -> list[HookLease]:
    """Take due deliveries for which there is room, for the length of the lease, with all that decides whether they are
    posted.
    """
    if not room.lanes:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            DUE,
            {
                "now": now,
                "share": SHARE,
                "lanes": room.lanes,
                "failing": room.failing,
                "new": room.new,
                "players": list(room.players),
                "busy": list(room.players.values()),
                "webhooks": list(room.webhooks),
            },
        )
        keys = [key for (key,) in cursor.fetchall()]
    if not keys:
        return []
    WebhookDelivery.objects.filter(pk__in=keys).update(attempts=F("attempts") + 1, next_attempt_at=now + LEASE)
    rows = WebhookDelivery.objects.select_related(
        "webhook__player", "webhook__token", "webhook__app", "player", "notification__player"
    )
    return [HookLease(row, row.attempts) for row in rows.filter(pk__in=keys).order_by("pk")]


def settle(lease: HookLease, attempt: Attempt, *, now: datetime) -> None:
    """Record what became of an attempt: delivered, put off or given up; and what that says of the webhook."""
    if attempt.taken:
        close(lease, WebhookDelivery.State.SENT, now=now, status=attempt.status)
        _note_recovery(lease.delivery.webhook, now)
        return
    facts = {"status": attempt.status, "last_error": attempt.error or REFUSED}
    verdict = formats.verdict(lease.delivery.webhook, attempt)
    if verdict is Verdict.WRONG:
        close(lease, WebhookDelivery.State.FAILED, now=now, **facts)
        return
    if attempt.wait is not None and lease.attempt <= PATIENT:
        _ours(lease).update(next_attempt_at=now + _bound_wait(attempt.wait), **facts)
        return
    Webhook.objects.filter(pk=lease.delivery.webhook_id, failing_since=None).update(failing_since=now)
    if verdict is Verdict.GONE:
        close(lease, WebhookDelivery.State.FAILED, now=now, **facts)
        _switch_off(lease.delivery.webhook, Webhook.State.GONE, now=now)
    else:
        put_off(lease, now=now, **facts)
        _put_off_others(lease, now)


def _bound_wait(seconds: float) -> timedelta:
    return min(timedelta(seconds=max(seconds, 1)), LONGEST_WAIT)


@transaction.atomic
def _note_recovery(webhook: Webhook, now: datetime) -> None:
    """Note that the webhook takes messages again.

    What was put off because it was failing is posted now; what the server itself refused keeps its pause.
    """
    if webhook.proved_at is None:
        Webhook.objects.filter(pk=webhook.pk, url=webhook.url, proved_at=None).update(proved_at=now)
    failing = Webhook.objects.filter(pk=webhook.pk, failing_since__isnull=False)
    if failing.update(failing_since=None):
        waiting = webhook.deliveries.filter(state=WebhookDelivery.State.QUEUED)
        waiting.filter(next_attempt_at__gt=now + LEASE).exclude(last_error=REFUSED).update(next_attempt_at=now)


@transaction.atomic
def _put_off_others(lease: HookLease, now: datetime) -> None:
    """Put off all that waits for the same webhook, except what is under way: no longer than this message, nor than a
    quarter of the time for which the webhook has been failing.
    """
    webhook = Webhook.objects.select_for_update().filter(pk=lease.delivery.webhook_id).first()  # before its deliveries
    failing_for = now - webhook.failing_since if webhook and webhook.failing_since else timedelta()
    next_at = now + min(pause(lease), max(PAUSES[0], failing_for / 4))
    others = WebhookDelivery.objects.filter(webhook=lease.delivery.webhook_id, state=WebhookDelivery.State.QUEUED)
    others.filter(next_attempt_at__lte=now).update(next_attempt_at=next_at)


def put_off(lease: HookLease, *, now: datetime, **facts: int | str | None) -> None:
    """Try a delivery again after a pause; give it up when it has been tried for three days."""
    next_at = now + pause(lease)
    if next_at <= lease.delivery.queued_at + GIVE_UP_AFTER:
        _ours(lease).update(next_attempt_at=next_at, **facts)
    elif close(lease, WebhookDelivery.State.FAILED, now=now, **facts):
        long = Webhook.objects.filter(pk=lease.delivery.webhook_id, failing_since__lte=now - FAILING)
        if long.exists():
            _switch_off(lease.delivery.webhook, Webhook.State.FAILING, now=now)


def pause(lease: HookLease) -> timedelta:
    """Return how long to wait after this attempt, which varies a little with each delivery and each attempt."""
    chance = crc32(f"{lease.delivery.message}.{lease.attempt}".encode()) / 0xFFFFFFFF
    longest = PAUSES[min(lease.attempt, len(PAUSES)) - 1]
    return longest * (1 - JITTER + 2 * JITTER * chance)


def close(lease: HookLease, state: WebhookDelivery.State, *, now: datetime, **facts: int | str | None) -> bool:
    """Settle a delivery, so that it is not tried any more. Returns False if it is no longer ours."""
    return _ours(lease).update(**{"last_error": "", **facts}, state=state, settled_at=now) == 1


def _ours(lease: HookLease) -> QuerySet[WebhookDelivery]:
    queued = WebhookDelivery.State.QUEUED
    return WebhookDelivery.objects.filter(pk=lease.delivery.pk, attempts=lease.attempt, state=queued)


@transaction.atomic
def _switch_off(webhook: Webhook, why: Webhook.State, *, now: datetime) -> None:
    """Switch a webhook off, drop what waits for it, and tell its player (`notices`)."""
    if not Webhook.objects.filter(pk=webhook.pk, state=Webhook.State.ON).update(state=why):
        return
    webhook.state = why
    registry.drop_waiting(webhook, now=now)
    notices.switched_off(webhook, now=now)


def prune(*, now: datetime, limit: int = 1000) -> None:
    """Throw away up to `limit` old deliveries, whatever became of them."""
    old = WebhookDelivery.objects.filter(created_at__lt=now - KEPT, next_attempt_at__lt=now)
    WebhookDelivery.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:limit])).delete()
