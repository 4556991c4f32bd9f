"""Each reader has one language: the account's, or for strangers what they chose here or what their browser asks for."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from time_machine import TimeMachineFixture

from games.models import Player
from games.web.manual import document_pages
from games.web.manual.addresses import DOCS
from notifications import links
from tests.api.people import API, client_of, mailed_code, player, stranger
from tests.games.stories import NOON, holder
from tests.web.people import browser_of
from tests.web.seat_links import begun, link_to

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("german")]

GERMAN = {"Accept-Language": "da;q=0.9, de-CH, en;q=0.5"}


def language_of(browser: Client, path: str, accepted: str = "") -> str:
    """Return the language of a page, which its header and its root element agree about."""
    page = browser.get(path, headers={"Accept-Language": accepted} if accepted else {})
    named = re.search(r'<html lang="([^"]*)"', page.content.decode())
    assert named, page.content
    assert named[1] == page["Content-Language"]
    return named[1]


class TestStrangers:
    def test_the_browser_says_what_it_wants(self) -> None:
        assert language_of(Client(), "/", GERMAN["Accept-Language"]) == "de"
        assert language_of(Client(), "/", "fi") == "en"
        assert {"Accept-Language", "Cookie"} <= set(Client().get("/")["Vary"].split(", "))

    def test_the_footer_leads_to_another(self) -> None:
        browser = Client(headers=GERMAN)
        assert '<a href="/language">Language: Deutsch</a>' in browser.get("/rules").content.decode()
        page = browser.get("/language", headers={"Referer": "https://night-mail.example/rules?a=1"}).content.decode()
        assert '<input type="hidden" name="next" value="/rules?a=1">' in page
        assert 'value="de" lang="de" aria-current="true">Deutsch</button>' in page
        answer = browser.post("/language", {"language": "en", "next": "/rules?a=1"})
        assert answer["Location"] == "/rules?a=1"
        assert language_of(browser, "/rules") == "en"

    def test_a_link_from_elsewhere_leads_back_to_the_front_page(self) -> None:
        page = Client().get("/language", headers={"Referer": "https://evil.example/rules"}).content.decode()
        assert '<input type="hidden" name="next" value="">' in page

    def test_an_invitation_has_the_choice_on_its_page(self) -> None:
        """Its address is a secret, so no browser says that the reader came from there."""
        page = Client(headers=GERMAN).get("/join/nonsense").content.decode()
        assert '<option value="de" lang="de" selected>Deutsch</option>' in page
        assert '<input type="hidden" name="next" value="/join/nonsense">' in page

    def test_pages_without_a_form_set_no_cookie(self) -> None:
        for path in ("/rules", "/tables", "/leaderboard", "/nowhere"):
            assert not Client(headers=GERMAN).get(path).cookies, path

    def test_an_address_that_no_page_has_says_so_in_the_reader_s_language(self) -> None:
        assert language_of(browser_of(player("Ada", language="de")), "/nowhere") == "de"

    def test_a_picture_without_words_is_the_same_for_everybody(self) -> None:
        answer = Client(headers=GERMAN).get("/favicon.ico")
        assert "Content-Language" not in answer
        assert not {"Accept-Language", "Cookie"} & set(answer.get("Vary", "").split(", "))

    def test_the_footer_says_what_no_native_speaker_has_read(self) -> None:
        warning = "No native speaker has checked this translation yet."
        assert warning in Client(headers=GERMAN).get("/").content.decode()
        assert warning not in Client().get("/").content.decode()
        assert Client(headers=GERMAN).get("/help/languages").status_code == 200

    def test_a_language_that_nobody_offers_is_the_default(self) -> None:
        browser = Client(headers=GERMAN)
        assert browser.post("/language", {"language": "xx", "next": "//evil.example"})["Location"] == "/"
        assert language_of(browser, "/") == "en"

    def test_a_document_that_is_not_translated_says_so(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """Here none is: the folder has English ones only."""
        for file in ("rules.md", "playing-by-mail.md", "rules/usa.md"):
            (tmp_path / file).parent.mkdir(exist_ok=True)
            (tmp_path / file).write_text((DOCS / file).read_text(encoding="utf-8"), encoding="utf-8")
        monkeypatch.setattr(document_pages, "DOCS", tmp_path)
        for path in ("/help/by-email", "/rules/usa@1"):
            page = Client().get(path, headers=GERMAN).content.decode()
            assert '<html lang="de"' in page
            assert '<article class="manual" lang="en">' in page
            assert "so it is in English." in page
        assert "so it is in English." not in Client().get("/help/by-email").content.decode()

    def test_a_document_that_is_translated_is_in_the_reader_s_language(self) -> None:
        page = Client().get("/rules/usa@1", headers=GERMAN).content.decode()
        assert "So spielst du „Zug um Zug“" in page
        assert "so it is in English." not in page


class TestPlayers:
    @pytest.fixture
    def ada(self) -> Player:
        return player("Ada", language="de")

    def test_the_account_decides_in_every_browser(self, ada: Player) -> None:
        assert language_of(browser_of(ada), "/games", "en") == "de"

    def test_the_footer_changes_the_account(self, ada: Player) -> None:
        browser, other = browser_of(ada), browser_of(ada)
        browser.post("/language", {"language": "en", "next": "/games"})
        assert language_of(other, "/games", GERMAN["Accept-Language"]) == "en"
        assert Player.objects.get(pk=ada.pk).language == "en"

    def test_the_settings_do_too(self, ada: Player) -> None:
        browser = browser_of(ada)
        browser.post("/settings/profile", {"name": "Ada", "language": "en"})
        assert language_of(browser, "/games") == "en"

    def test_a_form_without_its_token_is_refused_in_it(self, ada: Player) -> None:
        browser = Client(enforce_csrf_checks=True)
        browser.cookies = browser_of(ada).cookies
        answer = browser.post("/settings/profile", {"name": "Ada"})
        assert (answer.status_code, answer["Content-Language"]) == (403, "de")

    def test_the_desk_is_english(self, ada: Player) -> None:
        Player.objects.filter(pk=ada.pk).update(is_staff=True, is_superuser=True)
        assert browser_of(ada).get("/admin/login/", headers=GERMAN)["Content-Language"] == "en"

    def test_problems_of_the_api_are_in_the_token_s(self, ada: Player) -> None:
        answer = client_of(ada).patch(f"{API}/me", {"name": ""}, headers={"Accept-Language": "en"})
        assert answer["Content-Language"] == "de"
        assert "Dieses Feld darf nicht leer sein." in answer.content.decode()

    def test_the_api_names_the_languages(self, ada: Player) -> None:
        answer = client_of(ada).patch(f"{API}/me", {"language": "xx"})
        assert answer.status_code == 400
        assert "en, de" in answer.content.decode()
        assert client_of(ada).patch(f"{API}/me", {"language": "en"}).json()["language"] == "en"

    def test_links_in_emails_know_their_reader(self, ada: Player) -> None:
        page = links.mail_url(ada, timezone.now()).removeprefix("https://night-mail.example")
        assert language_of(Client(), page, "en") == "de"

    def test_a_link_to_a_seat_does_too(self, ada: Player) -> None:
        game = begun([ada, player("Bob")])
        browser = Client()
        browser.get(link_to(game, next(seat for seat in (0, 1) if holder(game, seat) == ada)))
        assert language_of(browser, f"/games/{game.pk}") == "de"


class TestTwoAtOneTable:
    def test_each_reads_their_own(self) -> None:
        ada, bob = player("Ada", language="de"), player("Bob")
        game = begun([ada, bob])
        assert language_of(browser_of(ada), f"/games/{game.pk}") == "de"
        assert language_of(browser_of(bob), f"/games/{game.pk}") == "en"

    def test_a_page_is_not_fresh_in_another_language(self, time_machine: TimeMachineFixture) -> None:
        time_machine.move_to(NOON, tick=False)
        ada = player("Ada", language="de")
        game = begun([ada, player("Bob")])
        browser = browser_of(ada)
        for path in (f"/games/{game.pk}", f"/games/{game.pk}/news"):
            browser.post("/language", {"language": "de"})
            browser.get(path)  # sets a cookie, which the page's forms need
            tag = browser.get(path)["ETag"]
            assert browser.get(path, headers={"If-None-Match": tag}).status_code == 304
            browser.post("/language", {"language": "en"})
            assert browser.get(path, headers={"If-None-Match": tag}).status_code == 200


class TestNewcomers:
    FACTS = {"email": "ada@example.org", "name": "Ada", "time_zone": "UTC"}

    def test_by_web(self) -> None:
        browser = Client(headers=GERMAN)
        assert browser.post("/accounts/signup/", self.FACTS).status_code == 302
        browser.post("/accounts/code/", {"code": mailed_code("ada@example.org")})
        assert Player.objects.get(name="Ada").language == "de"

    def test_by_the_api(self) -> None:
        client = stranger()
        asked = client.post(f"{API}/accounts", self.FACTS, headers=GERMAN).json()
        code = {"confirmation": asked["confirmation"], "code": mailed_code("ada@example.org")}
        assert client.post(f"{API}/accounts/confirm", code).json()["player"]["language"] == "de"

    def test_as_a_guest(self) -> None:
        Client(headers=GERMAN).post("/practice", {"ruleset": "usa@1"})
        assert Player.objects.get(kind=Player.Kind.GUEST).language == "de"


def test_a_language_that_a_browser_refuses_is_not_spoken() -> None:
    """RFC 9110, 12.4.2: a quality of 0 means "not acceptable"."""
    assert language_of(Client(), "/", "xx, de;q=0") == "en"
