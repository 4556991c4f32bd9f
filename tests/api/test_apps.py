"""Other clients that act for a player: authorized apps and browsers; and how a second factor restricts them."""

from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.utils import timezone

from games.models import Application, RefreshToken
from notifications.letters.accounts import write
from notifications.models import Mail
from tests.api.people import API, client_of, confirm, mailed_code, mailed_link, player, stranger, with_secret
from tests.api.test_oauth import app, tokens, trade
from tests.web.people import come_in, text_of

__all__ = ["app"]

MAILS = Path(__file__).parents[2] / "notifications" / "templates" / "mfa" / "email"

pytestmark = pytest.mark.django_db


def test_an_app_is_listed_once_and_shown_out_for_good(app: Application) -> None:
    ada = player("Ada")
    given = tokens(app, ada)
    tokens(app, ada)
    me = client_of(ada)
    (row,) = me.get(f"{API}/me/apps").json()["results"]
    assert (row["name"], row["scopes"]) == ("Board Viewer", ["games:read", "games:play"])
    assert client_of(player("Bob")).get(f"{API}/me/apps").json()["results"] == []
    assert client_of(player("Eve")).delete(f"{API}/me/apps/{row['id']}").status_code == 404

    assert me.delete(f"{API}/me/apps/{row['id']}").status_code == 204

    assert me.delete(f"{API}/me/apps/{row['id']}").status_code == 404
    assert me.get(f"{API}/me/apps").json()["results"] == []
    assert with_secret(given["access_token"]).get(f"{API}/games").status_code == 401
    status, _ = trade(app, grant_type="refresh_token", refresh_token=given["refresh_token"])
    assert status == 400
    assert me.get(f"{API}/me").status_code == 200


def test_an_app_whose_token_has_run_out_is_still_in(app: Application) -> None:
    ada = player("Ada")
    given = tokens(app, ada)
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        browser = come_in(ada)
        assert client_of(ada).get(f"{API}/me/apps").json()["results"][0]["name"] == "Board Viewer"
        assert "Make moves in your games" in text_of(browser, "/settings/apps")
        for wanted in ("x", "", "9" * 30, "\u00b2", str(app.pk), str(app.pk)):
            assert browser.post("/settings/apps", {"app": wanted}).status_code == 302
        status, _ = trade(app, grant_type="refresh_token", refresh_token=given["refresh_token"])
        assert status == 400
    assert not RefreshToken.objects.filter(revoked=None).exists()


def test_one_that_has_not_asked_for_months_is_gone(app: Application) -> None:
    ada = player("Ada")
    tokens(app, ada)
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        assert client_of(ada).get(f"{API}/me/apps").json()["results"] == []


def test_all_browsers_are_signed_out_and_tokens_stay() -> None:
    ada = player("Ada")
    browser, me = come_in(ada), client_of(ada, ["account:write", "account:read"])
    assert me.delete(f"{API}/me/browsers").status_code == 204
    assert browser.get("/settings").status_code == 302
    assert me.get(f"{API}/me").status_code == 200


@pytest.mark.parametrize("what", sorted({path.name.rpartition("_")[0] for path in MAILS.glob("*.txt")}))
def test_each_email_about_a_second_factor_can_be_written(what: str) -> None:
    letter = write(Mail(template=f"mfa/email/{what}", context={}, player=player("Ada")))
    assert "sign out everywhere else" in " ".join(letter.text.split())
    assert letter.subject.startswith("[Night Mail] ")


class TestASecondFactor:
    """Somebody who can read the mailbox gets no further with a program than in a browser."""

    def test_no_emailed_code_gives_a_token(self) -> None:
        TOTP.activate(player("Ada"), "JBSWY3DPEHPK3PXP")
        asked = stranger().post(f"{API}/accounts/sign-in", {"email": "ada@example.org"}).json()
        sent = {"confirmation": asked["confirmation"], "code": mailed_code("ada@example.org")}
        answer = stranger().post(f"{API}/accounts/confirm", sent)
        assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_needed")
        assert "secret" not in answer.content.decode()

    def test_nor_does_its_link_or_a_second_sign_up(self) -> None:
        TOTP.activate(player("Ada"), "JBSWY3DPEHPK3PXP")
        stranger().post(f"{API}/accounts", {"email": "ada@example.org", "name": "Eve"})
        answer = stranger().post(f"{API}/accounts/confirm", {"code": mailed_link("ada@example.org")})
        assert answer.json()["code"] == "second_factor_needed"

    def test_tokens_that_there_are_go_on(self) -> None:
        ada = player("Ada")
        me = client_of(ada)
        TOTP.activate(ada, "JBSWY3DPEHPK3PXP")
        assert me.get(f"{API}/me").status_code == 200

    def test_a_browser_left_open_and_the_mailbox_are_no_way_around_it(self) -> None:
        ada = player("Ada")
        TOTP.activate(ada, "JBSWY3DPEHPK3PXP")
        browser = Client()
        browser.force_login(ada)
        assert browser.get("/settings/tokens/new")["Location"].startswith("/accounts/2fa/reauthenticate/?")
        assert browser.post("/settings/proof", {"do": "send"})["Location"].startswith("/accounts/2fa/reauthenticate/")
        browser.post("/accounts/login/", {"email": "ada@example.org"})
        answer = browser.post("/accounts/code/", {"code": mailed_code("ada@example.org")})
        assert answer["Location"] == "/accounts/2fa/authenticate/"
        assert browser.get("/settings/tokens/new").status_code == 302
        assert browser.get("/settings/erase").status_code == 302
        assert browser.post("/settings/erase", {"name": "Ada"}).status_code == 302


def test_without_one_an_emailed_code_does() -> None:
    player("Ada")
    asked = stranger().post(f"{API}/accounts/sign-in", {"email": "ada@example.org"}).json()
    assert confirm(asked["confirmation"], mailed_code("ada@example.org"))["token"]["secret"].startswith("nm_")
