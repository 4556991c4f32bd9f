"""Secrets of third-party apps: stored as keyed hashes, with wrong ones limited before any hashing."""

import base64
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.test import Client
from pytest_django import Settings

from games.models import Application, Player
from games.people import own_apps
from games.people.app_secrets import MOST_SLOW, MOST_WRONG, MOST_WRONG_OF_APP
from games.people.own_apps import AppWish
from tests.api.people import API, player
from tests.api.test_oauth import CALLBACK

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, 0, 10, tzinfo=UTC)
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"
Ask = Callable[..., Any]
"""A function that sends an id and a secret from an IP address."""


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def registered() -> tuple[Application, str]:
    return register("Board Viewer")


def register(name: str) -> tuple[Application, str]:
    owner = player(f"{name} Author".replace(" ", "-"))
    return own_apps.register(owner=owner, wish=AppWish(name, [CALLBACK]), has_secret=True, now=NOON)


def basic(client_id: str, secret: str) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(f"{client_id}:{secret}".encode()).decode()}


def trade_in_body(client_id: str, secret: str, address: str = HERE) -> Any:
    form = {"grant_type": "refresh_token", "refresh_token": "none", "client_id": client_id, "client_secret": secret}
    return Client(REMOTE_ADDR=address).post("/oauth/token/", form)


def trade(client_id: str, secret: str, address: str = HERE) -> Any:
    form = {"grant_type": "refresh_token", "refresh_token": "none"}
    return Client(REMOTE_ADDR=address).post("/oauth/token/", form, headers=basic(client_id, secret))


def revoke(client_id: str, secret: str, address: str = HERE) -> Any:
    return Client(REMOTE_ADDR=address).post("/oauth/revoke_token/", {"token": "none"}, headers=basic(client_id, secret))


def look_at_webhook(client_id: str, secret: str, address: str = HERE) -> Any:
    return Client(REMOTE_ADDR=address).get(f"{API}/me/webhooks", headers=basic(client_id, secret))


EVERYWHERE = [trade, trade_in_body, revoke, look_at_webhook]
"""Every endpoint where an app shows its secret; introspection does not exist."""
RIGHT = {trade: 400, trade_in_body: 400, revoke: 200, look_at_webhook: 200}
"""The answers to the right secret, for a token that does not exist, and an app without a webhook."""


def test_introspection_is_switched_off() -> None:
    assert Client().post("/oauth/introspect/").status_code == 404


@pytest.mark.parametrize("ask", EVERYWHERE)
class TestLimits:
    def test_after_some_wrong_secrets_a_network_has_to_wait(
        self, ask: Ask, registered: tuple[Application, str], clock: time_machine.Traveller
    ) -> None:
        app, secret = registered
        answers = [ask(app.client_id, f"wrong-{number}") for number in range(MOST_WRONG_OF_APP + 1)]
        assert [answer.status_code for answer in answers] == [401] * MOST_WRONG_OF_APP + [429]
        assert answers[-1]["Retry-After"] == "50"
        assert ask(app.client_id, secret).status_code == 429
        assert ask(app.client_id, secret, ELSEWHERE).status_code == RIGHT[ask], "the app itself is somewhere else"
        clock.shift(timedelta(seconds=50))
        assert ask(app.client_id, secret).status_code == RIGHT[ask]

    def test_wrong_secrets_of_one_app_are_not_another_ones(self, ask: Ask, registered: tuple[Application, str]) -> None:
        other, secret = register("Other")
        for number in range(MOST_WRONG_OF_APP):
            ask(registered[0].client_id, f"wrong-{number}")
        assert ask(other.client_id, secret).status_code == RIGHT[ask]

    def test_ids_of_no_app_are_counted_too(self, ask: Ask) -> None:
        answers = [ask(f"nobody-{number}", "wrong").status_code for number in range(MOST_WRONG + 1)]
        assert answers == [401] * MOST_WRONG + [429]

    def test_right_secrets_are_not_counted(self, ask: Ask, registered: tuple[Application, str]) -> None:
        app, secret = registered
        assert {ask(app.client_id, secret).status_code for _ in range(MOST_WRONG_OF_APP + 2)} == {RIGHT[ask]}


