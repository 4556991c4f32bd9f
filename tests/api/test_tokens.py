"""Access tokens: created, tested, listed, revoked, expired."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.models import AccessToken, BrowserSession, Player
from games.people import tokens
from games.scopes import PART_OF, SCOPES
from tests.api.people import API, client_of, confirm, mailed_code, player, secret_of, stranger, with_secret

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Player:
    return player("Ada")


def test_ada_makes_a_token_for_her_bot(ada: Player) -> None:
    made = client_of(ada).post(f"{API}/tokens", {"label": "my bot", "scopes": ["games:play", "games:read"]})

    assert made.status_code == 201
    token = made.json()
    assert token["secret"].startswith("nm_")
    assert token["secret"].startswith(token["prefix"])
    assert token["scopes"] == ["games:read", "games:play"]
    assert with_secret(token["secret"]).get(f"{API}/tokens/current").json() == {
        name: value for name, value in token.items() if name not in {"secret", "last_used_at"}
    } | {"last_used_at": None, "player": {"id": ada.pk, "name": "Ada", "kind": "human"}}


def test_any_token_says_whose_it_is(ada: Player) -> None:
    current = client_of(ada, ["talk:write"]).get(f"{API}/tokens/current").json()
    assert current["player"] == {"id": ada.pk, "name": "Ada", "kind": "human"}


def test_the_secret_is_shown_once_and_kept_nowhere(ada: Player) -> None:
    secret = client_of(ada).post(f"{API}/tokens", {"label": "x", "scopes": ["games:read"]}).json()["secret"]
    listed = client_of(ada).get(f"{API}/tokens")
    assert secret not in listed.content.decode()
    assert secret not in str(list(AccessToken.objects.values()))


def test_a_list_names_them_newest_first(ada: Player) -> None:
    client = client_of(ada)
    for label in ("one", "two"):
        client.post(f"{API}/tokens", {"label": label, "scopes": ["games:read"]})
    assert [token["label"] for token in client.get(f"{API}/tokens").json()["results"]] == ["two", "one", "test"]


def test_others_tokens_are_not_there(ada: Player) -> None:
    bobs = AccessToken.objects.get(token_checksum__isnull=False, pk=_id(secret_of(player("Bob"))))
    client = client_of(ada)
    assert [token["label"] for token in client.get(f"{API}/tokens").json()["results"]] == ["test"]
    assert client.delete(f"{API}/tokens/{bobs.pk}").status_code == 404
    assert AccessToken.objects.filter(pk=bobs.pk).exists()


def test_a_revoked_token_opens_nothing(ada: Player) -> None:
    secret = secret_of(ada)
    assert client_of(ada).delete(f"{API}/tokens/{_id(secret)}").status_code == 204
    refused = with_secret(secret).get(f"{API}/me")
    assert (refused.status_code, refused.json()["code"]) == (401, "invalid_token")
    assert 'error="invalid_token"' in refused["WWW-Authenticate"]


def test_a_token_can_end_itself(ada: Player) -> None:
    client = client_of(ada, ["games:read"])
    assert client.delete(f"{API}/tokens/current").status_code == 204
    assert client.get(f"{API}/tokens/current").status_code == 401


def test_a_token_runs_out(ada: Player) -> None:
    client = with_secret(secret_of(ada, lasts=timedelta(hours=2)))
    assert client.get(f"{API}/me").status_code == 200
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        assert client.get(f"{API}/me").status_code == 401


def test_a_token_cannot_give_what_it_has_not(ada: Player) -> None:
    client = client_of(ada, ["tokens:write", "games:read"])
    refused = client.post(f"{API}/tokens", {"label": "x", "scopes": ["games:read", "account:write"]})
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_not_held")
    assert refused.json()["scopes"] == ["account:write"]


@pytest.mark.parametrize(
    ("method", "path", "scope"),
    [
        ("get", "/me", "account:read"),
        ("patch", "/me", "habits:write"),
        ("delete", "/me", "account:write"),
        ("get", "/me/export", "account:read"),
        ("post", "/me/address", "account:write"),
        ("get", "/tokens", "account:read"),
        ("post", "/tokens", "tokens:write"),
        ("delete", "/tokens/1", "tokens:write"),
        ("get", "/me/mail", "account:read"),
        ("patch", "/me/mail", "mail:write"),
        ("post", "/me/vacations", "habits:write"),
        ("post", "/games/2pz7yawmdkmb/talk", "talk:write"),
    ],
)
def test_each_deed_needs_its_scope(ada: Player, method: str, path: str, scope: str) -> None:
    others = set(SCOPES) - {scope, PART_OF.get(scope)}
    refused = getattr(client_of(ada, others), method)(API + path)
    assert (refused.status_code, refused.json()["code"]) == (403, "insufficient_scope")
    assert refused.json()["scope"] == scope
    assert f'scope="{scope}"' in refused["WWW-Authenticate"]
    assert getattr(client_of(ada, [scope]), method)(API + path).status_code not in {401, 403, 500}


@pytest.mark.parametrize(("part", "whole"), PART_OF.items())
def test_a_wide_scope_holds_its_parts_and_no_part_holds_it(ada: Player, part: str, whole: str) -> None:
    """Tokens from before the parts existed keep all their rights."""
    wide, narrow = client_of(ada, [whole, "tokens:write"]), client_of(ada, [part, "tokens:write"])
    assert wide.post(f"{API}/tokens", {"label": "x", "scopes": [part]}).status_code == 201
    refused = narrow.post(f"{API}/tokens", {"label": "x", "scopes": [whole]})
    assert (refused.json()["code"], refused.json()["scopes"]) == ("scope_not_held", [whole])


def test_hours_alone_are_no_name(ada: Player) -> None:
    client = client_of(ada, ["habits:write"])
    assert client.patch(f"{API}/me", {"days_off": ["sun"], "time_zone": "Europe/Oslo"}).status_code == 200
    refused = client.patch(f"{API}/me", {"days_off": [], "name": "Eve"})
    assert (refused.status_code, refused.json()["scope"]) == (403, "account:write")
    assert Player.objects.get(pk=ada.pk).habits["days_off"] == ["sun"]


def test_a_scope_is_needed_by_no_method_that_is_not_there(ada: Player) -> None:
    refused = client_of(ada).put(f"{API}/me", {})
    assert (refused.status_code, refused.json()["code"]) == (405, "method_not_allowed")


def test_use_is_noted_to_the_hour(ada: Player, django_assert_num_queries: object) -> None:
    secret = secret_of(ada)
    client, start = with_secret(secret), timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        client.get(f"{API}/me")
        clock.shift(timedelta(minutes=59))
        client.get(f"{API}/me")
        assert AccessToken.objects.get(pk=_id(secret)).last_used_at == start
        clock.shift(timedelta(minutes=1))
        client.get(f"{API}/me")
        assert AccessToken.objects.get(pk=_id(secret)).last_used_at == start + timedelta(hours=1)


def test_finding_who_asks_costs_one_query(ada: Player, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    client = client_of(ada)
    client.get(f"{API}/me")
    with django_assert_num_queries(2):  # the other query reads Ada's reliability
        client.get(f"{API}/me")


def many_tokens(ada: Player, count: int) -> None:
    """Add more tokens, copied from the existing one."""
    (pattern,) = AccessToken.objects.filter(user=ada).values()
    others = [pattern | {"id": None, "token_checksum": f"{number:064x}"} for number in range(count)]
    AccessToken.objects.bulk_create(AccessToken(**other) for other in others)


def test_a_hundred_tokens_are_enough(ada: Player) -> None:
    client = client_of(ada)
    many_tokens(ada, tokens.MOST_TOKENS - 2)
    assert client.post(f"{API}/tokens", {"label": "x", "scopes": ["games:read"]}).status_code == 201
    refused = client.post(f"{API}/tokens", {"label": "x", "scopes": ["games:read"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_tokens")


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer nope", "Bearer nm_" + "0" * 40, "Bearer \xff", "bearer x y"]
)
def test_what_is_no_token_opens_nothing(header: str) -> None:
    refused = stranger().get(f"{API}/me", HTTP_AUTHORIZATION=header)
    assert (refused.status_code, refused.json()["code"]) == (401, "invalid_token")


@pytest.mark.parametrize("header", ["", "Basic YTpi", "nm_" + "0" * 40])
def test_without_a_token_one_is_asked_for(header: str) -> None:
    refused = stranger().get(f"{API}/me", HTTP_AUTHORIZATION=header)
    assert (refused.status_code, refused.json()["code"]) == (401, "not_authenticated")
    assert refused["WWW-Authenticate"].startswith("Bearer ")


def test_a_token_in_the_address_is_no_token(ada: Player) -> None:
    assert stranger().get(f"{API}/me?access_token={secret_of(ada)}").status_code == 401


def test_a_browsers_session_is_no_token(ada: Player) -> None:
    client = stranger()
    client.force_login(ada)
    assert client.get(f"{API}/me").status_code == 401


def test_anyone_who_was_shut_out_has_no_token(ada: Player) -> None:
    client = client_of(ada)
    Player.objects.filter(pk=ada.pk).update(is_active=False)
    assert client.get(f"{API}/me").status_code == 401


def test_a_token_bound_to_another_address_opens_nothing(ada: Player) -> None:
    secret = secret_of(ada)
    AccessToken.objects.filter(pk=_id(secret)).update(resource=["https://elsewhere.example/api"])
    assert with_secret(secret).get(f"{API}/me").status_code == 401


def test_what_opens_nothing_is_forgotten(ada: Player) -> None:
    now = timezone.now()
    kept, _ = _id(secret_of(ada)), secret_of(ada, lasts=timedelta(seconds=-1))
    old = Client()
    old.force_login(ada)
    BrowserSession.objects.update(expire_date=now)

    assert tokens.forget_expired(now=now) == 2

    assert [token.pk for token in AccessToken.objects.all()] == [kept]
    assert not BrowserSession.objects.exists()


def _id(secret: str) -> int:
    return AccessToken.objects.get(prefix=secret[:8]).pk


def test_many_tokens_keep_nobody_from_signing_in_to_revoke_them(ada: Player) -> None:
    client_of(ada)
    many_tokens(ada, tokens.MOST_TOKENS - 1)

    asked = stranger().post(f"{API}/accounts/sign-in", {"email": ada.email})

    assert confirm(asked.json()["confirmation"], mailed_code(ada.email or ""))["token"]["secret"]
