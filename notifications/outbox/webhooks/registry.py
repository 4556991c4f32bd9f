"""Players' actions on webhooks: register, change, switch on and off, test, post again, delete."""

import base64
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, Required, TypedDict

from django.db import transaction
from django.db.models import QuerySet

from games.errors import NotFound, Refused
from games.ids import is_id
from games.models import AccessToken, Application, Player
from games.people import audit
from games.people.player_rows import still_here
from games.people.suspension import refuse_guest
from notifications import wake_up
from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.calls import addresses
from notifications.outbox.webhooks import notices
from notifications.outbox.webhooks.events import TEST

MOST: Final = 10
MOST_ASKED: Final = 20
"""The most waiting deliveries of one webhook that its player has requested."""
SECRET_BYTES: Final = 32
"""Standard Webhooks requires 24 to 64."""
OVERLAP: Final = timedelta(hours=24)
"""How long messages are also signed with the previous secret."""
SWITCHED_OFF: Final = "webhook_switched_off"
"""The name of this action in the list of the admins' acts."""
READING: Final = "games:read"
"""The scope that a player must have granted to an app before its webhook receives events of the player's games."""
HEARING: Final = frozenset({"webhooks:write", READING})
"""The scopes that a token needs for webhooks registered with it to receive anything."""


def new_secret() -> str:
    """Return a new secret in the format of Standard Webhooks."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def webhooks_of(player: Player) -> QuerySet[Webhook]:
    """Return the player's webhooks and those of the player's apps, but not those of tables, the oldest first."""
    return Webhook.objects.filter(player=player, game=None).order_by("created_at", "pk")


def find(player: Player, webhook_id: str) -> Webhook:
    """Return one of the player's webhooks. Raises NotFound("no_such_webhook")."""
    webhook = webhooks_of(player).filter(pk=webhook_id).first() if is_id(webhook_id) else None
    if webhook is None:
        raise NotFound("no_such_webhook")
    return webhook


class Registrant(TypedDict, total=False):
    """Who registers a webhook: with a token, as an app, or, with neither, signed in."""

    player: Required[Player]
    token: AccessToken
    app: Application


@transaction.atomic
def register(
    *,
    player: Player,
    url: str,
    events: Iterable[str],
    now: datetime,
    full: bool = False,
    label: str = "",
    token: AccessToken | None = None,
    app: Application | None = None,
) -> tuple[Webhook, str]:
    """Register a webhook, and return it with its secret, which is not shown again. Its player is told by email.

    `token` is the token that registers it, and whose end deletes it. `app` is one of the player's own, whose users'
    events it receives.

    Raises Unprocessable("webhook_address"), Refused (too_many_webhooks, app_has_webhook), Forbidden for a guest, and
    for anyone who is gone.
    """
    addresses.read(url)
    player = still_here(player)
    refuse_guest(player)
    if app is None and webhooks_of(player).filter(app=None).count() >= MOST:
        raise Refused("too_many_webhooks", limit=MOST)
    if app is not None and Webhook.objects.filter(app=app).exists():
        raise Refused("app_has_webhook")
    secret = new_secret()
    webhook = Webhook.objects.create(
        player=player,
        token=token,
        app=app,
        label=label,
        url=url,
        events=sorted(set(events)),
        full=full,
        secret=secret,
        created_at=now,
    )
    notices.made(webhook, now=now)
    return webhook, secret


class WebhookChanges(TypedDict, total=False):
    """What a player can change about a webhook."""

    url: str
    events: Sequence[str]
    full: bool
    label: str


@transaction.atomic
def change(*, webhook: Webhook, changes: WebhookChanges, now: datetime, on: bool | None = None) -> None:
    """Change a webhook's `url`, `events`, `full` or `label`. A new server is announced to its player by email.

    `on`: switches it on or off as well.

    Raises Unprocessable("webhook_address"), NotFound("no_such_webhook") if it was deleted meanwhile.
    """
    if "url" in changes:
        addresses.read(changes["url"])
    locked(webhook)
    before = addresses.server(webhook.url)
    for name, value in changes.items():
        setattr(webhook, name, value)
    if "events" in changes:
        webhook.events = sorted(set(changes["events"]))
    moves = addresses.server(webhook.url) != before
    if changes:
        webhook.save(update_fields=list(changes))
    if moves:
        Webhook.objects.filter(pk=webhook.pk).update(proved_at=None)
        notices.made(webhook, now=now)
    if on is not None:
        switch(webhook=webhook, on=on, now=now)


