"""Signing in by browser, for the admin and to authorize an app, through the same process that programs use."""

import re
from collections.abc import Iterator

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import Player
from notifications.models import Mail
from tests.api.people import mailed_code, mailed_link, newest_mail, player

pytestmark = pytest.mark.django_db

OFFERED = {
    "accounts/",
    "accounts/login/",
    "accounts/signup/",
    "accounts/code/",
    "accounts/link/<str:token>",
    "accounts/address/",
    "accounts/keep/",
    "accounts/invitations/",
    "accounts/stop/<str:token>",
    "accounts/logout/",
    "accounts/inactive/",
    "accounts/2fa/",
    "accounts/2fa/first/<str:token>",
    "accounts/2fa/authenticate/",
    "accounts/2fa/reauthenticate/",
    "accounts/2fa/webauthn/",
    "accounts/2fa/webauthn/login/",
    "accounts/2fa/webauthn/reauthenticate/",
    "accounts/2fa/webauthn/add/",
    "accounts/2fa/webauthn/keys/<int:pk>/remove/",
    "accounts/2fa/webauthn/keys/<int:pk>/edit/",
    "accounts/2fa/totp/activate/",
    "accounts/2fa/totp/deactivate/",
    "accounts/2fa/recovery-codes/",
    "accounts/2fa/recovery-codes/generate/",
    "accounts/2fa/recovery-codes/download/",
}


def ask(browser: Client, address: str, onward: str = "/admin/") -> str:
    answer = browser.post("/accounts/login/", {"email": address, "next": onward}, REMOTE_ADDR="192.0.2.77")
    assert answer.status_code == 302, answer.content
    return answer["Location"]


def test_players_do_not_come_into_the_admin() -> None:
    browser = Client()
    browser.force_login(player("Ada"))
    assert browser.get("/admin/").status_code in {302, 403}


def test_the_admin_sends_strangers_to_the_door() -> None:
    answer = Client().get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/")


def test_somebody_signs_up_and_lands_at_the_games() -> None:
    browser = Client()
    said = {"name": "Ada", "email": "Ada@Example.org", "time_zone": "Europe/Oslo"}
    asked = browser.post("/accounts/signup/", said)
    assert asked["Location"] == "/accounts/code/"
    assert not Player.objects.exists()

    inside = browser.post("/accounts/code/", {"code": mailed_code("ada@example.org")}, follow=True)

    assert inside.redirect_chain[-1][0] == "/games"
    assert "Signed in as Ada" in inside.content.decode()
    ada = Player.objects.get()
    assert (ada.email, ada.time_zone, ada.kind) == ("Ada@example.org", "Europe/Oslo", "human")


def test_a_name_that_is_taken_costs_nothing_that_was_typed() -> None:
    player("Ada")
    said = {"name": "ada", "email": "other@example.org", "time_zone": "Europe/Oslo"}
    answer = Client().post("/accounts/signup/", said)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "The name is taken" in page
    assert 'value="other@example.org"' in page
    assert not Mail.objects.exists()


def test_nobody_learns_who_has_an_account() -> None:
    player("Ada")
    known, unknown = (ask(Client(), address) for address in ("ada@example.org", "bob@example.org"))
    assert known == unknown
    assert newest_mail("bob@example.org").template == "account/email/unknown_account"


def test_an_email_does_not_remember_where_it_was_asked_from() -> None:
    player("Ada")
    ask(Client(HTTP_USER_AGENT="Somebody's browser"), "ada@example.org")
    for mail in Mail.objects.all():
        assert "192.0.2.77" not in str(mail.context)
        assert "browser" not in str(mail.context)


class TestTheLink:
    """A sign-in link works in any browser, once, and does nothing on GET, because link scanners fetch every link."""

    def test_it_signs_in(self) -> None:
        player("Ada")
        ask(Client(), "ada@example.org")
        elsewhere, link = Client(), mailed_link("ada@example.org")
        for _ in range(2):
            looked = elsewhere.get(link)
            assert (looked.status_code, "As Ada" in looked.content.decode()) == (200, True)
            assert elsewhere.get("/mail/").status_code == 302

        assert elsewhere.post(link)["Location"] == "/games"

        assert elsewhere.get("/mail/").status_code == 200
        assert Client().get(link).status_code == 410
        assert Client().post(link).status_code == 400

    def test_no_other_site_presses_its_button(self) -> None:
        player("Ada")
        ask(Client(), "ada@example.org")
        strict = Client(enforce_csrf_checks=True)
        assert strict.post(mailed_link("ada@example.org")).status_code == 403

    def test_it_is_no_way_around_a_second_factor(self) -> None:
        ada = player("Ada")
        TOTP.activate(ada, "JBSWY3DPEHPK3PXP")
        ask(Client(), "ada@example.org")
        browser = Client()
        assert browser.post(mailed_link("ada@example.org"))["Location"] == "/accounts/2fa/authenticate/"
        assert browser.get("/mail/").status_code == 302

    def test_what_is_no_link_of_ours_opens_nothing(self) -> None:
        player("Ada")
        ask(Client(), "ada@example.org")
        link = mailed_link("ada@example.org")
        for forged in (link[:-1], link.partition("~")[0] + "~x", "/accounts/link/x", "/accounts/link/~"):
            assert Client().post(forged).status_code == 400


@pytest.mark.parametrize(
    "onward",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "https://night-mail.example//evil.example"],
)
def test_nobody_is_led_away(onward: str) -> None:
    player("Ada")
    browser = Client()
    page = ask(browser, "ada@example.org", onward)
    assert browser.post(page, {"code": mailed_code("ada@example.org")})["Location"] in {"/games", "/evil.example"}


def test_a_host_that_is_allowed_is_not_ours_to_lead_to() -> None:
    player("Ada")
    browser = Client(HTTP_HOST="localhost")
    page = ask(browser, "ada@example.org", "http://localhost/mail/")
    assert browser.post(page, {"code": mailed_code("ada@example.org")})["Location"] == "/games"


def patterns(found: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for one in found:
        here = before + str(one.pattern)
        yield from patterns(one.url_patterns, here) if isinstance(one, URLResolver) else [here]


def test_nothing_is_there_that_is_not_offered() -> None:
    """No passwords, no list of addresses, no second way to request a code; and every offered address answers."""
    there = {one for one in patterns(get_resolver().url_patterns) if one.startswith("accounts/")}
    assert there == OFFERED
    inside = Client()
    inside.force_login(player("Ada"))
    for visitor in (Client(), inside):
        for one in sorted(there):
            answer = visitor.get(f"/{one.replace('<str:token>', 'x~y').replace('<int:pk>', '1')}")
            if one.startswith("accounts/2fa/") and answer.status_code in {403, 404}:
                continue  # Ada has no second factor to show
            if one == "accounts/invitations/" and answer.status_code == 404:
                continue  # nobody needs one
            assert answer.status_code in {200, 302, 410}, one
            page = answer.content.decode()
            assert "password" not in page.lower().replace("no passwords", ""), one
            if page:
                assert '<html lang="en"' in page, one
                assert re.search(r"<title>\s*\w", page), one


def test_a_second_factor_is_kept_encrypted() -> None:
    secret = "JBSWY3DPEHPK3PXP"
    TOTP.activate(player("Ada"), secret)
    kept = Authenticator.objects.get().data["secret"]
    assert secret not in kept
    assert get_adapter().decrypt(kept) == secret


def test_django_s_own_command_makes_an_administrator_without_a_password() -> None:
    root = Player.objects.create_superuser("root@example.org", "Root", "correct horse battery")
    assert not root.has_usable_password()