def test_the_endpoints_say_it_as_oauth_says_things(registered: tuple[Application, str]) -> None:
    app, _ = registered
    for _ in range(MOST_WRONG_OF_APP):
        trade(app.client_id, "wrong")
    for refused in (trade(app.client_id, "wrong"), revoke(app.client_id, "wrong")):
        assert refused["Content-Type"] == "application/json"
        assert refused.json()["error"] == "temporarily_unavailable"


def test_a_secret_is_kept_as_a_keyed_hash(registered: tuple[Application, str], settings: Settings) -> None:
    app, secret = registered
    assert app.client_secret.startswith("keyed_sha256$")
    assert secret not in app.client_secret
    settings.SECRET_KEY = "another"
    assert trade(app.client_id, secret).status_code == 401, "without the key the hash is worth nothing"


def test_a_new_key_hashes_a_secret_anew_when_it_is_shown(
    registered: tuple[Application, str], settings: Settings
) -> None:
    app, secret = registered
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "new"
    assert trade(app.client_id, "wrong").status_code == 401
    assert trade(app.client_id, secret).status_code == 400
    settings.SECRET_KEY_FALLBACKS = []
    assert trade(app.client_id, secret).status_code == 400


class TestOfEarlierReleases:
    """Hashes of earlier releases, which take half a second of processor time each."""

    @pytest.fixture(autouse=True)
    def _quicker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 1000)

    @pytest.mark.parametrize("ask", EVERYWHERE)
    def test_a_slow_hash_is_replaced_when_the_right_secret_is_shown(
        self, ask: Ask, registered: tuple[Application, str]
    ) -> None:
        app, secret = registered
        Application.objects.filter(pk=app.pk).update(client_secret=slowly_hashed(secret))
        assert ask(app.client_id, "wrong").status_code == 401
        app.refresh_from_db()
        assert app.client_secret.startswith("pbkdf2_sha256$")
        assert ask(app.client_id, secret).status_code == RIGHT[ask]
        app.refresh_from_db()
        assert app.client_secret.startswith("keyed_sha256$")
        assert ask(app.client_id, secret).status_code == RIGHT[ask]

    def test_two_hundred_networks_together_get_few_of_them_compared(self, registered: tuple[Application, str]) -> None:
        app, _ = registered
        Application.objects.filter(pk=app.pk).update(client_secret=slowly_hashed("right"))
        answers = [trade(app.client_id, "wrong", f"198.51.100.{number}").status_code for number in range(200)]
        assert answers == [401] * MOST_SLOW + [429] * (200 - MOST_SLOW)

    def test_a_plain_secret_is_hashed_when_it_is_shown(self, registered: tuple[Application, str]) -> None:
        app, _ = registered
        Application.objects.filter(pk=app.pk).update(client_secret="plain", hash_client_secret=False)
        assert trade(app.client_id, "wrong").status_code == 401
        assert trade(app.client_id, "plain").status_code == 400
        app.refresh_from_db()
        assert app.client_secret.startswith("keyed_sha256$")


def slowly_hashed(secret: str) -> str:
    return make_password(secret, hasher="pbkdf2_sha256")


def test_with_redis_away_nobody_is_refused(registered: tuple[Application, str], without_redis: None) -> None:
    app, secret = registered
    assert {trade(app.client_id, "wrong").status_code for _ in range(MOST_WRONG_OF_APP + 2)} == {401}
    assert trade(app.client_id, secret).status_code == 400


def test_a_public_app_has_no_secret_to_show() -> None:
    owner: Player = player("Author")
    app, _ = own_apps.register(owner=owner, wish=AppWish("Native", [CALLBACK]), has_secret=False, now=NOON)
    assert trade_in_body(app.client_id, "made up").status_code == 401
