"""A third-party app asks a player for access: authorization code with PKCE (RFC 6749, 7636, 9700)."""

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from games.models import AccessToken, Application, Grant, Player, RefreshToken
from tests.api.people import API, client_of, mailed_code, player, with_secret

pytestmark = pytest.mark.django_db

CALLBACK = "https://app.example/back"
VERIFIER = "v" * 64
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).decode().rstrip("=")


@pytest.fixture
def app() -> Application:
    return Application.objects.create(
        name="Board Viewer",
        client_type=Application.CLIENT_PUBLIC,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        redirect_uris=CALLBACK,
    )


def request_of(app: Application, **changes: str) -> dict[str, str]:
    return {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": CALLBACK,
        "scope": "games:read games:play",
        "state": "xyz",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    } | changes


def browser_of(owner: Player) -> Client:
    browser = Client()
    browser.force_login(owner)
    return browser


def allow(browser: Client, app: Application) -> dict[str, list[str]]:
    """Agree on the consent page; return the parameters sent back to the app."""
    answer = browser.post("/oauth/authorize/", request_of(app) | {"allow": "yes"})
    assert answer.status_code == 302, answer.content
    assert answer["Location"].startswith(CALLBACK)
    return parse_qs(urlsplit(answer["Location"]).query)


def trade(app: Application, **form: str) -> tuple[int, dict[str, Any]]:
    """Ask for tokens as a public client does."""
    answer = Client().post("/oauth/token/", {"client_id": app.client_id, **form})
    return answer.status_code, answer.json()


def tokens(app: Application, owner: Player) -> dict[str, Any]:
    heard = allow(browser_of(owner), app)
    grant = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "code_verifier": VERIFIER}
    status, answer = trade(app, code=heard["code"][0], **grant)
    assert status == 200, answer
    return answer


def test_the_page_says_whose_account_it_is_which_app_and_where_it_leads(app: Application) -> None:
    ada = player("Ada")
    page = browser_of(ada).get("/oauth/authorize/", request_of(app)).content.decode()
    for told in ('<html lang="en">', "<title>Let Board Viewer in? · Night Mail</title>", ada.name, str(ada.email)):
        assert told in page
    assert "leads you to <strong>app.example</strong>" in page
    wrong = browser_of(ada).get("/oauth/authorize/", request_of(app, client_id="nobody"))
    assert "<title>This app cannot be let in · Night Mail</title>" in wrong.content.decode()


def test_an_app_gets_what_its_player_allows(app: Application) -> None:
    ada = player("Ada")
    consent = browser_of(ada).get("/oauth/authorize/", request_of(app))
    page = consent.content.decode()
    assert "Board Viewer" in page
    assert "Make moves in your games" in page
    assert "<script" not in page

    given = tokens(app, ada)

    client = with_secret(given["access_token"])
    current = client.get(f"{API}/tokens/current").json()
    assert (current["app"], current["scopes"]) == ("Board Viewer", ["games:read", "games:play"])
    assert client.get(f"{API}/me").json()["code"] == "insufficient_scope"


def test_the_consent_page_alone_may_lead_to_an_app(app: Application) -> None:
    browser = browser_of(player("Ada"))
    wanted = "form-action 'self' https: http://127.0.0.1:* http://[::1]:*"
    assert wanted in _policy(browser, "/oauth/authorize/", request_of(app))
    assert "form-action 'self'" in _policy(browser, "/api/v1/docs", {})


def _policy(browser: Client, address: str, query: dict[str, str]) -> list[str]:
    return browser.get(address, query)["Content-Security-Policy"].split("; ")


def test_its_tokens_are_kept_hashed(app: Application) -> None:
    given = tokens(app, player("Ada"))
    kept = str([*AccessToken.objects.values(), *RefreshToken.objects.values()])
    assert given["access_token"] not in kept
    assert given["refresh_token"] not in kept


def issuer() -> str:
    """Return the issuer named in the metadata."""
    metadata = Client().get("/.well-known/oauth-authorization-server").json()
    assert metadata["authorization_response_iss_parameter_supported"] is True
    found: str = metadata["issuer"]
    return found


