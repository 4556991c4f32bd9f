"""Browsers come in for the admin and to let an app in."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client

from games.models import Player
from notifications.models import Mail
from tests.api.people import mailed_code, newest_mail, player

pytestmark = pytest.mark.django_db


def ask(browser: Client, address: str) -> str:
    answer = browser.post("/accounts/login/code/", {"email": address, "next": "/admin/"}, REMOTE_ADDR="192.0.2.77")
    assert answer.status_code == 302, answer.content
    return answer["Location"]


def test_staff_come_in_by_a_mailed_code() -> None:
    ada = player("Ada", is_staff=True)
    browser = Client()
    page = ask(browser, "ada@example.org")

    inside = browser.post(page, {"code": mailed_code("ada@example.org")})

    assert inside["Location"] == "/admin/"
    home = browser.get("/admin/")
    assert home.status_code == 200
    assert "signed in as Ada." in home.content.decode()
    assert newest_mail("ada@example.org").player == ada


def test_players_do_not_come_into_the_admin() -> None:
    browser = Client()
    browser.force_login(player("Ada"))
    assert browser.get("/admin/").status_code in {302, 403}


def test_the_admin_sends_strangers_to_the_door() -> None:
    answer = Client().get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/")


def test_nobody_signs_up_here() -> None:
    Client().post("/accounts/signup/", {"email": "eve@example.org", "password1": "correct horse battery"})
    assert not Player.objects.exists()
    assert not EmailAddress.objects.exists()


def test_nobody_learns_who_has_an_account() -> None:
    player("Ada")
    known, unknown = (ask(Client(), address) for address in ("ada@example.org", "bob@example.org"))
    assert known == unknown
    assert newest_mail("bob@example.org").template == "account/email/unknown_account"


def test_a_mail_does_not_remember_where_it_was_asked_from() -> None:
    player("Ada")
    ask(Client(HTTP_USER_AGENT="Somebody's browser"), "ada@example.org")
    for mail in Mail.objects.all():
        assert "192.0.2.77" not in str(mail.context)
        assert "browser" not in str(mail.context)


def test_addresses_are_changed_by_the_api_only() -> None:
    browser = Client()
    browser.force_login(player("Ada"))
    assert browser.get("/accounts/email/").status_code == 404


def test_a_second_factor_is_kept_encrypted() -> None:
    secret = "JBSWY3DPEHPK3PXP"
    TOTP.activate(player("Ada"), secret)
    kept = Authenticator.objects.get().data["secret"]
    assert secret not in kept
    assert get_adapter().decrypt(kept) == secret
