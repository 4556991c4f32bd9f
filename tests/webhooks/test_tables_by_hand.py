"""A table's chats over the API and on the page: who sees them, who manages them, and what is never shown again."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, Player
from notifications import tasks
from notifications.models import Webhook
from tests.api.described import described
from tests.api.people import API, client_of, player
from tests.api.tour_of_webhooks import app_of
from tests.games.stories import players, started
from tests.web.people import browser_of, text_of
from tests.webhooks.receiver import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.long]
ADA = "123456789012345678"
SECRET = "/api/webhooks/1/very-secret"
HERE = f"{API}/me/webhooks"


@pytest.fixture
def people() -> list[Player]:
    return players(2)


@pytest.fixture
def game(people: list[Player]) -> Game:
    return started(people, now=timezone.now(), public=False)


def test_a_token_that_may_see_no_games_sees_no_tables_chat(
    people: list[Player], game: Game, receiver: Receiver
) -> None:
    wish = {"game": game.pk, "format": "discord", "url": receiver.url(path=SECRET), "events": ["your_turn"]}
    at = f"{HERE}/{client_of(people[0]).post(HERE, wish).json()['id']}"
    for someone in people:
        narrow = client_of(someone, ["webhooks:write"])
        for answer in (
            narrow.get(f"{HERE}?game={game.pk}"),
            narrow.get(at),
            narrow.patch(at, {"on": False}),
            narrow.post(f"{at}/test"),
            narrow.delete(at),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope")
        assert narrow.post(HERE, wish).json()["code"] == "scope_not_held"
        assert narrow.post(HERE, {**wish, "game": "000000000000"}).json()["code"] == "scope_not_held"
        assert narrow.get(HERE).json()["results"] == []
    assert Webhook.objects.get().state == Webhook.State.ON


def test_by_api(people: list[Player], game: Game, receiver: Receiver) -> None:
    host, other, stranger = *map(client_of, people), client_of(player("Stranger"))
    table = f"{API}/me/webhooks?game={game.pk}"
    wish: dict[str, Any] = {"game": game.pk, "format": "discord", "url": receiver.url(path=SECRET)}
    wish["events"] = ["your_turn"]
    made = host.post(HERE, {**wish, "mentions": {people[0].pk: ADA}})
    assert made.status_code == 201
    hook = made.json()
    assert "very-secret" not in made.content.decode()
    assert hook.pop("secret") is None
    assert (hook["game"], hook["url"]) == (game.pk, f"https://ada.hooks.example:{receiver.port}")
    at = f"{HERE}/{hook['id']}"
    assert host.get(at).json() == hook
    assert other.get(table).json()["results"] == [other.get(at).json()] == [{**hook, "mentions": {}}]
    assert host.post(f"{at}/test").status_code == 201
    tasks.call_webhooks()
    assert [one.path for one in receiver.got] == [SECRET]

    assert other.patch(at, {"events": ["talk"]}).json()["code"] == "only_the_host"
    assert other.delete(at).json()["code"] == other.post(f"{at}/test").json()["code"] == "only_the_host"
    assert host.patch(at, {"events": ["talk"], "mentions": {}}).json()["events"] == ["talk"]
    assert other.patch(at, {"on": False}).json()["off_by"]["id"] == people[1].pk
    assert host.patch(at, {"on": True}).json()["code"] == "not_yours_to_switch_on"
    assert host.post(HERE, wish).json()["code"] == host.delete(at).json()["code"] == "table_wants_none"
    assert host.patch(at, {"mentions": {people[1].pk: "everyone"}}).json()["code"] == "wrong_mention"
    assert host.get(HERE).json()["results"] == []

    assert stranger.get(table).json()["code"] == stranger.post(HERE, wish).json()["code"] == "no_such_game"
    for method, path, body in (
        ("get", at, None),
        ("patch", at, {"on": False}),
        ("patch", at, {"full": 7}),
        ("delete", at, None),
        ("post", f"{at}/test", None),
    ):
        assert getattr(stranger, method)(path, body).json()["code"] == "no_such_webhook"
    assert other.patch(at, {"on": True}).status_code == 200
    assert host.delete(at).status_code == 204
    assert host.delete(at).json()["code"] == "no_such_webhook"


def test_a_table_has_a_chat_and_only_a_table(people: list[Player], game: Game, receiver: Receiver) -> None:
    host = client_of(people[0])
    own: dict[str, Any] = {"url": receiver.url(path=SECRET), "events": ["entry"]}
    chat = {**own, "game": game.pk, "format": "ntfy"}

    def mistakes(answer: Any) -> list[str]:
        assert answer.status_code == 400
        return [error.get("parameter") or error["pointer"] for error in answer.json()["errors"]]

    schema = described("WebhookWishRequest")
    wrong: list[tuple[dict[str, Any], list[str]]] = [
        ({**chat, "format": "signed"}, ["#/format"]),
        ({**own, "format": "ntfy"}, ["#/format"]),
        ({**chat, "full": True, "label": "x"}, ["#/full", "#/label"]),
        ({**chat, "events": ["game_over"]}, ["#/events"]),
        ({**own, "mentions": {people[0].pk: "ada"}}, ["#/mentions"]),
    ]
    for body, pointers in wrong:
        assert mistakes(host.post(HERE, body)) == pointers
        assert not schema.is_valid(body), body
    assert schema.is_valid(own)
    assert schema.is_valid(chat)
    program, table = (f"{HERE}/{host.post(HERE, wish).json()['id']}" for wish in (own, chat))
    assert mistakes(host.patch(program, {"mentions": {}})) == ["#/mentions"]
    assert mistakes(host.patch(table, {"url": "https://chat.example.org/"})) == ["#/url"]
    assert mistakes(host.patch(table, {"events": ["game_over"]})) == ["#/events"]
    for method, part in (("post", "secret"), ("get", "deliveries"), ("post", "deliveries/1/replay")):
        assert getattr(host, method)(f"{table}/{part}").json()["code"] == "no_such_webhook"
    app = app_of(people[0])
    assert mistakes(app.post(HERE, chat)) == ["#/game"]
    assert mistakes(app.get(f"{HERE}?game={game.pk}")) == ["game"]
    assert app.get(table).json()["code"] == "no_such_webhook"


def test_on_the_page(people: list[Player], game: Game, receiver: Receiver) -> None:
    host, other = map(browser_of, people)
    here = f"/games/{game.pk}/webhooks"
    assert "Tell a chat of this game" in text_of(host, f"/games/{game.pk}")
    assert here not in text_of(other, f"/games/{game.pk}")
    wish = {"do": "attach", "format": "discord", "url": receiver.url(path=SECRET), "events": ["entry", "your_turn"]}
    wrong = host.post(here, {**wish, f"mention_{people[1].pk}": "@everyone"})
    assert (wrong.status_code, "Nobody can be mentioned so" in wrong.content.decode()) == (422, True)
    assert host.post(here, {**wish, "events": []}).status_code == 400
    assert host.post(here, {**wish, "url": "https://10.0.0.1/"}).status_code == 422
    assert other.post(here, wish).status_code == 422  # not the host
    assert not Webhook.objects.exists()
    assert host.post(here, {**wish, f"mention_{people[0].pk}": ADA}).status_code == 302

    hook, server = Webhook.objects.get(), f"ada.hooks.example:{receiver.port}"
    assert hook.target == receiver.url(path=SECRET)
    for browser, named in ((host, True), (other, False)):
        assert f"told to {server}" in text_of(browser, f"/games/{game.pk}")
        shown = text_of(browser, here)
        assert (server in shown, "very-secret" in shown, ADA in shown) == (True, False, named)

    def press(browser: Client, do: str) -> str:
        return browser.post(here, {"do": do, "webhook": hook.pk}, follow=True).content.decode()

    assert "A test is on its way" in press(host, "test")
    assert "Only the host may do this" in press(other, "test") + press(other, "detach")
    assert "Player 1 has switched it off" in press(other, "off")
    assert "Someone else has switched it off" in press(host, "on")
    assert "A player has switched it off" in press(host, "detach")
    assert "It is on" in press(other, "on")
    assert "It is detached" in press(host, "detach")
    assert "No such webhook" in press(host, "detach")
    assert browser_of(player("Stranger")).get(here).status_code == 404
    assert Client().get(here).status_code == 302