def test_the_answer_says_who_gives_it(app: Application) -> None:
    heard = allow(browser_of(player("Ada")), app)
    assert (heard["state"], heard["iss"]) == (["xyz"], [issuer()])


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"scope": "the:moon"}, "invalid_scope"),
        ({"response_type": "token"}, "unauthorized_client"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge": ""}, "invalid_request"),
        ({"prompt": "none"}, "login_required"),
        ({"resource": "nowhere"}, "invalid_target"),
        ({}, "access_denied"),
    ],
)
def test_so_does_every_refusal(app: Application, changes: dict[str, str], error: str) -> None:
    """RFC 9207, 2: "error responses" are authorization responses as well."""
    asked = request_of(app, **changes)
    browser = Client() if "prompt" in changes else browser_of(player("Ada"))
    answer = browser.post("/oauth/authorize/", asked) if not changes else browser.get("/oauth/authorize/", asked)
    assert answer["Location"].startswith(f"{CALLBACK}?")
    heard = parse_qs(urlsplit(answer["Location"]).query)
    assert (heard["error"], heard["state"], heard["iss"]) == ([error], ["xyz"], [issuer()])


def test_an_issuer_that_stands_in_an_address_is_not_ours(app: Application) -> None:
    back = f"{CALLBACK}?iss=https%3A%2F%2Felsewhere.example"
    Application.objects.filter(pk=app.pk).update(redirect_uris=back)
    answer = browser_of(player("Ada")).get("/oauth/authorize/", request_of(app, redirect_uri=back, scope="the:moon"))
    assert parse_qs(urlsplit(answer["Location"]).query)["iss"] == [issuer()]


def test_a_stranger_is_sent_to_sign_in_and_comes_back(app: Application) -> None:
    player("Ada")
    browser = Client()
    door = browser.get("/oauth/authorize/", request_of(app))
    assert door.status_code == 302
    page = browser.get(door["Location"])
    hidden = re.search(r'name="next"\s+value="([^"]+)"', page.content.decode())
    assert hidden

    asked = browser.post(urlsplit(door["Location"]).path, {"email": "ada@example.org", "next": unescape(hidden[1])})
    assert asked.status_code == 302, asked.content
    inside = browser.post(asked["Location"], {"code": mailed_code("ada@example.org")})

    assert inside.status_code == 302
    assert inside["Location"].startswith("/oauth/authorize/")
    assert "Board Viewer" in browser.get(inside["Location"]).content.decode()


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge": "", "code_challenge_method": ""}, "invalid_request"),
        ({"response_type": "token"}, "unauthorized_client"),
        ({"scope": "tokens:write"}, "invalid_scope"),
        ({"scope": "account:write"}, "invalid_scope"),
    ],
    ids=["without PKCE", "implicit", "tokens", "account"],
)
def test_what_no_app_can_have(app: Application, changes: dict[str, str], error: str) -> None:
    answer = browser_of(player("Ada")).get("/oauth/authorize/", request_of(app, **changes))
    assert parse_qs(urlsplit(answer["Location"]).query)["error"] == [error]


@pytest.mark.parametrize(
    "changes",
    [
        {"code_challenge": "é"},
        {"code_challenge": CHALLENGE[:-1]},
        {"code_challenge": CHALLENGE + "="},
        {"code_challenge": "v" * 129},
        {"code_challenge_method": "plain"},
        {"nonce": "n" * 256},
    ],
)
def test_what_could_not_be_kept_or_met_is_refused_before_anyone_is_asked(
    app: Application, changes: dict[str, str]
) -> None:
    browser, wrong = browser_of(player("Ada")), request_of(app, **changes)
    for answer in (
        browser.get("/oauth/authorize/", wrong),
        browser.post("/oauth/authorize/", wrong | {"allow": "yes"}),
    ):
        assert parse_qs(urlsplit(answer["Location"]).query)["error"] == ["invalid_request"]
    assert not Grant.objects.exists()


def test_the_longest_nonce_is_kept(app: Application) -> None:
    form = request_of(app, nonce="n" * 255) | {"allow": "yes"}
    assert browser_of(player("Ada")).post("/oauth/authorize/", form).status_code == 302
    assert Grant.objects.get().nonce == "n" * 255


def test_a_challenge_is_hashed(app: Application) -> None:
    form = request_of(app, code_challenge_method="plain") | {"allow": "yes"}
    answer = browser_of(player("Ada")).post("/oauth/authorize/", form)
    assert parse_qs(urlsplit(answer["Location"]).query)["error"] == ["invalid_request"]
    assert not Grant.objects.exists()


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]"])
def test_a_native_app_is_answered_at_whichever_port_it_listens(app: Application, host: str) -> None:
    """RFC 8252, 7.3: the app learns only when it asks which port is free."""
    app.redirect_uris = f"http://{host}/back"
    app.full_clean()
    app.save()
    back = f"http://{host}:51004/back"
    answer = browser_of(player("Ada")).post("/oauth/authorize/", request_of(app, redirect_uri=back) | {"allow": "yes"})
    assert answer.status_code == 302
    assert answer["Location"].startswith(f"{back}?")
    code = parse_qs(urlsplit(answer["Location"]).query)["code"][0]
    grant = {"grant_type": "authorization_code", "redirect_uri": back, "code_verifier": VERIFIER}
    assert trade(app, **grant, code=code)[0] == 200


