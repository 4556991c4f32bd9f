"""A program gets its player's news: when they happen, signed, as long as it may."""

from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from standardwebhooks import WebhookVerificationError
from time_machine import TimeMachineFixture

from games.errors import NotFound, Refused
from games.lobby import departures, lobby
from games.models import AccessToken, Block, Player, Turn
from games.people import privacy, relations, tokens
from games.table.clocks.terms import Terms
from games.table.play import grace
from notifications import tasks
from notifications.models import Mail, Notification, Webhook, WebhookDelivery
from notifications.outbox.calls.http_post import Attempt
from notifications.outbox.calls.queue import KEPT
from notifications.outbox.webhooks import delivery, message, queue, registry
from notifications.outbox.webhooks.events import ENTRY, OFFERED, TALK
from notifications.outbox.webhooks.queue import DELIVERIES
from tests.games.races import both
from tests.games.stories import DAY, NOON, chosen, players, post, started
from tests.games.worlds import swap_what_is_hidden
from tests.notifications.post_office import PostOffice
from tests.webhooks.receiver import Received, Receiver

pytestmark = pytest.mark.django_db
State = WebhookDelivery.State
HOUR = timedelta(hours=1)
KINDS_HEARD = sorted(OFFERED.keys() - {ENTRY, TALK})


