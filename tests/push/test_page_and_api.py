"""Push messages turned on, tested and removed: on the settings page, and over the API."""

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import Player
from games.people import browsers
from notifications import tasks
from notifications.models import PushSubscription
from notifications.outbox.push import devices, registry
from tests.api.people import player
from tests.api.table import Guest, guest
from tests.games.races import both
from tests.games.stories import NOON
from tests.push.browser import SubscribedBrowser
from tests.web.people import browser_of, text_of
from tests.webhooks.receiver import Receiver

pytestmark = pytest.mark.django_db
HERE = "/settings/push"
ANDROID = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture
def ada() -> Player:
    return player("Ada")


def turn_on(client: Client, device: SubscribedBrowser) -> str:
    answer = client.post(HERE, {"do": "on", **device.keys._asdict()}, follow=True, HTTP_USER_AGENT=ANDROID)
    return str(answer.content.decode())


def some_device(number: int = 0) -> SubscribedBrowser:
    return SubscribedBrowser(f"https://push.example/{number}")


def test_from_turning_it_on_to_removing_it(ada: Player, receiver: Receiver) -> None:
    client, device = browser_of(ada), SubscribedBrowser(receiver.url())
    page = turn_on(client, device)
    assert "Firefox on Android · this device" in page
    assert device.endpoint not in page
    subscription = PushSubscription.objects.get()
    client.post(HERE, {"do": "test", "device": subscription.pk})
    tasks.push()
    assert device.shows(receiver.got[0])["body"] == "Notifications work on this device."
    assert "last told" in text_of(client, HERE)
    stranger = browser_of(player("Bob"))
    assert (
        "No such push subscription" in stranger.post(HERE, {"do": "remove", "device": subscription.pk}).content.decode()
    )
    assert (
        "It is removed." in client.post(HERE, {"do": "remove", "device": subscription.pk}, follow=True).content.decode()
    )
    assert not PushSubscription.objects.exists()
    assert Client().get(HERE).status_code == 302


def test_signing_out_ends_it(ada: Player) -> None:
    here, elsewhere = browser_of(ada), browser_of(ada)
    turn_on(here, some_device(1))
    turn_on(elsewhere, some_device(2))
    here.post("/settings/browsers")
    assert [one.pk for one in PushSubscription.objects.all()] == [here.session["push"]]
    here.post("/accounts/logout/")
    assert not PushSubscription.objects.exists()
    turn_on(browser_of(ada), some_device(3))
    browsers.end_all(ada)
    assert not PushSubscription.objects.exists()


def test_one_browser_tells_one_player(ada: Player) -> None:
    turn_on(browser_of(ada), some_device())
    bob = player("Bob")
    turn_on(browser_of(bob), some_device())
    assert PushSubscription.objects.get().player == bob


@pytest.mark.django_db(transaction=True)
def test_of_two_players_at_the_same_moment_the_second_gets_the_browser(ada: Player) -> None:
    bob, keys = player("Bob"), some_device().keys
    told = both(
        lambda: registry.register(player=ada, keys=keys, label="x", now=NOON),
        lambda: registry.register(player=bob, keys=keys, label="x", now=NOON),
    )
    assert (told, PushSubscription.objects.get().player) == ("done", bob)


def test_without_a_key_the_page_says_so(ada: Player, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    client = browser_of(ada)
    assert "This site sends no notifications to devices" in text_of(client, HERE)
    assert client.post(HERE, {"do": "on", **some_device().keys._asdict()}).status_code == 409


def wish(device: SubscribedBrowser, **more: object) -> dict[str, object]:
    keys = device.keys
    return {"endpoint": keys.endpoint, "keys": {"p256dh": keys.p256dh, "auth": keys.auth}, "label": "my phone", **more}


def test_a_program_does_the_same() -> None:
    someone, path = guest("Ada"), "/me/push-subscriptions"
    key = someone.get(f"{path}/key")["key"]
    assert len(key) == 87
    made = someone.post(path, wish(some_device()), 201)
    assert made["server"] == "push.example"
    assert someone.get(path)["results"] == [made]
    someone.post(f"{path}/{made['id']}/test", status=204)
    someone.do("delete", f"{path}/{made['id']}", status=204)
    assert someone.get(path)["results"] == []
    assert someone.post(f"{path}/{made['id']}/test", status=404)["code"] == "no_such_push_subscription"


def test_another_tokens_are_not_its_own(ada: Player) -> None:
    turn_on(browser_of(ada), some_device())
    someone: Guest = guest("Bob")
    PushSubscription.objects.update(player=Player.objects.get(name="Bob"))
    path = "/me/push-subscriptions"
    assert someone.get(path)["results"] == []
    someone.do("delete", f"{path}/{PushSubscription.objects.get().pk}", status=404)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"endpoint": "http://push.example/1"}, "push_endpoint"),
        ({"endpoint": "https://10.0.0.1/1"}, "push_endpoint"),
        ({"endpoint": "https://93.184.216.34/1"}, "push_endpoint"),
        ({"keys": {"p256dh": "A" * 87, "auth": "A" * 22}}, "push_keys"),
        ({"keys": {"p256dh": some_device().keys.p256dh, "auth": "A" * 20}}, "push_keys"),
        ({"keys": {"p256dh": "é" * 87, "auth": "A" * 22}}, "push_keys"),
    ],
)
def test_what_is_wrong_is_said(more: dict[str, object], code: str) -> None:
    answer = guest("Ada").post("/me/push-subscriptions", wish(some_device(), **more), 422)
    assert answer["code"] == code


def test_there_are_limits(ada: Player, settings: Settings) -> None:
    for number in range(registry.MOST):
        made = registry.register(player=ada, keys=some_device(number).keys, label="x", now=NOON)
    client = browser_of(ada)
    refused = client.post(HERE, {"do": "on", **some_device(99).keys._asdict()})
    assert (refused.status_code, "You have 10. Remove one first." in refused.content.decode()) == (409, True)
    for _ in range(registry.MOST_TESTS):
        registry.test(subscription=made, now=NOON)
    assert client.post(HERE, {"do": "test", "device": made.pk}).status_code == 409
    registry.register(player=ada, keys=some_device(0).keys, label="known", now=NOON)


@pytest.mark.parametrize(
    ("says", "name"),
    [
        (ANDROID, "Firefox on Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("curl/8", "A browser"),
    ],
)
def test_a_device_has_a_name(says: str, name: str) -> None:
    assert devices.device_name(says) == name
