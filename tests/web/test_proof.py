"""Actions that give access to the account need a fresh proof: an open browser is not enough, nor is any other code."""

from datetime import timedelta
from urllib.parse import urlencode

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.models import Player
from games.people import addresses
from tests.api.people import mailed_code, newest_mail, player
from tests.web.people import browser_of, come_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Player:
    return player("Ada", time_zone="Europe/Oslo")


def again(who: Player) -> Player:
    return Player.objects.get(pk=who.pk)


class TestProof:
    """Actions that give access to the account need a fresh proof."""

    GUARDED = (
        "/settings/tokens/new",
        "/accounts/2fa/webauthn/add/",
        "/accounts/2fa/totp/activate/",
        "/accounts/2fa/recovery-codes/generate/",
    )

    @pytest.mark.parametrize("path", GUARDED)
    def test_a_browser_left_open_is_asked_first(self, ada: Player, path: str) -> None:
        browser = browser_of(ada)
        for answer in (browser.get(path), browser.post(path, {"name": "x"})):
            assert answer["Location"] == f"/settings/proof?{urlencode({'next': path})}"
        assert come_in(ada).get(path).status_code == 200

    def test_it_wears_off(self, ada: Player) -> None:
        browser = come_in(ada)
        with time_machine.travel(timezone.now() + timedelta(minutes=16)):
            assert browser.get("/settings/tokens/new").status_code == 302
            assert browser.get("/settings/tokens").status_code == 200

    def proved(self, browser: Client, onward: str = "/settings/tokens/new") -> str:
        browser.post("/settings/proof", {"do": "send", "next": onward})
        answer = browser.post("/settings/proof", {"code": mailed_code("ada@example.org"), "next": onward})
        assert answer.status_code == 302, answer.content
        return answer["Location"]

    def test_an_emailed_code_shows_it_and_leads_on(self, ada: Player) -> None:
        browser = browser_of(ada)
        assert self.proved(browser) == "/settings/tokens/new"
        assert browser.get("/settings/tokens/new").status_code == 200
        assert newest_mail("ada@example.org").template == "account/email/proof"

    def test_looking_sends_nothing(self, ada: Player) -> None:
        browser = browser_of(ada)
        text_of(browser, "/settings/proof?next=/settings/tokens/new")
        with pytest.raises(Exception, match="does not exist"):
            newest_mail("ada@example.org")

    @pytest.mark.parametrize("onward", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:x"])
    def test_it_leads_nowhere_else(self, ada: Player, onward: str) -> None:
        assert self.proved(browser_of(ada), onward).startswith(("/settings", "/evil.example"))

    def test_wrong_codes_are_counted(self, ada: Player) -> None:
        browser = browser_of(ada)
        browser.post("/settings/proof", {"do": "send"})
        right = mailed_code("ada@example.org")
        for _ in range(5):
            answer = browser.post("/settings/proof", {"code": "XXXX-XXXX"})
            assert (answer.status_code, "That code is wrong" in answer.content.decode()) == (400, True)
        assert browser.post("/settings/proof", {"code": right}).status_code == 400
        assert browser.get("/settings/tokens/new").status_code == 302
        assert self.proved(browser) == "/settings/tokens/new", "another code, another five"

    def test_codes_are_not_sent_without_end(self, ada: Player) -> None:
        browser = browser_of(ada)
        answers = [browser.post("/settings/proof", {"do": "send"}).status_code for _ in range(6)]
        assert answers == [302, 302, 302, 302, 302, 429]

    def test_two_tabs_take_the_newest_code(self, ada: Player) -> None:
        browser = browser_of(ada)
        browser.post("/settings/proof", {"do": "send"})
        older = mailed_code("ada@example.org")
        browser.post("/settings/proof", {"do": "send"})
        assert browser.post("/settings/proof", {"code": older}).status_code == 400
        answer = browser.post("/settings/proof", {"code": mailed_code("ada@example.org")})
        assert answer["Location"] == "/settings"
        assert browser.post("/settings/proof", {"code": older}).status_code == 400

    def test_its_code_opens_nothing_else(self, ada: Player) -> None:
        browser, thief = browser_of(ada), browser_of(player("Eve"))
        browser.post("/settings/proof", {"do": "send"})
        confirmation, code = browser.session["proof"], mailed_code("ada@example.org")
        sent = {"confirmation": confirmation, "code": code}
        asked = Client().post("/api/v1/accounts/confirm", sent, "application/json")
        assert (asked.status_code, asked.content) == (204, b"")
        thief.post("/settings/proof", {"do": "send"})
        session = thief.session
        session["proof"] = confirmation
        session.save()
        assert thief.post("/settings/proof", {"code": code}).status_code == 400
        link = (newest_mail("ada@example.org").context or {})["link"]
        assert Client().get(link.removeprefix("https://night-mail.example")).status_code == 410

    def test_no_other_code_shows_it(self, ada: Player) -> None:
        """A code for erasing, or for changing the address, does only that and proves nothing."""
        browser = browser_of(ada)
        browser.post("/settings/proof", {"do": "send"})
        browser.post("/settings/erase", {"name": "Ada"})
        assert browser.post("/settings/proof", {"code": mailed_code("ada@example.org")}).status_code == 400
        assert again(ada).erased_at is None

    def test_the_address_is_asked_for_with_it_and_kept_without(self, ada: Player) -> None:
        browser = browser_of(ada)
        answer = browser.post("/accounts/address/", {"email": "new@example.org"})
        assert answer["Location"].startswith("/settings/proof?")
        assert addresses.pending_change(ada) is None
        fresh = come_in(ada)
        fresh.post("/accounts/address/", {"email": "new@example.org"})
        assert addresses.pending_change(ada) is not None
        browser.post("/accounts/address/", {"do": "stop"})
        assert addresses.pending_change(ada) is None