@transaction.atomic
def switch(*, webhook: Webhook, on: bool, now: datetime) -> None:
    """Switch a webhook on, or off with all its waiting messages. Events while it is off are not posted later.

    Raises NotFound("no_such_webhook") if it was deleted meanwhile.
    """
    locked(webhook)
    state = Webhook.State.ON if on else Webhook.State.OFF
    off = Webhook.objects.filter(pk=webhook.pk).exclude(state=state)
    if off.update(state=state, failing_since=None) and not on:
        drop_waiting(webhook, now=now)
    webhook.refresh_from_db()


@transaction.atomic
def switch_off_as_admin(*, admin: Player, webhook: Webhook, now: datetime) -> None:
    """Switch a webhook off as an admin, and record that. Raises NotFound("no_such_webhook")."""
    switch(webhook=webhook, on=False, now=now)
    audit.note(admin, SWITCHED_OFF, now, player=webhook.player, detail={"webhook": webhook.pk})


def drop_waiting(webhook: Webhook, *, now: datetime) -> None:
    """Drop all waiting deliveries of a webhook."""
    waiting = webhook.deliveries.filter(state=WebhookDelivery.State.QUEUED)
    waiting.update(state=WebhookDelivery.State.DROPPED, settled_at=now, last_error="off")


@transaction.atomic
def rotate(*, webhook: Webhook, now: datetime) -> str:
    """Give a webhook a new secret. For `OVERLAP`, messages are also signed with the previous one.

    Raises NotFound("no_such_webhook") if it was deleted meanwhile.
    """
    newest = locked(webhook)
    secret = new_secret()
    newest.old_secret, newest.old_secret_until, newest.secret = newest.secret, now + OVERLAP, secret
    newest.save(update_fields=["old_secret", "old_secret_until", "secret"])
    webhook.refresh_from_db()
    return secret


@transaction.atomic
def delete(*, webhook: Webhook) -> None:
    """Delete a webhook with all its deliveries. Raises NotFound("no_such_webhook") if it is gone already."""
    locked(webhook)
    webhook.deliveries.all().delete()
    webhook.delete()


@transaction.atomic
def test(*, webhook: Webhook, now: datetime) -> WebhookDelivery:
    """Post a test message that says nothing about any game.

    Raises Refused("webhook_is_off"), Refused("too_many_deliveries").
    """
    _may_ask(webhook)
    test_delivery = WebhookDelivery.objects.create(
        webhook=webhook, event=TEST, again=True, created_at=now, queued_at=now, next_attempt_at=now
    )
    wake_up.after_commit(wake_up.wake_caller)
    return test_delivery


def deliveries(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """Return a webhook's deliveries, the latest first.

    An app's webhook shows no dropped ones, since it may never know of them.
    """
    rows = webhook.deliveries.select_related("notification", "webhook").order_by("-pk")
    return rows if webhook.app_id is None else rows.exclude(state=WebhookDelivery.State.DROPPED)


def delivery(webhook: Webhook, delivery_id: int) -> WebhookDelivery:
    """Return one of a webhook's deliveries. Raises NotFound("no_such_delivery")."""
    row = deliveries(webhook).filter(pk=delivery_id).first()
    if row is None:
        raise NotFound("no_such_delivery")
    return row


@transaction.atomic
def replay(*, delivery: WebhookDelivery, now: datetime) -> WebhookDelivery:
    """Post a delivery again, with the same webhook-id, as if for the first time. A waiting one is posted now.

    A dropped one stays dropped. Raises Refused("webhook_is_off"), Refused("delivery_dropped"),
    Refused("too_many_deliveries").
    """
    _may_ask(delivery.webhook)
    row = WebhookDelivery.objects.select_for_update(no_key=True).get(pk=delivery.pk)
    if row.state == WebhookDelivery.State.DROPPED:
        raise Refused("delivery_dropped")
    row.again = row.again or row.state != WebhookDelivery.State.QUEUED
    row.state, row.settled_at, row.attempts, row.under_way = WebhookDelivery.State.QUEUED, None, 0, False
    row.queued_at = row.next_attempt_at = now
    row.save(update_fields=["again", "state", "settled_at", "attempts", "under_way", "queued_at", "next_attempt_at"])
    wake_up.after_commit(wake_up.wake_caller)
    return row


def locked(webhook: Webhook) -> Webhook:
    """Lock a webhook's row before any of its deliveries, and return its present state.

    Raises NotFound("no_such_webhook").
    """
    row = Webhook.objects.select_for_update(no_key=True).filter(pk=webhook.pk).first()
    if row is None:
        raise NotFound("no_such_webhook")
    return row


def _may_ask(webhook: Webhook) -> None:
    if locked(webhook).state != Webhook.State.ON:
        raise Refused("webhook_is_off")
    if webhook.deliveries.filter(state=WebhookDelivery.State.QUEUED, again=True).count() >= MOST_ASKED:
        raise Refused("too_many_deliveries", limit=MOST_ASKED)
