"""An app's only webhook gets the news of all players who have authorized the app, as long as the authorization
lasts."""

import base64
import json
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from time_machine import TimeMachineFixture

from games.errors import Refused
from games.models import AccessToken, Application, Player, RefreshToken
from games.people import apps, own_apps, privacy, tokens
from games.people.own_apps import AppWish
from games.table.talk import new_lines
from notifications.models import Mail, Notification, Webhook, WebhookDelivery
from notifications.outbox.calls import http_post
from notifications.outbox.calls.http_post import Attempt, Message
from notifications.outbox.webhooks import delivery, message, registry
from notifications.outbox.webhooks.events import OFFERED
from tests.api.people import API, client_of
from tests.games.stories import DAY, NOON, chosen, play_on, players, started
from tests.games.worlds import swap_what_is_hidden
from tests.web.people import come_in
from tests.webhooks.receiver import Receiver

pytestmark = pytest.mark.django_db
HERE = f"{API}/me/webhooks"
State = WebhookDelivery.State


@pytest.fixture(autouse=True)
def _at_noon(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def owner() -> Player:
    return players(1, "Author")[0]


def an_app(owner: Player, name: str = "Board Viewer", *, has_secret: bool = True) -> tuple[Application, str]:
    wish = AppWish(name, ["https://app.example/back"])
    return own_apps.register(owner=owner, wish=wish, has_secret=has_secret, now=timezone.now())


@pytest.fixture
def app(owner: Player) -> Application:
    return an_app(owner)[0]


def let_in(player: Player, app: Application, scope: str = "games:read", expires: datetime = NOON + DAY) -> None:
    """Authorize the app, as exchanging a code for tokens does."""
    mark = f"{player.pk}.{app.pk}.{AccessToken.objects.count()}"
    token = AccessToken.objects.create(user=player, application=app, scope=scope, expires=expires, token_checksum=mark)
    RefreshToken.objects.create(user=player, application=app, access_token=token, token_checksum=mark)


def hook(owner: Player, app: Application, url: str, *events: str, full: bool = False) -> Webhook:
    return registry.register(player=owner, app=app, url=url, events=events or OFFERED, full=full, now=NOON)[0]


def went(receiver: Receiver) -> list[dict[str, Any]]:
    """Post all due messages, and return those received."""
    before = len(receiver.got)
    delivery.deliver_due(clock=lambda: NOON, until=NOON + DAY)
    return [one.data for one in receiver.got[before:]]


def concerned(told: list[dict[str, Any]]) -> list[str]:
    return [one["data"]["player"] for one in told]


def basic(client_id: str, secret: str) -> dict[str, str]:
    shown = base64.b64encode(f"{client_id}:{secret}".encode()).decode()
    return {"HTTP_AUTHORIZATION": f"Basic {shown}"}


def test_each_player_who_let_it_in_is_told_of_once(owner: Player, app: Application, receiver: Receiver) -> None:
    ada, bob, eve = people = players(3)
    for player in (ada, bob):
        let_in(player, app)
        let_in(player, app, "games:read games:play")  # again, on another device
    made = hook(owner, app, receiver.url(), "game_started", "your_turn", "entry", "talk")
    game = chosen(started(people))
    new_lines.say(player=eve, game_id=game.pk, text="Hello", now=NOON)
    game.refresh_from_db()
    told = went(receiver)
    assert {one["data"]["webhook"] for one in told} == {made.pk}
    for player, more in ((ada, ["your_turn"]), (bob, [])):
        types = [one["type"] for one in told if one["data"]["player"] == player.pk]
        assert sorted(types) == sorted(["entry"] * game.head + ["game_started", "talk", *more])
    assert set(concerned(told)) == {ada.pk, bob.pk}


def test_whoever_revokes_is_not_told_of_any_more(owner: Player, app: Application, receiver: Receiver) -> None:
    ada, bob = people = players(2)
    for player in people:
        let_in(player, app)
    made = hook(owner, app, receiver.url(), "entry")
    started(people)
    apps.show_out(player=ada, app_id=app.pk)  # after it was recorded, before it is posted
    assert concerned(went(receiver)) == [bob.pk]
    started(people)
    assert concerned(went(receiver)) == [bob.pk]
    with pytest.raises(Refused, match="delivery_dropped"):
        registry.replay(delivery=WebhookDelivery.objects.get(state=State.DROPPED), now=NOON)
    sent = WebhookDelivery.objects.filter(state=State.SENT).latest("pk")
    apps.show_out(player=bob, app_id=app.pk)
    registry.replay(delivery=sent, now=NOON)  # a redelivery of an earlier message is no longer posted
    assert went(receiver) == []
    started(people)
    assert not made.deliveries.filter(state=State.QUEUED).exists()
    let_in(ada, app)
    started(people)
    assert concerned(went(receiver)) == [ada.pk]


def test_it_takes_the_scope_and_a_good_token(owner: Player, app: Application, receiver: Receiver) -> None:
    people = players(5)
    let_in(people[0], app, "games:play account:read")
    let_in(people[1], app, expires=NOON - DAY)  # it can get another token
    let_in(people[2], app)
    let_in(people[3], app, expires=NOON - DAY)
    RefreshToken.objects.filter(user=people[3]).update(revoked=NOON)
    tokens.create_personal_token(player=people[4], label="", scopes=["games:read"], expires_at=NOON + DAY, now=NOON)
    hook(owner, app, receiver.url(), "entry", "talk", "game_started")
    Player.objects.filter(pk__in=[one.pk for one in people]).update(kind=Player.Kind.BOT)  # they get no emails
    bots = list(Player.objects.filter(kind=Player.Kind.BOT).order_by("name"))
    game = started(bots, bots="allowed")
    new_lines.say(player=bots[0], game_id=game.pk, text="Hello", now=NOON)
    noted = WebhookDelivery.objects.values_list("event", "player")
    assert set(noted) == {(event, bots[n].pk) for event in ("entry", "talk", "game_started") for n in (1, 2)}
    assert {one.player for one in Notification.objects.all()} == {bots[1], bots[2]}
    assert set(concerned(went(receiver))) == {bots[1].pk, bots[2].pk}


def test_suspended_and_erased_players_and_owners(owner: Player, app: Application, receiver: Receiver) -> None:
    ada, bob = people = players(2)
    for player in people:
        let_in(player, app)
    hook(owner, app, receiver.url(), "entry")
    for shut_out, heard in ((ada, [bob.pk]), (owner, [])):
        started(people)
        Player.objects.filter(pk=shut_out.pk).update(suspended_until=NOON + DAY)
        assert concerned(went(receiver)) == heard
        Player.objects.update(suspended_until=None)
    game = started(people)
    privacy.erase_player(player=ada, now=NOON)
    told = went(receiver)
    assert set(concerned(told)) == {bob.pk}
    assert {one["data"]["game"] for one in told} == {game.pk} | {one["data"]["game"] for one in told}
    assert not WebhookDelivery.objects.filter(player=ada).exists()
    privacy.erase_player(player=owner, now=NOON)
    assert not Webhook.objects.exists()


def test_what_a_player_may_not_know_changes_no_byte(owner: Player, app: Application) -> None:
    people = players(3)
    for player in people[:2]:
        let_in(player, app)
    hook(owner, app, "https://app.example/hear", full=True)
    game = chosen(started(people))
    play_on(game, 20)

    def written(player: Player) -> list[http_post.Message | None]:
        rows = WebhookDelivery.objects.select_related("webhook__player", "webhook__app", "player", "notification")
        return [message.write(row, now=NOON) for row in rows.filter(player=player).order_by("pk")]

    assert written(people[2]) == []
    for own, player in enumerate(people[:2]):
        before = written(player)
        swap_what_is_hidden(game, own)
        assert written(player) == before
        told = [json.loads(one.body)["data"] for one in before if one]
        assert {(one["player"], one["view"]["your_seat"]) for one in told} == {(player.pk, own)}


def test_bots_are_told_of_through_an_app(owner: Player, app: Application, receiver: Receiver) -> None:
    """Bots get no emails, but their apps get the news."""
    people = players(2)
    let_in(people[0], app)
    hook(owner, app, receiver.url(), "game_started")
    Player.objects.filter(pk__in=[one.pk for one in people]).update(kind=Player.Kind.BOT)
    chosen(started(list(Player.objects.filter(kind=Player.Kind.BOT).order_by("name")), bots="allowed"))
    assert concerned(went(receiver)) == [people[0].pk]
    assert not Notification.objects.exclude(player=people[0]).exists()


class Program:
    """An app that shows its id and secret."""

    def __init__(self, app: Application, secret: str) -> None:
        self.shown, self.http = basic(app.client_id, secret), Client()

    def do(self, method: str, path: str = "", body: Any = None) -> Any:
        """Return the answer's body, after checking the status."""
        sent = "" if body is None else body
        return getattr(self.http, method)(HERE + path, sent, content_type="application/json", **self.shown)


def test_who_may_come_in_by_api(owner: Player) -> None:
    app, secret = an_app(owner)
    public, _ = an_app(owner, "Phone", has_secret=False)
    wish = {"url": "https://app.example/hear", "events": ["entry"]}
    for wrong in (
        basic(app.client_id, "x"),
        basic(app.client_id, ""),
        basic(public.client_id, ""),
        basic("nobody\0", secret),
        basic("%00", secret),
        basic(app.client_id, "%00"),
        {"HTTP_AUTHORIZATION": "Basic %%%"},
    ):
        answer: Any = Client().post(HERE, wish, content_type="application/json", **wrong)  # type: ignore[arg-type]
        assert (answer.status_code, answer.json()["code"]) == (401, "invalid_client")
        assert answer["WWW-Authenticate"].startswith("Basic ")
    for shown, code in (({"HTTP_AUTHORIZATION": f"Bearer {secret}"}, "invalid_token"), ({}, "not_authenticated")):
        answer = Client().post(HERE, wish, content_type="application/json", **shown)  # type: ignore[arg-type]
        assert (answer.status_code, answer.json()["code"]) == (401, code)
    program = Program(app, secret)
    assert program.do("get").json()["results"] == []
    Application.objects.filter(pk=app.pk).update(user=None)
    assert program.do("post", "", wish).json()["code"] == "app_without_owner"
    Application.objects.filter(pk=app.pk).update(user=owner)
    own_apps.renew_secret(owner=owner, client_id=app.client_id, now=NOON)
    assert program.do("get").status_code == 401


def test_from_registering_to_deleting_by_api(owner: Player, receiver: Receiver) -> None:
    app, secret = an_app(owner)
    program = Program(app, secret)
    wish = {"url": receiver.url(), "events": ["entry"]}
    assert program.do("post", "", {**wish, "url": "https://10.0.0.1/"}).json()["code"] == "webhook_address"
    made = program.do("post", "", wish).json()
    assert program.do("post", "", wish).json()["code"] == "app_has_webhook"
    here = f"/{made['id']}"
    assert [hook["id"] for hook in program.do("get").json()["results"]] == [program.do("get", here).json()["id"]]
    mail = Mail.objects.get(template="account/email/webhook_made")
    context: Any = mail.context
    assert (mail.player, context["app"]) == (owner, "Board Viewer")
    assert client_of(owner).get(HERE).json()["results"] == []
    assert client_of(owner).get(HERE + here).json()["code"] == "no_such_webhook"
    other = Program(*an_app(owner, "Other"))
    assert other.do("get").json()["results"] == []
    assert other.do("delete", here).json()["code"] == "no_such_webhook"

    tried = program.do("post", f"{here}/test").json()
    (told,) = went(receiver)
    assert told["data"] == {"webhook": made["id"]}
    assert receiver.got[0].verified(made["secret"])
    assert program.do("post", f"{here}/deliveries/{tried['id']}/replay").json()["state"] == "queued"
    assert program.do("post", f"{here}/secret").json()["secret"] != made["secret"]
    assert program.do("patch", here, {"on": False}).json()["state"] == "off"
    assert program.do("delete", here).status_code == 204
    assert program.do("delete", here).json()["code"] == "no_such_webhook"


def test_the_list_names_no_game_that_was_not_told(owner: Player, receiver: Receiver) -> None:
    app, secret = an_app(owner)
    here = f"/{hook(owner, app, receiver.url(), 'entry').pk}/deliveries"
    people = players(2)
    for player in people:
        let_in(player, app)
    game = started(people)
    program = Program(app, secret)

    def listed() -> set[tuple[str, str | None]]:
        return {(one["state"], one["game"]) for one in program.do("get", here).json()["results"]}

    assert listed() == {("queued", None)}
    apps.show_out(player=people[1], app_id=app.pk)
    went(receiver)
    assert listed() == {("sent", game.pk)}
    dropped = WebhookDelivery.objects.filter(state=State.DROPPED)[0]
    assert program.do("post", f"{here}/{dropped.pk}/replay").json()["code"] == "no_such_delivery"
    own_apps.delete(owner=owner, client_id=app.client_id)
    assert not Webhook.objects.exists()


def test_guessing_an_apps_secret_is_slowed() -> None:
    client = Client()
    answers = [client.get(HERE, **basic("nobody", "x")).status_code for _ in range(61)]  # type: ignore[arg-type]
    assert (answers[0], answers[-1]) == (401, 429)


def test_its_owner_makes_one_on_the_page(owner: Player, time_machine: TimeMachineFixture) -> None:
    app, _ = an_app(owner, "Phone", has_secret=False)
    foreign, _ = an_app(players(1, "Stranger")[0], "Foreign")
    browser = come_in(owner)
    assert "all who let Phone in" in browser.get("/settings/webhooks/new").content.decode()
    wish = {"label": "mine", "url": "https://app.example/hear", "events": ["entry"], "app": app.client_id}
    assert browser.post("/settings/webhooks/new", {**wish, "app": foreign.client_id, "form_id": "a"}).status_code == 400
    assert "whsec_" in browser.post("/settings/webhooks/new", {**wish, "form_id": "b"}).content.decode()
    again = browser.post("/settings/webhooks/new", {**wish, "form_id": "c"})
    assert (again.status_code, "The app has a webhook already" in again.content.decode()) == (422, True)
    assert "of all who let Phone in" in browser.get("/settings/webhooks").content.decode()
    assert Webhook.objects.get().app == app


def test_what_was_checked_too_long_ago_is_not_posted(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """So access revoked meanwhile counts within seconds, however slowly a server is reached."""
    assert http_post.FRESH <= 5
    monkeypatch.setattr(http_post, "FRESH", 0.0)
    assert http_post.post(Message(receiver.url(), b"{}", {})) == Attempt(None, "no_connection")
    assert receiver.got == []
