"""What is posted: a small body of ids and links, signed as Standard Webhooks says (standardwebhooks.com, 1.0.0)."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.urls import reverse
from standardwebhooks import Webhook as Signer

from engine.codec import Json
from games.api.games.of_game import shown
from games.api.instants import instant
from games.errors import NotFound
from games.models import Player
from games.seats.visible import seen_by
from notifications.models import Notification, Webhook, WebhookDelivery


class Message(NamedTuple):
    """One HTTP request."""

    url: str
    body: bytes
    headers: dict[str, str]


def write(delivery: WebhookDelivery, *, now: datetime) -> Message:
    """The message as it is at this attempt: the same body each time, but for the game where that is wanted."""
    webhook = delivery.webhook
    body = json.dumps(_told(delivery), separators=(",", ":"), ensure_ascii=False)
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": f"Night-Mail (+{settings.PUBLIC_URL})",
        "webhook-id": delivery.message,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(
            Signer(secret).sign(delivery.message, now, body) for secret in _secrets(webhook, now)
        ),
    }
    return Message(webhook.url, body.encode(), headers)


def _secrets(webhook: Webhook, now: datetime) -> Iterator[str]:
    """The one that holds first; the one before as long as it is still good."""
    yield webhook.secret
    if webhook.old_secret and webhook.old_secret_until and now < webhook.old_secret_until:
        yield webhook.old_secret


def _told(delivery: WebhookDelivery) -> Json:
    webhook, one = delivery.webhook, delivery.notification
    data: Json = {"webhook": webhook.pk, "player": webhook.player_id}
    if one is not None:
        data.update(_ids(one))
        if webhook.full:
            data["view"] = _view(webhook.player, one)
    return {"type": delivery.event, "timestamp": instant(delivery.created_at), "data": data}


def _ids(one: Notification) -> Iterator[tuple[str, Any]]:
    """What it is about; only what there is."""
    asked = None if one.prompt_opened is None else f"{one.prompt_opened}.{one.seat}"
    facts = {
        "game": one.game_id,
        "season": None if one.season_id is None else str(one.season_id),
        "cup": one.cup_id,
        "round": one.round,
        "seat": one.seat,
        "entry": one.entry,
        "prompt": asked,
        "deadline_at": instant(one.deadline_at),
        "dispute": one.dispute_id,
        "proposal": one.proposal_id,
    }
    yield from ((name, value) for name, value in facts.items() if value is not None)
    if one.game_id is not None:
        api, page = reverse("game", args=[one.game_id]), reverse("table", args=[one.game_id])
        yield "links", {"game": settings.PUBLIC_URL + api, "page": settings.PUBLIC_URL + page}


def _view(player: Player, one: Notification) -> Json | None:
    """The game as the player may see it now, as `get_game` shows it; None if the player may not know of it."""
    try:
        return shown(seen_by(player, one.game_id)) if one.game_id is not None else None
    except NotFound:
        return None
