"""A request by a player whom another request erases at the same moment is refused, and leaves no row behind."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from games.models import AccessToken, Application, Player
from games.people.privacy import erase_player
from notifications.lists import Stream
from notifications.policy import preferences
from tests.api.people import API, client_of, mailed_code, player
from tests.api.test_oauth import CALLBACK, VERIFIER, allow, app, browser_of, request_of, tokens
from tests.games.races import both
from tests.games.stories import NOON

__all__ = ["app"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def rows_of(ada: Player) -> dict[str, int]:
    """Return how many rows refer to the player, by field."""
    fields = [field for model in apps.get_models() for field in model._meta.fields if field.related_model is Player]
    found = {str(field): field.model._default_manager.filter(**{field.name: ada.pk}).count() for field in fields}
    return {name: count for name, count in found.items() if count}


def erased_during(ada: Player, late: Callable[[], Any]) -> dict[str, int]:
    """Return the rows left of the player after this action, started while another request erased the account."""
    both(lambda: erase_player(player=Player.objects.get(pk=ada.pk), now=NOON), late)
    return rows_of(ada)


REQUESTS: tuple[tuple[str, str, Any], ...] = (
    ("post", "/tokens", {"label": "mine", "scopes": ["games:read"]}),
    ("put", "/me/relations/{bob}/block", None),
    ("put", "/me/relations/{bob}/friend", None),
    ("put", "/me/relations/{bob}/mute", None),
    ("patch", "/me/mail", {"streams": {"games": "off"}}),
    ("patch", "/me/mail", {"pictures": False}),
    ("patch", "/me", {"time_zone": "Europe/London"}),
    ("post", "/me/sign-up-invitations", None),
    ("post", "/me/address", {"email": "new@example.org"}),
    ("post", "/me/bots", {"name": "Robot"}),
    ("post", "/me/webhooks", {"url": "https://app.example/hear", "events": ["entry"]}),
    ("post", "/games", {"ruleset": "usa@1", "seats": 2, "clock": "daily"}),
)


def test_what_programs_ask_for() -> None:
    bob, left = player("Bob"), dict[str, dict[str, int]]()
    for number, (method, path, body) in enumerate(REQUESTS):
        ada = player(f"Ada {number}".replace(" ", "-"))
        http = client_of(ada)
        http.get(f"{API}/me")  # its use is recorded already
        ask = partial(getattr(http, method), API + path.format(bob=bob.pk), body)
        if rows := erased_during(ada, ask):
            left[f"{method} {path} {body}"] = rows
    assert not left


def test_a_code_that_signs_in() -> None:
    ada = player("Ada")
    asked = client_of(ada).post(f"{API}/accounts/sign-in", {"email": ada.email}).json()["confirmation"]
    code = mailed_code(str(ada.email))
    send_back = lambda: Client().post(  # noqa: E731
        f"{API}/accounts/confirm", {"confirmation": asked, "code": code}, content_type="application/json"
    )
    assert erased_during(ada, send_back) == {}


class TestApps:
    """Third-party apps that the player authorizes or has authorized."""

    def test_consent(self, app: Application) -> None:
        ada = player("Ada")
        browser = browser_of(ada)
        yes = request_of(app) | {"allow": "yes"}
        assert erased_during(ada, lambda: browser.post("/oauth/authorize/", yes)) == {}

    def test_a_code(self, app: Application) -> None:
        ada = player("Ada")
        code = allow(browser_of(ada), app)["code"][0]
        grant = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "code_verifier": VERIFIER, "code": code}
        assert erased_during(ada, lambda: self.trade(app, **grant)) == {}

    def test_a_refresh_token(self, app: Application) -> None:
        ada = player("Ada")
        given = tokens(app, ada)
        grant = {"grant_type": "refresh_token", "refresh_token": given["refresh_token"]}
        assert erased_during(ada, lambda: self.trade(app, **grant)) == {}
        assert not AccessToken.objects.exists()

    def trade(self, app: Application, **form: str) -> None:
        answer = Client().post("/oauth/token/", {"client_id": app.client_id, **form})
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


def test_one_click_in_an_email() -> None:
    ada = player("Ada")
    assert erased_during(ada, lambda: preferences.leave(ada.pk, Stream.GAMES)) == {}
