"""Webhooks on the player's page: created, tested, redelivered, switched on and off, deleted."""

import re

import pytest
from django.test import Client

from games.models import Player
from notifications import tasks
from notifications.models import Webhook
from notifications.outbox.webhooks import registry
from tests.api.people import player
from tests.web.people import browser_of, come_in
from tests.webhooks.receiver import Receiver

pytestmark = pytest.mark.django_db
HERE = "/settings/webhooks"


@pytest.fixture
def ada() -> Player:
    return player("Ada")


def test_from_making_one_to_deleting_it(ada: Player, receiver: Receiver) -> None:
    browser = come_in(ada)
    form = browser.get(f"{HERE}/new").content.decode()
    form_id = re.search(r'name="form_id" value="(\w+)"', form)
    assert form_id
    wish = {"label": "My <bot>", "url": receiver.url(), "events": ["your_turn"], "form_id": form_id[1]}
    refused = browser.post(f"{HERE}/new", {**wish, "url": "https://127.0.0.1/"})
    assert (refused.status_code, "No webhook can have this address" in refused.content.decode()) == (422, True)
    made = browser.post(f"{HERE}/new", wish).content.decode()
    secret = re.search(r"whsec_[\w+/=]+", made)
    assert secret
    assert browser.post(f"{HERE}/new", wish).status_code == 302
    hook = Webhook.objects.get()

    def press(do: str, **more: object) -> str:
        return str(browser.post(HERE, {"do": do, "webhook": hook.pk, **more}, follow=True).content.decode())

    press("test")
    tasks.call_webhooks()
    assert receiver.got[0].verified(secret[0])["type"] == "test"
    delivery = registry.deliveries(hook)[0]
    assert "204" in press("replay", delivery=delivery.pk)
    assert "No such delivery" in press("replay", delivery="9" * 30)
    assert re.search(r"whsec_[\w+/=]+", press("secret"))
    assert "Switch on" in press("off")
    assert "The webhook is off" in press("test")
    shown = press("on")
    assert "My &lt;bot&gt;" in shown
    assert secret[0] not in shown

    stranger = browser_of(player("Bob"))
    assert "No such webhook" in stranger.post(HERE, {"do": "delete", "webhook": hook.pk}).content.decode()
    press("delete")
    assert "You have no webhooks" in press("delete") + browser.get(HERE).content.decode()
    assert Client().get(HERE).status_code == 302