@pytest.fixture(autouse=True)
def _at_noon(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def people() -> list[Player]:
    return players(2)


@pytest.fixture
def hook(people: list[Player], receiver: Receiver) -> Webhook:
    """Register a webhook of the first player."""
    made, _ = registry.register(player=people[0], url=receiver.url(), events=KINDS_HEARD, now=NOON)
    return made


def went(receiver: Receiver, now: datetime = NOON) -> list[Received]:
    """Post all due messages, and return those received."""
    before = len(receiver.got)
    delivery.deliver_due(clock=lambda: now, until=now + HOUR)
    return receiver.got[before:]


def test_a_turn_is_posted_signed_and_small(people: list[Player], receiver: Receiver) -> None:
    hook, secret = registry.register(
        player=people[0], url=receiver.url(), events=["your_turn", "game_over"], label="my bot", now=NOON
    )
    with CaptureQueriesContext(connection) as asked:
        game = started(people)
    assert not [query for query in asked.captured_queries if "webhook" in query["sql"]]

    (message,) = went(receiver)

    assert message.path == "/night-mail?bot=1"
    assert message.headers["host"] == f"ada.hooks.example:{receiver.port}"
    assert message.verified(secret) == {
        "type": "your_turn",
        "timestamp": "2026-03-02T12:00:00Z",
        "data": {
            "webhook": hook.pk,
            "player": people[0].pk,
            "game": game.pk,
            "your_seat": 0,
            "entry": 1,
            "prompt": "1.0",
            "deadline_at": "2026-03-03T12:00:00Z",
            "links": {
                "game": f"https://night-mail.example/api/v1/games/{game.pk}",
                "board": f"https://night-mail.example/api/v1/games/{game.pk}/board.svg",
                "page": f"https://night-mail.example/games/{game.pk}",
            },
        },
    }
    assert WebhookDelivery.objects.get().state == State.SENT
    with pytest.raises(WebhookVerificationError):
        message.verified(registry.new_secret())
    assert went(receiver) == []


def test_a_prompt_is_told_to_those_alone_whom_it_asks(people: list[Player], hook: Webhook, receiver: Receiver) -> None:
    """Others hear that somebody is late; the late player's question under their own seat's number is none."""
    game = chosen(started(people, clock=Terms(DAY, grace=6 * HOUR)))
    post(game, 0, "draw deck", "draw deck")
    turn = Turn.objects.get(game=game, closed_at=None)
    went(receiver)
    grace.say_time_is_over(now=turn.deadline_at)
    late = next(one for one in went(receiver, turn.deadline_at) if one.data["type"] == "somebody_is_late")
    assert late.data["data"].keys() == {"webhook", "player", "game", "your_seat", "deadline_at", "links"}
    assert (turn.seat, late.data["data"]["your_seat"]) == (1, 0)


def test_what_goes_on_is_told_and_what_is_over_is_not(people: list[Player], hook: Webhook, receiver: Receiver) -> None:
    game = chosen(started(people))
    assert sorted(one.data["type"] for one in went(receiver)) == ["game_started", "your_turn"]

    post(game, 0, "draw deck", "draw deck")
    post(game, 1, "draw deck", "draw deck")
    post(game, 0, "draw deck", "draw deck")
    assert went(receiver) == []  # the turn was over before it was announced
    assert WebhookDelivery.objects.filter(state=State.DROPPED).count() == 2

    departures.resign(player=people[1], game_id=game.pk, now=NOON)
    assert [one.data["type"] for one in went(receiver)] == ["game_over"]

    other = lobby.create_game(
        host=people[1], wishes=lobby.Wishes(ruleset="usa@1", seats=2, time_per_move=DAY), now=NOON
    )
    lobby.invite(host=people[1], game_id=other.pk, names=[people[0].name], now=NOON)
    relations.add(Block, player=people[0], other_id=people[1].pk, now=NOON)
    assert went(receiver) == []
    relations.remove(Block, player=people[0], other_id=people[1].pk)
    registry.change(webhook=hook, changes={"events": ["game_over"]}, now=NOON)
    started(people)
    assert went(receiver) == []


def test_the_whole_view_tells_no_more_than_the_page(people: list[Player], receiver: Receiver) -> None:
    """In two worlds that differ only in facts hidden from the seat, the same bytes are signed."""
    registry.register(player=people[0], url=receiver.url(), events=["your_turn"], full=True, now=NOON)
    game = chosen(started(people))
    row = WebhookDelivery.objects.select_related("webhook__player", "notification").last()
    assert row is not None
    here = message.write(row, now=NOON)
    swap_what_is_hidden(game, 0)
    there = message.write(row, now=NOON)

    (posted,) = went(receiver)
    assert here is not None
    assert here == there
    assert posted.body == here.body
    view = posted.data["data"]["view"]
    assert (view["your_seat"], len(view["position"]["seats"])) == (0, 2)


def test_secrets_change_without_a_gap(people: list[Player], receiver: Receiver) -> None:
    hook, first = registry.register(player=people[0], url=receiver.url(), events=["your_turn"], now=NOON)
    second = registry.rotate(webhook=hook, now=NOON)
    registry.test(webhook=hook, now=NOON)
    (both,) = went(receiver)
    assert both.verified(first) == both.verified(second)
    assert both.data["type"] == "test"

    later = NOON + registry.OVERLAP
    registry.test(webhook=hook, now=later)
    (one,) = went(receiver, later)
    assert len(one.headers["webhook-signature"].split()) == 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT secret::text || old_secret::text FROM notifications_webhook")
        assert first[6:] not in str(cursor.fetchone())


def test_a_server_that_is_away_is_tried_for_three_days(
    people: list[Player], hook: Webhook, receiver: Receiver, post_office: PostOffice
) -> None:
    receiver.status = 503
    registry.test(webhook=hook, now=NOON)
    now, tries = NOON, []
    while WebhookDelivery.objects.filter(state=State.QUEUED).exists():
        (one,) = went(receiver, now)
        tries.append((now, one.id))
        now = WebhookDelivery.objects.get().next_attempt_at
    pauses = [after - before for (before, _), (after, _) in pairwise(tries)]
    assert timedelta(seconds=8) <= pauses[0] <= timedelta(seconds=12)
    assert max(pauses) <= 6 * HOUR
    assert NOON + 2.7 * DAY <= tries[-1][0] <= NOON + 3 * DAY
    assert len({message for _, message in tries}) == 1

    row = WebhookDelivery.objects.get()
    hook.refresh_from_db()
    assert (row.state, row.status, hook.state) == (State.FAILED, 503, Webhook.State.FAILING)
    tasks.deliver()
    made, email = post_office.received
    assert "the server at ada.hooks.example hears of your games" in " ".join(made.text.split())
    assert "webhook off" in email.message.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert receiver.url() in email.message.get_body(("plain",)).get_content()  # type: ignore[union-attr]

    receiver.status = 200
    with pytest.raises(Refused, match="webhook_is_off"):
        registry.replay(delivery=row, now=now)
    registry.switch(webhook=hook, on=True, now=now)
    registry.replay(delivery=row, now=now)
    (again,) = went(receiver, now)
    assert again.id == tries[0][1]


def test_410_switches_it_off_at_once(people: list[Player], hook: Webhook, receiver: Receiver) -> None:
    receiver.status = 410
    for _ in range(2):
        started(people)
    went(receiver)
    hook.refresh_from_db()
    assert hook.state == Webhook.State.GONE
    assert not DELIVERIES.is_due(now=NOON + 30 * DAY)
    assert Mail.objects.filter(template="account/email/webhook_off").count() == 1


def test_a_worker_that_dies_leaves_nothing_undone(people: list[Player], hook: Webhook, receiver: Receiver) -> None:
    registry.test(webhook=hook, now=NOON)
    (lease,) = DELIVERIES.claim_beside([], NOON)  # and here the worker dies, before or after the server has the message
    assert went(receiver) == []
    (late,) = went(receiver, NOON + DELIVERIES.lease)
    assert late.id == lease.row.message
    queue.settle(lease, Attempt(500), now=NOON + DELIVERIES.lease)  # the worker was not dead after all, but too late
    assert WebhookDelivery.objects.get().state == State.SENT


def test_who_may_hear_no_more_hears_nothing(people: list[Player], receiver: Receiver) -> None:
    ada = people[0]

    def by_token(*scopes: str, lasts: timedelta = DAY) -> AccessToken:
        token, _ = tokens.create_personal_token(player=ada, label="", scopes=scopes, expires_at=NOON + lasts, now=NOON)
        registry.register(player=ada, url=receiver.url(), events=["your_turn"], token=token, now=NOON)
        return token

    revoked = by_token("webhooks:write", "games:read")
    by_token("webhooks:write", "games:read", lasts=HOUR)
    by_token("webhooks:write")
    good = by_token("webhooks:write", "games:read", lasts=9 * DAY)
    started(people)
    assert WebhookDelivery.objects.count() == 4
    tokens.revoke_token(player=ada, token_id=revoked.pk)
    assert [one.data["data"]["webhook"] for one in went(receiver, NOON + HOUR)] == [Webhook.objects.get(token=good).pk]

    started(people)
    Player.objects.filter(pk=ada.pk).update(suspended_until=NOON + DAY)
    assert went(receiver) == []
    Player.objects.filter(pk=ada.pk).update(suspended_until=None)
    started(people)
    for one in Webhook.objects.all():
        registry.switch(webhook=one, on=False, now=NOON)
    assert not DELIVERIES.is_due(now=NOON)

    exported = privacy.export_player(player=ada)["webhooks"]
    assert [one["url"] for one in exported] == [receiver.url()] * 3
    privacy.erase_player(player=ada, now=NOON)
    assert not Webhook.objects.exists()
    assert not WebhookDelivery.objects.exists()
    assert went(receiver) == []


def test_bots_hear_too(people: list[Player], hook: Webhook, receiver: Receiver) -> None:
    """Bots get webhooks, though no emails."""
    Player.objects.filter(pk__in=[one.pk for one in people]).update(kind=Player.Kind.BOT)
    started(list(Player.objects.order_by("name")), bots="allowed")
    assert {one.data["type"] for one in went(receiver)} == {"game_started", "your_turn"}
    assert not Notification.objects.exclude(player=hook.player).exists()


@pytest.mark.django_db(transaction=True)
def test_the_worker_posts_until_nothing_is_due(people: list[Player], hook: Webhook, receiver: Receiver) -> None:
    for _ in range(20):
        registry.test(webhook=hook, now=NOON)
    with pytest.raises(Refused, match="too_many_deliveries"):
        registry.test(webhook=hook, now=NOON)
    tasks.call_webhooks()
    assert len({one.id for one in receiver.got}) == len(receiver.got) == 20
    assert WebhookDelivery.objects.filter(state=State.SENT).count() == 20
    DELIVERIES.prune(now=NOON + KEPT + HOUR)
    assert not WebhookDelivery.objects.exists()


def test_what_is_asked_of_a_webhook_that_was_deleted_meanwhile_is_refused(people: list[Player], hook: Webhook) -> None:
    """As a second click, or another window, may request it."""
    posted = registry.test(webhook=hook, now=NOON)
    registry.delete(webhook=Webhook.objects.get(pk=hook.pk))
    for wanted in (
        lambda: registry.change(webhook=hook, changes={"label": "mine"}, now=NOON),
        lambda: registry.switch(webhook=hook, on=False, now=NOON),
        lambda: registry.rotate(webhook=hook, now=NOON),
        lambda: registry.test(webhook=hook, now=NOON),
        lambda: registry.replay(delivery=posted, now=NOON),
        lambda: registry.delete(webhook=hook),
    ):
        with pytest.raises(NotFound, match="no_such_webhook"):
            wanted()


@pytest.mark.django_db(transaction=True)
def test_deleting_waits_for_what_is_being_posted_again(people: list[Player], hook: Webhook) -> None:
    posted = registry.test(webhook=hook, now=NOON)
    told = both(
        lambda: registry.replay(delivery=posted, now=NOON),
        lambda: registry.delete(webhook=Webhook.objects.get(pk=hook.pk)),
    )
    assert (told, WebhookDelivery.objects.count()) == ("done", 0)