@pytest.mark.parametrize("back", ["http://127.0.0.1:51004/back", "com.example.board:/back"])
def test_a_native_app_hears_what_was_wrong_with_its_request(app: Application, back: str) -> None:
    app.redirect_uris = back.replace(":51004", "")
    app.full_clean()
    app.save()
    answer = browser_of(player("Ada")).get("/oauth/authorize/", request_of(app, redirect_uri=back, scope="the:moon"))
    assert answer.status_code == 302
    assert answer["Location"].startswith(f"{back}?")
    heard = parse_qs(urlsplit(answer["Location"]).query)
    assert (heard["error"], heard["state"]) == (["invalid_scope"], ["xyz"])


@pytest.mark.parametrize("uri", ["http://app.example/back", "http://localhost/back", "http://127.0.0.1.evil.example/"])
def test_no_answer_goes_over_the_network_in_the_clear(app: Application, uri: str) -> None:
    app.redirect_uris = uri
    with pytest.raises(ValidationError):
        app.full_clean()
    app.save()
    answer = browser_of(player("Ada")).get("/oauth/authorize/", request_of(app, redirect_uri=uri))
    assert answer.status_code == 400


def test_an_app_gets_its_answer_where_it_was_registered_only(app: Application) -> None:
    answer = browser_of(player("Ada")).get("/oauth/authorize/", request_of(app, redirect_uri="https://evil.example/"))
    assert answer.status_code == 400


def test_a_code_is_worth_nothing_without_its_verifier(app: Application) -> None:
    heard = allow(browser_of(player("Ada")), app)
    grant = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "code": heard["code"][0]}
    assert trade(app, **grant, code_verifier="w" * 64) == (400, {"error": "invalid_grant"})


def test_a_code_used_twice_ends_what_it_gave(app: Application) -> None:
    """RFC 6749 4.1.2: tokens renewed meanwhile are revoked, too, but nobody else's."""
    others = tokens(app, player("Bob"))
    heard = allow(browser_of(player("Ada")), app)
    grant = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "code_verifier": VERIFIER}
    status, first = trade(app, code=heard["code"][0], **grant)
    assert status == 200
    status, second = trade(app, grant_type="refresh_token", refresh_token=first["refresh_token"])
    assert status == 200

    assert trade(app, code=heard["code"][0], **grant) == (400, {"error": "invalid_grant"})

    assert with_secret(second["access_token"]).get(f"{API}/tokens/current").status_code == 401
    assert trade(app, grant_type="refresh_token", refresh_token=second["refresh_token"])[0] == 400
    assert with_secret(others["access_token"]).get(f"{API}/tokens/current").status_code == 200


def test_an_app_ends_its_own_access(app: Application) -> None:
    given = tokens(app, player("Ada"))
    Client().post("/oauth/revoke_token/", {"client_id": app.client_id, "token": given["access_token"]})
    assert with_secret(given["access_token"]).get(f"{API}/tokens/current").status_code == 401


def test_a_player_ends_an_apps_access(app: Application) -> None:
    ada = player("Ada")
    given = tokens(app, ada)
    client = client_of(ada)
    listed = next(token for token in client.get(f"{API}/tokens").json()["results"] if token["app"] == "Board Viewer")

    assert client.delete(f"{API}/tokens/{listed['id']}").status_code == 204

    assert with_secret(given["access_token"]).get(f"{API}/tokens/current").status_code == 401
    assert trade(app, grant_type="refresh_token", refresh_token=given["refresh_token"])[0] == 400


def test_a_yes_to_an_app_that_was_deleted_meanwhile_finds_nothing(app: Application) -> None:
    browser, asked = browser_of(player("Ada")), request_of(app)
    app.delete()
    assert browser.post("/oauth/authorize/", asked | {"allow": "yes"}).status_code == 404


def test_no_is_an_answer(app: Application) -> None:
    answer = browser_of(player("Ada")).post("/oauth/authorize/", request_of(app))
    assert parse_qs(urlsplit(answer["Location"]).query)["error"] == ["access_denied"]
    assert not Grant.objects.exists()


def test_an_apps_author_finds_the_addresses(app: Application) -> None:
    found = Client().get("/.well-known/oauth-authorization-server").json()
    assert urlsplit(found["token_endpoint"]).path == "/oauth/token/"
    assert "introspection_endpoint" not in found
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["grant_types_supported"] == ["authorization_code", "refresh_token"]
    assert "none" in found["token_endpoint_auth_methods_supported"]
