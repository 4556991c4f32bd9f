"""Apps that players offer to others: registered on a page, changed, given a new secret, deleted."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.errors import Refused
from games.models import AccessToken, Application, Player, RefreshToken
from games.people import own_apps
from games.people.own_apps import MOST_APPS, AppWish
from tests.api.people import API, player, with_secret
from tests.api.test_oauth import CALLBACK, VERIFIER, allow, browser_of, request_of, tokens, trade
from tests.sweeps import at_length
from tests.web.people import come_in, text_of

pytestmark = pytest.mark.django_db

NEW = "/settings/own-apps/new"
FORM = {"name": "Board Viewer", "kind": "public", "redirects": CALLBACK, "form_id": "a"}
NATIVE = "org.example.viewer:/back"


@pytest.fixture
def ada() -> Player:
    return player("Ada")


def registered(owner: Player, name: str = "Board Viewer", *redirects: str, has_secret: bool = False) -> Application:
    wish = AppWish(name, redirects or (CALLBACK,))
    return own_apps.register(owner=owner, wish=wish, has_secret=has_secret, now=timezone.now())[0]


def page_of(app: Application) -> str:
    return f"/settings/own-apps/{app.client_id}"


WRONG = [
    ({"redirects": "javascript:alert(1)"}, "Use https;"),
    ({"redirects": f"{CALLBACK}\nJavaScript://app.example/%0aalert(1)"}, "Use https;"),
    ({"redirects": "data:/text/html,x"}, "Use https;"),
    ({"redirects": "http://app.example/back"}, "Use https;"),
    ({"redirects": "http://localhost/back"}, "Use https;"),
    ({"redirects": "myapp:/back"}, "Use https;"),
    ({"redirects": "org.example.viewer://host/back"}, "Use https;"),
    ({"redirects": "https://games.example@evil.example/"}, "Use https;"),
    ({"redirects": "https:/app.example/back"}, "redirect uri"),
    ({"redirects": "https://app.example/back#x"}, "redirect uri"),
    ({"redirects": "https://games.example@böse.example/"}, "Use https;"),
    ({"redirects": "https://[::1/back"}, "not an address"),
    ({"redirects": "https://app.example:port/back"}, "not an address"),
    ({"redirects": "https://exa\u2100mple.example/back"}, "not an address"),
    ({"redirects": "https://-ü-.example/back"}, "not an address"),
    ({"redirects": NATIVE, "kind": "confidential"}, "can keep no secret"),
    ({"redirects": " ".join(f"{CALLBACK}{n}" for n in range(11))}, "At most 10 addresses"),
    ({"redirects": ""}, "required"),
    ({"name": "Night Mail"}, "reserved"),
    ({"name": "Night Mai1 Team"}, "reserved"),
    ({"name": "evil.example"}, "address"),
    ({"name": "Bоard Viewer"}, "one script"),
    ({"name": "board viewer II"}, "Another app has this name"),
    ({"kind": "x"}, "valid choice"),
    ({"form_id": ""}, "Register the app"),
]


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("https://Bücher.example/zurück?von=köln", "https://xn--bcher-kva.example/zur%C3%BCck?von=k%C3%B6ln"),
        ("https://straße.example:8443/back", "https://xn--strae-oqa.example:8443/back"),
        ("org.example.viewer:/zurück", "org.example.viewer:/zur%C3%BCck"),
        ("https://xn--bcher-kva.example/back", "https://xn--bcher-kva.example/back"),
    ],
)
def test_an_international_address_works_as_browsers_and_apps_send_it(ada: Player, written: str, sent: str) -> None:
    app = registered(ada, "Board Viewer", written)
    assert app.redirect_uris == sent
    answer = come_in(player("Bob")).post("/oauth/authorize/", request_of(app, redirect_uri=sent) | {"allow": "yes"})
    assert answer["Location"].startswith(f"{sent}{'&' if '?' in sent else '?'}")
    code = parse_qs(urlsplit(answer["Location"]).query)["code"][0]
    grant = {"grant_type": "authorization_code", "redirect_uri": sent, "code_verifier": VERIFIER}
    assert trade(app, **grant, code=code)[0] == 200


class TestRegistering:
    def test_an_app_without_a_secret_is_registered_and_let_in(self, ada: Player) -> None:
        browser = come_in(ada)
        answer = browser.post(NEW, FORM)
        app = Application.objects.get(user=ada)
        assert answer["Location"] == page_of(app)
        assert app.client_id in text_of(browser, page_of(app))
        assert tokens(app, player("Bob"))["scope"] == "games:read games:play"
        assert "1 player has let it in" in text_of(browser, "/settings/own-apps")
        asked = browser_of(player("Eve")).get("/oauth/authorize/", request_of(app)).content.decode()
        assert "The player Ada has registered this app" in asked

    def test_a_secret_is_shown_once_and_needed(self, ada: Player) -> None:
        browser = come_in(ada)
        assert browser.post(NEW, {**FORM, "kind": "confidential"})["Location"] == "/settings/own-apps/secret"
        secret = re.findall(r"<textarea[^>]*>(.+)</textarea>", text_of(browser, "/settings/own-apps/secret"))[0]
        app = Application.objects.get(user=ada)
        again = browser.get("/settings/own-apps/secret", follow=True).content.decode()
        assert "Make a new one." in again
        assert secret not in again + text_of(browser, page_of(app)) + str(Application.objects.values())
        grant = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "code_verifier": VERIFIER}
        bob = browser_of(player("Bob"))
        assert trade(app, code=allow(bob, app)["code"][0], **grant) == (401, {"error": "invalid_client"})
        assert trade(app, code=allow(bob, app)["code"][0], **grant, client_secret=secret)[0] == 200

    def test_a_form_sent_twice_registers_one(self, ada: Player) -> None:
        browser = come_in(ada)
        for name in ("Board Viewer", "Another"):
            assert browser.post(NEW, {**FORM, "name": name}).status_code == 302
        assert Application.objects.count() == 1

    @pytest.mark.parametrize(("changes", "told"), at_length(WRONG, at_once=WRONG[::5]))
    def test_what_is_wrong_is_said_and_nothing_registered(
        self, ada: Player, changes: dict[str, str], told: str
    ) -> None:
        registered(player("Bob"), "Board Viewer ll")
        answer = come_in(ada).post(NEW, {**FORM, **changes})
        assert (answer.status_code, told in answer.content.decode()) == (400, True), answer.content.decode()
        assert not Application.objects.filter(user=ada).exists()

    def test_there_can_be_so_many(self, ada: Player) -> None:
        for number in range(MOST_APPS):
            registered(ada, f"App {number}")
        answer = come_in(ada).post(NEW, FORM)
        assert (answer.status_code, "Too many apps" in answer.content.decode()) == (409, True)

    def test_a_proof_is_asked_for_and_a_form_of_another_site_does_nothing(self, ada: Player) -> None:
        assert "/settings/proof" in browser_of(ada).post(NEW, FORM)["Location"]
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = come_in(ada).cookies
        assert strict.post(NEW, FORM).status_code == 403
        assert not Application.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_at_once_are_counted_one_by_one() -> None:
    ada = player("Ada")
    for number in range(MOST_APPS - 1):
        registered(ada, f"App {number}")
    with ThreadPoolExecutor(2) as both:
        found = list(both.map(lambda name: _registers(ada, name), ("One", "Two")))
    assert sorted(found) == ["", "too_many_apps"]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_a_name_at_once_one_is_told() -> None:
    with ThreadPoolExecutor(2) as both:
        found = list(both.map(lambda owner: _registers(owner, "Board Viewer"), [player("Ada"), player("Bob")]))
    assert sorted(found) == ["", "name"]


def _registers(owner: Player, name: str) -> str:
    try:
        registered(owner, name)
    except Refused as refusal:
        return refusal.code
    except ValidationError as error:
        return "".join(error.message_dict)
    finally:
        connection.close()
    return ""


class TestOwning:
    def test_it_is_there_for_nobody_else(self, ada: Player) -> None:
        app, browser = registered(player("Bob"), has_secret=True), come_in(ada)
        assert browser.get(page_of(app)).status_code == 404
        for form in ({"name": "Mine", "redirects": "https://evil.example/"}, {"do": "secret"}, {"do": "delete"}):
            assert browser.post(page_of(app), {"really": app.name, **form}).status_code == 404
        app.refresh_from_db()
        assert (app.name, app.redirect_uris) == ("Board Viewer", CALLBACK)
        assert app.name not in text_of(browser, "/settings/own-apps")
        assert browser.get("/settings/own-apps/nobody").status_code == 404

    def test_it_is_changed(self, ada: Player) -> None:
        app, browser = registered(ada), come_in(ada)
        wish = {"name": "Board Viewer 2", "redirects": f"{CALLBACK}\r\n{NATIVE}\r\n{CALLBACK}"}
        assert browser.post(page_of(app), wish).status_code == 302
        app.refresh_from_db()
        assert (app.name, app.redirect_uris) == ("Board Viewer 2", f"{CALLBACK} {NATIVE}")
        assert browser.post(page_of(app), {**wish, "redirects": "javascript:x"}).status_code == 400
        assert browser.post(page_of(app), wish).status_code == 302, "it may keep its own name"

    def test_a_new_secret_ends_the_one_before(self, ada: Player) -> None:
        app, browser = registered(ada, has_secret=True), come_in(ada)
        before = app.client_secret
        assert browser.post(page_of(app), {"do": "secret"})["Location"] == "/settings/own-apps/secret"
        assert "client_secret" in text_of(browser, "/settings/own-apps/secret")
        app.refresh_from_db()
        assert app.client_secret != before
        public = registered(ada, "Another")
        assert browser.post(page_of(public), {"do": "secret"}).status_code == 404

    def test_whoever_takes_the_cookie_of_the_secret_sees_nothing(self, ada: Player) -> None:
        browser, other = come_in(ada), come_in(player("Bob"))
        browser.post(NEW, {**FORM, "kind": "confidential"})
        other.cookies["new-app-secret"] = browser.cookies["new-app-secret"].value
        assert other.get("/settings/own-apps/secret")["Location"] == "/settings/own-apps"

    def test_deleted_it_is_out_everywhere(self, ada: Player) -> None:
        app, browser = registered(ada), come_in(ada)
        given = tokens(app, player("Bob"))
        assert browser.post(page_of(app), {"do": "delete", "really": "Bored Viewer"}).status_code == 400
        assert with_secret(given["access_token"]).get(f"{API}/games").status_code == 200
        assert browser.post(page_of(app), {"do": "delete", "really": "board viewer"}).status_code == 302
        assert with_secret(given["access_token"]).get(f"{API}/games").status_code == 401
        assert trade(app, grant_type="refresh_token", refresh_token=given["refresh_token"])[0] == 401
        assert [model.objects.count() for model in (Application, RefreshToken, AccessToken)] == [0, 0, 0]
        assert browser.post(page_of(app), {"do": "delete", "really": "Board Viewer"}).status_code == 404


class TestConsent:
    """The consent page for an app that runs on the player's own device."""

    def test_by_a_scheme_of_its_own(self, ada: Player) -> None:
        """RFC 8252, 7.1."""
        app = registered(ada, "Board Viewer", NATIVE)
        bob = browser_of(player("Bob"))
        asked = bob.get("/oauth/authorize/", request_of(app, redirect_uri=NATIVE))
        assert "opens <strong>org.example.viewer</strong>" in asked.content.decode()
        assert "org.example.viewer:" in asked["Content-Security-Policy"]
        answer = bob.post("/oauth/authorize/", request_of(app, redirect_uri=NATIVE) | {"allow": "yes"})
        assert answer["Location"].startswith(f"{NATIVE}?code=")
        for wrong in ("org.example.viewer:/evil", "org.example.other:/back", "javascript:alert(1)"):
            assert bob.get("/oauth/authorize/", request_of(app, redirect_uri=wrong)).status_code == 400

    def test_each_time(self, ada: Player) -> None:
        """RFC 8252, 8.6: any program can impersonate an authorized one."""
        app, bob = registered(ada), player("Bob")
        tokens(app, bob)
        asked = browser_of(bob).get("/oauth/authorize/", request_of(app, approval_prompt="auto"))
        assert (asked.status_code, "Let Board Viewer in?" in asked.content.decode()) == (200, True)


def test_an_admin_cannot_give_two_apps_one_name(ada: Player) -> None:
    registered(ada)
    facts: dict[str, Any] = {"client_type": "public", "authorization_grant_type": "authorization-code"}
    with pytest.raises(ValidationError, match="looks like it"):
        Application(name="BOARD VIEWER", redirect_uris=CALLBACK, **facts).full_clean()
