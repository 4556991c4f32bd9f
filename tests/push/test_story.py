"""A browser gets the news that its player would get by email: at once, encrypted for it, while they are true."""

from datetime import datetime, timedelta

import http_ece
import pytest
from pytest_django import Settings
from time_machine import TimeMachineFixture

from deploy import keys
from games.lobby import departures, presence
from games.models import Moderation, Player
from games.people import moderation, privacy, tokens
from notifications.lists import Mode, Stream
from notifications.models import PushDelivery, PushSubscription
from notifications.outbox import queue as mails
from notifications.outbox.push import delivery, message, registry
from notifications.outbox.push.queue import FAILING, MESSAGES
from notifications.policy import kinds, preferences
from tests.games.stories import DAY, NOON, chosen, players, post, started
from tests.push.browser import SubscribedBrowser, proved
from tests.webhooks.receiver import Guarded, Received, Receiver

pytestmark = pytest.mark.django_db
State = PushDelivery.State
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _at_noon(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def people() -> list[Player]:
    return players(2)


@pytest.fixture
def browser(receiver: Receiver) -> SubscribedBrowser:
    return SubscribedBrowser(receiver.url(path="/push/ada"))


@pytest.fixture
def subscription(people: list[Player], browser: SubscribedBrowser) -> PushSubscription:
    """Subscribe the first player."""
    return registry.register(player=people[0], keys=browser.keys, label="Firefox on Linux", now=NOON)


def went(receiver: Receiver, now: datetime = NOON) -> list[Received]:
    """Gather emails, send all due push messages, and return those received."""
    before = len(receiver.got)
    mails.gather(now=now, limit=100)
    delivery.deliver_due(clock=lambda: now, until=now + HOUR)
    return receiver.got[before:]


def test_a_turn_is_told_to_that_browser_alone(
    people: list[Player], subscription: PushSubscription, browser: SubscribedBrowser, receiver: Receiver
) -> None:
    game = started(people, name="The slow coast line")
    (told,) = went(receiver)
    assert browser.shows(told) == {
        "title": "Your turn in The slow coast line",
        "body": "Until Tue 3 Mar, 12:00.",
        "tag": f"/games/{game.pk}",
        "url": f"https://night-mail.example/games/{game.pk}",
    }
    assert told.path == "/push/ada"
    assert (told.headers["ttl"], told.headers["urgency"]) == ("86400", "high")
    assert len(told.headers["topic"]) == 32
    assert game.pk not in str(told.headers)
    assert proved(told) == {
        "aud": f"https://ada.hooks.example:{receiver.port}",
        "sub": "mailto:post@localhost",
        "exp": int((NOON + 12 * HOUR).timestamp()),
    }
    with pytest.raises(http_ece.ECEException):
        SubscribedBrowser(browser.endpoint).opened(told)
    subscription.refresh_from_db()
    assert (subscription.pushed_at, PushDelivery.objects.get().state) == (NOON, State.SENT)
    assert went(receiver) == []


def test_what_is_over_or_unwanted_is_not_told(
    people: list[Player], subscription: PushSubscription, browser: SubscribedBrowser, receiver: Receiver
) -> None:
    game = chosen(started(people))
    went(receiver)
    post(game, 0, "draw deck", "draw deck")
    assert went(receiver) == []  # nothing about one's own move
    post(game, 1, "draw deck", "draw deck")
    mails.gather(now=NOON, limit=100)
    post(game, 0, "draw deck", "draw deck")
    assert went(receiver) == []  # the turn was over before it was announced
    preferences.put(people[0], {Stream.TURNS: Mode.OFF}, now=NOON)
    post(game, 1, "draw deck", "draw deck")
    assert went(receiver) == []
    assert {one.state for one in PushDelivery.objects.all()} == {State.SENT, State.DROPPED}
    departures.resign(player=people[1], game_id=game.pk, now=NOON)
    (over,) = went(receiver)
    assert (browser.shows(over)["body"], over.headers["urgency"]) == ("See how it came out.", "normal")


def test_it_waits_as_the_email_does(people: list[Player], subscription: PushSubscription, receiver: Receiver) -> None:
    game = chosen(started(people))
    went(receiver)
    post(game, 0, "draw deck", "draw deck")
    presence.note(game.pk, people[0].pk, NOON)
    post(game, 1, "draw deck", "draw deck")
    assert went(receiver, NOON + MINUTE) == []
    assert len(went(receiver, NOON + 2 * MINUTE)) == 1


def test_a_digest_is_one_message(
    people: list[Player], subscription: PushSubscription, browser: SubscribedBrowser, receiver: Receiver
) -> None:
    preferences.put(people[0], {Stream.TURNS: Mode.HOURLY, Stream.GAMES: Mode.HOURLY}, now=NOON)
    started(people)
    started(people)
    assert went(receiver) == []
    (told,) = went(receiver, NOON + HOUR)
    assert browser.shows(told)["title"] == "Your turn in 2 games"
    assert browser.shows(told)["url"] == "https://night-mail.example/games"


@pytest.mark.parametrize("status", [404, 410])
def test_one_that_is_gone_is_forgotten(
    status: int, people: list[Player], subscription: PushSubscription, receiver: Receiver
) -> None:
    receiver.status = status
    started(people)
    assert len(went(receiver)) == 1
    assert not PushSubscription.objects.exists()
    assert not PushDelivery.objects.exists()


def test_what_is_not_taken_is_tried_again(
    people: list[Player], subscription: PushSubscription, receiver: Receiver
) -> None:
    receiver.status = 503
    started(people)
    assert len(went(receiver)) == 1
    assert went(receiver, NOON + MESSAGES.pauses[0] / 2) == []
    receiver.status, receiver.headers = 429, {"Retry-After": "120"}
    assert len(went(receiver, NOON + MINUTE)) == 1
    assert went(receiver, NOON + 2 * MINUTE) == []
    receiver.status, receiver.headers = 201, {}
    (told,) = went(receiver, NOON + 3 * MINUTE)
    assert told.headers["ttl"] == str(86400 - 180)
    subscription.refresh_from_db()
    assert subscription.failing_since is None

    receiver.status = 413
    registry.test(subscription=subscription, now=NOON + HOUR)
    went(receiver, NOON + HOUR)
    assert PushDelivery.objects.get(mail=None).state == State.FAILED
    receiver.status = 500
    registry.test(subscription=subscription, now=NOON + HOUR + FAILING)
    went(receiver, NOON + HOUR + FAILING)
    assert not PushSubscription.objects.exists()
    MESSAGES.prune(now=NOON + 30 * DAY)
    assert not PushDelivery.objects.exists()


def test_it_never_leads_into_the_operators_network(
    people: list[Player], subscription: PushSubscription, receiver: Receiver, guarded: Guarded, settings: Settings
) -> None:
    settings.WEBHOOK_NETWORKS = []
    started(people)
    assert went(receiver) == []
    assert guarded.reached == 0
    assert PushDelivery.objects.get().last_error == "no_address"


def test_whoever_is_shut_out_hears_nothing(
    people: list[Player], subscription: PushSubscription, browser: SubscribedBrowser, receiver: Receiver
) -> None:
    started(people)
    boss = Player.objects.create_superuser("boss@mail.example", "Boss")
    kind = Moderation.Kind.SUSPENDED.value
    moderation.moderate(admin=boss, player_id=people[0].pk, kind=kind, until=NOON + DAY, now=NOON)
    assert not PushSubscription.objects.exists()
    again = registry.register(player=people[1], keys=browser.keys, label="Chrome", now=NOON)
    Player.objects.filter(pk=people[1].pk).update(suspended_until=NOON + DAY)
    registry.test(subscription=again, now=NOON)
    assert went(receiver) == []
    privacy.erase_player(player=people[1], now=NOON)
    assert not PushSubscription.objects.exists()


def test_what_a_token_registered_ends_with_it(
    people: list[Player], browser: SubscribedBrowser, receiver: Receiver
) -> None:
    token, _ = tokens.create_personal_token(
        player=people[0], label="bot", scopes=["games:read", "webhooks:write"], expires_at=NOON + DAY, now=NOON
    )
    registry.register(player=people[0], keys=browser.keys, label="my phone", token=token, now=NOON)
    token.scope = "webhooks:write"
    token.save()
    started(people)
    assert went(receiver) == []
    token.delete()
    assert not PushSubscription.objects.exists()


def test_with_another_key_nobody_is_told(
    people: list[Player], subscription: PushSubscription, receiver: Receiver, settings: Settings
) -> None:
    for key in (keys.new()["VAPID_PRIVATE_KEY"], ""):
        settings.VAPID_PRIVATE_KEY = key
        started(people)
        assert went(receiver) == []


def test_only_what_a_spectator_may_know_has_words() -> None:
    secret = {kinds.INVITATION, kinds.SEAT_OFFERED, kinds.DISPUTE_OPENED, kinds.DISPUTE_COMMENT, kinds.RULING}
    assert not message.SAID.keys() & {kind.name for kind in secret}
    assert message.SAID[kinds.PLAN_STOPPED.name] == message.SAID[kinds.YOUR_TURN.name]
