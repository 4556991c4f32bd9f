"""Admins' view of players' webhooks, and their actions on them."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.models import AdminAct, Player
from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.calls.http_post import Attempt
from notifications.outbox.webhooks import queue, registry
from tests.games.admins import at_the_desk
from tests.games.stories import NOON, players

pytestmark = pytest.mark.django_db
DESK = "/admin/notifications/webhook/"


def admin(*permissions: str) -> Client:
    made = Player.objects.create_user("staff@mail.example", "Staff")
    made.is_staff = True
    made.save()
    made.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return at_the_desk(made)


def hook() -> Webhook:
    url = "https://bots.example:8443/very-secret?key=a1b2c3"
    made, _ = registry.register(player=players(1)[0], url=url, events=["your_turn"], label="my bot", now=NOON)
    registry.test(webhook=made, now=NOON)
    (lease,) = queue.DELIVERIES.claim_beside([], NOON)
    queue.settle(lease, Attempt(503), now=NOON)
    return made


def test_they_see_whose_it_is_and_what_its_server_answers_and_no_secret() -> None:
    made, browser = hook(), admin("view_webhook")
    shown = browser.get(DESK).content.decode() + browser.get(f"{DESK}{made.pk}/change/").content.decode()
    for told in ("bots.example:8443", made.player.name, "503", "1 attempt", "the player, signed in"):
        assert told in shown
    for hidden in ("very-secret", "a1b2c3", "my bot", str(made.secret)):
        assert hidden not in shown
    assert "Switch off" not in shown
    assert Client().get(DESK).status_code == 302


def test_one_is_switched_off_and_that_is_noted() -> None:
    made, browser = hook(), admin("view_webhook", "change_webhook")
    for _ in range(2):
        browser.post(DESK, {"action": "switch_off", "_selected_action": [made.pk]})
    made.refresh_from_db()
    assert made.state == Webhook.State.OFF
    assert WebhookDelivery.objects.get().state == WebhookDelivery.State.DROPPED
    act = AdminAct.objects.get(what=registry.SWITCHED_OFF)
    assert (act.player, act.detail) == (made.player, {"webhook": made.pk})
