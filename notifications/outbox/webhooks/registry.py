"""Webhooks as their players handle them: register, change, switch on and off, test, post again, delete."""

import base64
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

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
from notifications.outbox.webhooks import telling
from notifications.outbox.webhooks.events import TEST

MOST: Final = 10
MOST_ASKED: Final = 20
"""Deliveries of one webhook that its player has asked for and that wait."""
SECRET_BYTES: Final = 32
"""Standard Webhooks asks for 24 to 64."""
OVERLAP: Final = timedelta(hours=24)
"""For how long messages are also signed with the secret before."""
SWITCHED_OFF: Final = "webhook_switched_off"
"""What the list of the admins' acts calls it."""
READING: Final = "games:read"
"""The scope for all that is told: what a player must have granted to an app."""
HEARING: Final = frozenset({"webhooks:write", READING})
"""The scopes that a token must have for what is registered with it to hear anything."""


def new_secret() -> str:
    """As Standard Webhooks writes one."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def webhooks_of(player: Player) -> QuerySet[Webhook]:
    """The player's webhooks and those of the player's apps, but none of tables, the oldest first."""
    return Webhook.objects.filter(player=player, game=None).order_by("created_at", "pk")


def of_app(app: Application) -> Webhook:
    """An app's. Raises NotFound("no_such_webhook")."""
    found = Webhook.objects.filter(app=app).first()
    if found is None:
        raise NotFound("no_such_webhook")
    return found


def find(player: Player, webhook_id: str) -> Webhook:
    """One of the player's. Raises NotFound("no_such_webhook")."""
    found = webhooks_of(player).filter(pk=webhook_id).first() if is_id(webhook_id) else None
    if found is None:
        raise NotFound("no_such_webhook")
    return found


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
    """A webhook and its secret, which is not shown again. `token`: with which it is registered, and ends. `app`: of the
    player's own, of whose players it hears. Its player hears of it by email.

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
    made = Webhook.objects.create(
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
    telling.made(made, now=now)
    return made, secret


@transaction.atomic
def change(*, webhook: Webhook, changes: Mapping[str, Any], now: datetime, on: bool | None = None) -> None:
    """Changes its `url`, `events`, `full` or `label`. Its player hears by email of another server, as of a new webhook.
    `on`: switches it on or off, too.

    Raises Unprocessable("webhook_address"), NotFound("no_such_webhook") where it was deleted meanwhile.
    """
    if "url" in changes:
        addresses.read(changes["url"])
    locked(webhook)
    before = addresses.server(webhook.url)
    for name, value in changes.items():
        setattr(webhook, name, sorted(set(value)) if name == "events" else value)
    moves = addresses.server(webhook.url) != before
    if changes:
        webhook.save(update_fields=list(changes))
    if moves:
        Webhook.objects.filter(pk=webhook.pk).update(proved_at=None)
        telling.made(webhook, now=now)
    if on is not None:
        switch(webhook=webhook, on=on, now=now)


@transaction.atomic
def switch(*, webhook: Webhook, on: bool, now: datetime) -> None:
    """Switches it on, or off with all that waits. What happens while it is off is not posted later.

    Raises NotFound("no_such_webhook") where it was deleted meanwhile.
    """
    locked(webhook)
    state = Webhook.State.ON if on else Webhook.State.OFF
    off = Webhook.objects.filter(pk=webhook.pk).exclude(state=state)
    if off.update(state=state, failing_since=None) and not on:
        drop_waiting(webhook, now=now)
    webhook.refresh_from_db()


@transaction.atomic
def switch_off_as_admin(*, admin: Player, webhook: Webhook, now: datetime) -> None:
    """The same off, by an admin, whose act is noted. Raises NotFound("no_such_webhook")."""
    switch(webhook=webhook, on=False, now=now)
    audit.note(admin, SWITCHED_OFF, now, player=webhook.player, detail={"webhook": webhook.pk})


def drop_waiting(webhook: Webhook, *, now: datetime) -> None:
    """Nothing that waits is posted any more."""
    waiting = webhook.deliveries.filter(state=WebhookDelivery.State.QUEUED)
    waiting.update(state=WebhookDelivery.State.DROPPED, settled_at=now, last_error="off")


@transaction.atomic
def rotate(*, webhook: Webhook, now: datetime) -> str:
    """A new secret. For `OVERLAP`, messages are signed with the one before, too.

    Raises NotFound("no_such_webhook") where it was deleted meanwhile.
    """
    newest = locked(webhook)
    secret = new_secret()
    newest.old_secret, newest.old_secret_until, newest.secret = newest.secret, now + OVERLAP, secret
    newest.save(update_fields=["old_secret", "old_secret_until", "secret"])
    webhook.refresh_from_db()
    return secret


@transaction.atomic
def delete(*, webhook: Webhook) -> None:
    """It is gone, with all that was or was to be posted there. Raises NotFound("no_such_webhook") if it was before."""
    locked(webhook)
    webhook.deliveries.all().delete()
    webhook.delete()


@transaction.atomic
def test(*, webhook: Webhook, now: datetime) -> WebhookDelivery:
    """Posts a message that tells nothing. Raises Refused("webhook_is_off"), Refused("too_many_deliveries")."""
    _may_ask(webhook)
    made = WebhookDelivery.objects.create(
        webhook=webhook, event=TEST, again=True, created_at=now, queued_at=now, next_attempt_at=now
    )
    wake_up.after_commit(wake_up.wake_caller)
    return made


def deliveries(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """What was, or is to be, posted there, the latest first; of an app's nothing that was dropped: that was not its to
    hear.
    """
    found = webhook.deliveries.select_related("notification", "webhook").order_by("-pk")
    return found if webhook.app_id is None else found.exclude(state=WebhookDelivery.State.DROPPED)


def delivery(webhook: Webhook, delivery_id: int) -> WebhookDelivery:
    """One of them. Raises NotFound("no_such_delivery")."""
    found = deliveries(webhook).filter(pk=delivery_id).first()
    if found is None:
        raise NotFound("no_such_delivery")
    return found


@transaction.atomic
def replay(*, delivery: WebhookDelivery, now: datetime) -> WebhookDelivery:
    """Posts it again, with the same webhook-id, as if it had never been. One that waits is posted now.

    What was dropped stays so. Raises Refused("webhook_is_off"), Refused("delivery_dropped"),
    Refused("too_many_deliveries").
    """
    _may_ask(delivery.webhook)
    found = WebhookDelivery.objects.select_for_update().get(pk=delivery.pk)
    if found.state == WebhookDelivery.State.DROPPED:
        raise Refused("delivery_dropped")
    found.again = found.again or found.state != WebhookDelivery.State.QUEUED
    found.state, found.settled_at, found.attempts = WebhookDelivery.State.QUEUED, None, 0
    found.queued_at = found.next_attempt_at = now
    found.save(update_fields=["again", "state", "settled_at", "attempts", "queued_at", "next_attempt_at"])
    wake_up.after_commit(wake_up.wake_caller)
    return found


def locked(webhook: Webhook) -> Webhook:
    """Its newest row, which is locked before any of its deliveries. Raises NotFound("no_such_webhook")."""
    found = Webhook.objects.select_for_update().filter(pk=webhook.pk).first()
    if found is None:
        raise NotFound("no_such_webhook")
    return found


def _may_ask(webhook: Webhook) -> None:
    if locked(webhook).state != Webhook.State.ON:
        raise Refused("webhook_is_off")
    if webhook.deliveries.filter(state=WebhookDelivery.State.QUEUED, again=True).count() >= MOST_ASKED:
        raise Refused("too_many_deliveries", limit=MOST_ASKED)
