"""A program manages the webhooks that were registered with its own token."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.errors import NotFound
from games.models import Player
from games.people import tokens
from games.scopes import SCOPES
from notifications import tasks
from notifications.models import Webhook
from notifications.outbox.webhooks import registry
from tests.api.people import API, client_of, player, with_secret
from tests.webhooks.receiver import Receiver

pytestmark = pytest.mark.django_db
HERE = f"{API}/me/webhooks"


def a_token(someone: Player, *scopes: str) -> tuple[int, str]:
    now = timezone.now()
    token, secret = tokens.create_personal_token(
        player=someone, label="bot", scopes=scopes, expires_at=now + timedelta(days=9), now=now
    )
    return token.pk, secret


def test_from_registering_to_revoking(receiver: Receiver) -> None:
    ada = player("Ada")
    key, secret = a_token(ada, "webhooks:write", "games:read")
    bot = with_secret(secret)

    made = bot.post(HERE, {"url": receiver.url(), "events": ["your_turn", "game_over"]})
    assert made.status_code == 201
    hook = made.json()
    here = f"{HERE}/{hook['id']}"
    assert hook["secret"].startswith("whsec_")
    assert {name: value for name, value in hook.items() if name != "secret"} == bot.get(here).json()

    tried = bot.post(f"{here}/test").json()
    tasks.call_webhooks()
    (first,) = receiver.got
    assert first.verified(hook["secret"])["type"] == "test"
    (listed,) = bot.get(f"{here}/deliveries").json()["results"]
    assert (listed["id"], listed["state"], listed["status"]) == (tried["id"], "sent", 204)
    assert (listed["message"], listed["next_attempt_at"]) == (first.id, None)

    renewed = bot.post(f"{here}/secret").json()["secret"]
    assert bot.post(f"{here}/deliveries/{tried['id']}/replay").json()["state"] == "queued"
    tasks.call_webhooks()
    assert receiver.got[1].id == first.id
    assert receiver.got[1].verified(renewed) == receiver.got[1].verified(hook["secret"])

    assert bot.patch(here, {"on": False, "label": "old"}).json()["state"] == "off"
    assert bot.post(f"{here}/test").json()["code"] == "webhook_is_off"
    assert bot.patch(here, {"on": True, "url": "https://10.0.0.1/"}).json()["code"] == "webhook_address"
    assert bot.get(here).json()["label"] == "old"

    for stranger in (client_of(player("Bob")), with_secret(a_token(ada, *SCOPES)[1])):
        assert stranger.get(HERE).json()["results"] == []
        for method, path in (("get", here), ("delete", here), ("post", f"{here}/test"), ("patch", here)):
            assert getattr(stranger, method)(path).json()["code"] == "no_such_webhook"
    tokens.revoke_token(player=ada, token_id=key)
    assert not Webhook.objects.exists()


def test_what_is_refused() -> None:
    ada = player("Ada")
    deaf = with_secret(a_token(ada, "webhooks:write")[1])
    wish = {"url": "https://bot.example.org/", "events": ["your_turn"]}
    assert deaf.post(HERE, wish).json()["code"] == "scope_not_held"
    assert with_secret(a_token(ada, "games:read")[1]).post(HERE, wish).json()["code"] == "insufficient_scope"

    bot = client_of(ada)
    mistakes: list[dict[str, Any]] = [{"events": []}, {"events": ["email_answered"]}, {"events": ["test"]}, {"url": 7}]
    for wrong in mistakes:
        assert bot.post(HERE, {**wish, **wrong}).status_code == 400
    assert bot.post(HERE, {**wish, "url": "http://bot.example.org/"}).status_code == 422
    for _ in range(10):
        mine = bot.post(HERE, wish).json()["id"]
    assert bot.post(HERE, wish).json()["code"] == "too_many_webhooks"
    assert bot.post(f"{HERE}/{mine}/deliveries/{10**30}/replay").json()["code"] == "no_such_delivery"
    assert bot.delete(f"{HERE}/{mine}").status_code == 204
    assert bot.get(f"{HERE}/{mine}").json()["code"] == "no_such_webhook"


def test_a_change_is_made_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def deleted_meanwhile(**_: Any) -> None:
        raise NotFound("no_such_webhook")

    bot = client_of(player("Ada"))
    made = bot.post(HERE, {"url": "https://bot.example.org/", "events": ["your_turn"]}).json()
    monkeypatch.setattr(registry, "switch", deleted_meanwhile)
    assert bot.patch(f"{HERE}/{made['id']}", {"on": False, "label": "old"}).json()["code"] == "no_such_webhook"
    assert bot.get(f"{HERE}/{made['id']}").json()["label"] == ""
