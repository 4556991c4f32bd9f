"""The message of a delivery: a small body of ids and links, or a table's news for a chat.

Messages to programs are signed as specified by Standard Webhooks (standardwebhooks.com, 1.0.0).
"""

import json
from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.utils.translation import override
from standardwebhooks import Webhook as Signer

from engine.codec import Json
from games import languages
from games.api.instants import instant
from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.calls.http_post import Message
from notifications.outbox.webhooks import formats, subjects, tables
from notifications.outbox.webhooks.events import ENTRY, TALK


def write(delivery: WebhookDelivery, *, now: datetime) -> Message | None:
    """Write the message for this attempt: the same body each time, except for the game's state where that is wanted.

    Returns None if its player may not, or no longer, know of it.
    """
    webhook = delivery.webhook
    return _build_signed(delivery, now) if webhook.game_id is None else _build_for_chat(delivery)


def _build_for_chat(delivery: WebhookDelivery) -> Message | None:
    """Write the message in the language of the host who attached the webhook."""
    webhook = delivery.webhook
    with override(languages.of_player(webhook.player)):
        news = tables.news_for(delivery)
        if news is None:
            return None
        url, body = formats.posted(webhook.format, webhook.target, news)
    return Message(url, json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode(), _plain_headers())


def _plain_headers() -> dict[str, str]:
    return {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": f"Night-Mail (+{settings.PUBLIC_URL})",
    }


def _build_signed(delivery: WebhookDelivery, now: datetime) -> Message | None:
    webhook, payload = delivery.webhook, _build_body(delivery)
    if payload is None:
        return None
    body = json.dumps(payload, separators=(",", ":"), ensure_ascii=False)
    headers = {
        **_plain_headers(),
        "webhook-id": delivery.message,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(
            Signer(secret).sign(delivery.message, now, body) for secret in _secrets(webhook, now)
        ),
    }
    return Message(webhook.url, body.encode(), headers)


def _secrets(webhook: Webhook, now: datetime) -> Iterator[str]:
    """Yield the current secret, and then the previous one as long as it is still valid."""
    yield webhook.secret
    if webhook.old_secret and webhook.old_secret_until and now < webhook.old_secret_until:
        yield webhook.old_secret


def _build_body(delivery: WebhookDelivery) -> Json | None:
    """Return type, time and data; None if its player may not, or no longer, know of it."""
    webhook = delivery.webhook
    about = _describe_subject(delivery)
    if about is None:
        return None
    concerned = {"player": delivery.hearer.pk} if delivery.player_id or webhook.app_id is None else {}
    data = {"webhook": webhook.pk, **concerned, **about}
    return {"type": delivery.event, "timestamp": instant(delivery.created_at), "data": data}


def _describe_subject(delivery: WebhookDelivery) -> Json | None:
    player, full = delivery.hearer, delivery.webhook.full
    if delivery.event == ENTRY:
        return subjects.of_entry(delivery, player=player, full=full)
    if delivery.event == TALK:
        return subjects.of_line(delivery, player=player, full=full)
    if delivery.notification is None:
        return {}
    return subjects.of_notification(delivery.notification, player=player, full=full)
