"""The settings page: players set the same things as over the API, by plain forms."""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import AccessToken, Block, EndedLinks, Friend, MailedCode, Player
from games.people import relations
from games.table.clocks import vacations
from games.web.settings.urls import urlpatterns
from tests.api.people import client_of, mailed_code, player
from tests.games.stories import started
from tests.web.people import browser_of, come_in, text_of

pytestmark = pytest.mark.django_db

NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)
PATHS = {f"/settings/{one.pattern}" for one in urlpatterns if "<" not in str(one.pattern)}
ALL = sorted(PATHS | {"/settings", "/mail/", "/accounts/address/"})


@pytest.fixture
def ada() -> Player:
    return player("Ada", time_zone="Europe/Oslo")


def again(who: Player) -> Player:
    return Player.objects.get(pk=who.pk)


class TestEveryPage:
    def test_a_stranger_is_led_to_the_door(self) -> None:
        for path in ALL:
            answer = Client().get(path)
            assert answer.status_code == 302, path
            assert answer["Location"] == f"/accounts/login/?{urlencode({'next': path}, safe='/')}"

    def test_it_stands_in_no_frame_and_in_no_cache(self, ada: Player) -> None:
        browser = come_in(ada)
        for path in ALL:
            answer = browser.get(path)
            assert answer.status_code in (200, 302), path
            assert answer["X-Frame-Options"] == "DENY", path
            assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], path
            assert "no-store" in answer["Cache-Control"], path

    def test_its_forms_need_their_token(self, ada: Player) -> None:
        browser = Client(enforce_csrf_checks=True)
        browser.force_login(ada)
        for path in ALL:
            if not path.endswith("json"):
                assert browser.post(path, {"name": "Eve", "do": "hours"}).status_code == 403, path
        assert again(ada).name == "Ada"


class TestNameAndLanguage:
    def test_a_new_name_is_everybody_s(self, ada: Player) -> None:
        answer = browser_of(ada).post("/settings/profile", {"name": "Ada L.", "language": "en"}, follow=True)
        assert "Saved." in answer.content.decode()
        assert again(ada).name == "Ada L."

    @pytest.mark.parametrize(
        ("name", "why"),
        [("Аdа", "one script"), ("Night Mail", "reserved"), ("www.example.org", "address"), ("BOB", "is taken")],
    )
    def test_a_name_that_deceives_is_refused_beside_the_field(self, ada: Player, name: str, why: str) -> None:
        player("Bob")
        answer = browser_of(ada).post("/settings/profile", {"name": name, "language": "en"})
        page = answer.content.decode()
        assert (answer.status_code, why in page.lower()) == (400, True), page
        assert 'id="id_name_error"' in page
        assert f'value="{name}"' in page
        assert again(ada).name == "Ada"

    def test_the_light_is_this_browser_s(self, ada: Player) -> None:
        browser = browser_of(ada)
        browser.post("/settings/profile", {"do": "light", "light": "night"})
        assert 'data-light="night"' in text_of(browser, "/settings")
        assert browser.post("/settings/profile", {"do": "light", "light": "<x"}).status_code == 400
        assert 'data-light="' not in text_of(browser_of(ada), "/settings")


class TestHours:
    FORM = {"do": "hours", "time_zone": "Europe/Oslo", "quiet_from": "22:30", "quiet_until": "07:00"}

    def test_quiet_hours_and_days_off(self, ada: Player) -> None:
        browser = browser_of(ada)
        browser.post("/settings/hours", {**self.FORM, "days_off": ["sat", "sun"]})
        assert again(ada).habits == {"quiet_hours": {"begin": "22:30", "end": "07:00"}, "days_off": ["sat", "sun"]}
        page = text_of(browser, "/settings/hours")
        assert 'value="22:30"' in page
        assert page.count(" checked") == 2
        browser.post("/settings/hours", {"do": "hours", "time_zone": "Europe/Oslo"})
        assert again(ada).habits == {}

    @pytest.mark.parametrize(
        ("typed", "zone"),
        [("tokyo", "Asia/Tokyo"), ("New York", "America/New_York"), ("UTC", "UTC"), ("Copenhag", "Europe/Copenhagen")],
    )
    def test_a_zone_is_found_by_its_city(self, ada: Player, typed: str, zone: str) -> None:
        browser_of(ada).post("/settings/hours", {**self.FORM, "time_zone": typed})
        assert again(ada).time_zone == zone

    @pytest.mark.parametrize(
        ("wrong", "field"),
        [
            ({"time_zone": "Atlantis"}, "time_zone"),
            ({"time_zone": "san"}, "time_zone"),
            ({"quiet_until": ""}, "quiet_until"),
            ({"quiet_until": "13:00"}, "quiet_until"),
            ({"quiet_until": "25:00"}, "quiet_until"),
            ({"days_off": ["mon", "tue", "wed", "thu"]}, "days_off"),
            ({"days_off": ["someday"]}, "days_off"),
        ],
    )
    def test_what_cannot_be_is_said_beside_the_field(self, ada: Player, wrong: dict[str, str], field: str) -> None:
        answer = browser_of(ada).post("/settings/hours", {**self.FORM, **wrong})
        assert answer.status_code == 400
        assert f'id="id_{field}_error"' in answer.content.decode()
        assert again(ada).habits == {}


@pytest.mark.usefixtures("_in_march")
class TestVacation:
    @pytest.fixture
    def _in_march(self) -> object:
        with time_machine.travel(NOW, tick=False):
            yield

    def test_it_is_taken_in_whole_days_of_the_players_zone(self, ada: Player) -> None:
        browser = browser_of(ada)
        answer = browser.post(
            "/settings/hours", {"do": "take", "first": "2027-03-20", "last": "2027-03-28"}, follow=True
        )
        page = answer.content.decode()
        assert "20 March 2027 to 28 March 2027" in page
        assert "19 in 2027" in page
        (taken,) = vacations.of_player(again(ada))
        assert taken.begin == datetime(2027, 3, 19, 23, tzinfo=UTC)
        assert taken.end == datetime(2027, 3, 28, 22, tzinfo=UTC), "the clocks were put forward that day"

    def test_from_now_on(self, ada: Player) -> None:
        browser_of(ada).post("/settings/hours", {"do": "take", "first": "2027-03-10", "last": "2027-03-12"})
        assert vacations.of_player(again(ada))[0].begin == NOW

    def test_one_that_has_begun_ends(self, ada: Player) -> None:
        browser = browser_of(ada)
        browser.post("/settings/hours", {"do": "take", "first": "2027-03-10", "last": "2027-03-12"})
        answer = browser.post("/settings/hours", {"do": "end", "begin": NOW.isoformat()}, follow=True)
        assert "The vacation has ended." in answer.content.decode()

    def test_it_is_given_up_once(self, ada: Player) -> None:
        browser = browser_of(ada)
        browser.post("/settings/hours", {"do": "take", "first": "2027-03-20", "last": "2027-03-28"})
        form = {"do": "end", "begin": vacations.of_player(again(ada))[0].begin.isoformat()}
        assert "not taking that vacation" in browser.post("/settings/hours", form, follow=True).content.decode()
        assert browser.post("/settings/hours", form).status_code == 404
        assert "28 in 2027" in text_of(browser, "/settings/hours")
        for begin in ("", "yesterday", "2027-03-20"):
            assert browser.post("/settings/hours", {"do": "end", "begin": begin}).status_code in (200, 404)

    @pytest.mark.parametrize(
        ("first", "last", "field"),
        [
            ("2027-03-20", "2027-03-19", "last"),
            ("2027-03-01", "2027-03-19", "first"),
            ("2027-03-10", "2027-03-10", "last"),
            ("2029-03-10", "2029-03-12", "first"),
            ("2027-03-20", "2027-04-30", "last"),
            ("2027-03-20", "soon", "last"),
            ("", "", "first"),
        ],
    )
    def test_what_cannot_be_is_said_beside_the_field(self, ada: Player, first: str, last: str, field: str) -> None:
        answer = browser_of(ada).post("/settings/hours", {"do": "take", "first": first, "last": last})
        assert answer.status_code == 400
        assert f'id="id_{field}_error"' in answer.content.decode()
        assert again(ada).vacations == []


def test_blocked_players_are_unblocked_however_often(ada: Player) -> None:
    bob, browser = player("Bob"), browser_of(ada)
    assert "You have blocked nobody" in text_of(browser, "/settings/blocked")
    relations.add(Block, player=ada, other_id=bob.pk, now=timezone.now())
    assert "Bob" in text_of(browser, "/settings/blocked")
    for who in (bob.pk, bob.pk, "nobody", ""):
        assert browser.post("/settings/blocked", {"player": who}).status_code == 302
    assert not Block.objects.exists()


def test_friends_are_listed_with_their_pages_and_unmarked_however_often(ada: Player) -> None:
    bob, browser = player("Bob"), browser_of(ada)
    assert "You have marked nobody" in text_of(browser, "/settings/friends")
    relations.add(Friend, player=ada, other_id=bob.pk, now=timezone.now())
    assert f'href="/players/{bob.pk}"' in browser.get("/settings/friends").content.decode()
    assert "You have marked nobody" in text_of(browser_of(bob), "/settings/friends")  # nor is he told
    for who in (bob.pk, bob.pk, "nobody", ""):
        assert browser.post("/settings/friends", {"player": who}).status_code == 302
    assert not Friend.objects.exists()


def test_all_links_are_ended_by_a_button_and_not_by_looking(ada: Player) -> None:
    browser = browser_of(ada)
    text_of(browser, "/settings/links")
    assert not EndedLinks.objects.exists()
    assert "All links are ended." in browser.post("/settings/links", follow=True).content.decode()
    assert EndedLinks.objects.get().player == ada


class TestTokens:
    FORM = {"name": "My bot", "scopes": ["games:read", "games:play"], "lasts": "30", "form_id": "abc"}

    def made(self, browser: Client, **changes: object) -> str:
        """Return the page with the secret."""
        answer = browser.post("/settings/tokens/new", {**self.FORM, **changes})
        assert answer.status_code == 302, answer.content
        return browser.get(answer["Location"], follow=True).content.decode()

    def test_its_secret_is_shown_once_and_opens_what_was_ticked(self, ada: Player) -> None:
        browser = come_in(ada)
        secret = re.findall("nm_[0-9a-z]{40}", self.made(browser))[0]
        assert secret not in browser.get("/settings/tokens/made", follow=True).content.decode()
        token = AccessToken.objects.get()
        assert (token.label, token.scope) == ("My bot", "games:read games:play")
        assert timedelta(days=29) < token.expires - timezone.now() < timedelta(days=31)
        asked = Client().get("/api/v1/tokens/current", headers={"Authorization": f"Bearer {secret}"})
        assert asked.json()["scopes"] == ["games:read", "games:play"]
        page = text_of(browser, "/settings/tokens")
        assert "See your games and everything that you may know about them" in page
        assert secret not in page

    def test_a_link_fills_the_form_in_and_makes_nothing(self, ada: Player) -> None:
        browser = come_in(ada)
        page = text_of(browser, "/settings/tokens/new?label=Board+viewer&scopes=games:read,games:play")
        assert "A link has filled this in." in page
        assert 'value="Board viewer"' in page
        assert page.count(" checked") == 2
        assert not AccessToken.objects.exists()

    @pytest.mark.parametrize("scopes", ["games:read,games:win", "games:read admin:read", "x", "<b>"])
    def test_a_link_that_asks_for_too_much_is_refused_whole(self, ada: Player, scopes: str) -> None:
        answer = come_in(ada).get("/settings/tokens/new", {"label": "Board viewer", "scopes": scopes})
        page = answer.content.decode()
        assert (answer.status_code, "Make the token" in page) == (400, False)
        assert [scope for scope in ("games:win", "admin:read") if f"<code>{scope}</code>" in page] == re.findall(
            "games:win|admin:read", scopes
        )

    def test_no_form_gives_an_admin_s_scope(self) -> None:
        browser = come_in(player("Boss", is_staff=True, is_superuser=True))
        assert "admin:" not in text_of(browser, "/settings/tokens/new")
        answer = browser.post("/settings/tokens/new", {**self.FORM, "scopes": ["games:read", "admin:rule"]})
        assert answer.status_code == 400
        assert not AccessToken.objects.exists()

    def test_a_form_sent_twice_makes_one(self, ada: Player) -> None:
        browser = come_in(ada)
        for _ in range(2):
            assert browser.post("/settings/tokens/new", self.FORM)["Location"] == "/settings/tokens/made"
        assert AccessToken.objects.count() == 1

    @pytest.mark.parametrize(
        "wrong", [{"name": ""}, {"name": "x" * 61}, {"scopes": []}, {"lasts": "99999"}, {"lasts": ""}, {"form_id": ""}]
    )
    def test_what_is_missing_is_said(self, ada: Player, wrong: dict[str, object]) -> None:
        assert come_in(ada).post("/settings/tokens/new", {**self.FORM, **wrong}).status_code == 400
        assert not AccessToken.objects.exists()

    def test_one_is_ended_and_nobody_else_s(self, ada: Player) -> None:
        client_of(ada), client_of(player("Bob"))
        mine, theirs = AccessToken.objects.order_by("pk")
        browser = browser_of(ada)
        for key in (mine.pk, mine.pk, theirs.pk, "x", "9" * 40, "0" * 20 + "9" * 5000, "²"):
            assert browser.post("/settings/tokens", {"token": key}).status_code == 302
        assert AccessToken.objects.get() == theirs

    def test_the_cookie_of_the_secret_opens_nothing_for_others(self, ada: Player) -> None:
        browser, other = come_in(ada), come_in(player("Bob"))
        browser.post("/settings/tokens/new", self.FORM)
        other.cookies["new-token"] = browser.cookies["new-token"].value
        assert other.get("/settings/tokens/made")["Location"] == "/settings/tokens"


def test_signing_out_everywhere_else_leaves_this_browser(ada: Player) -> None:
    here, there = browser_of(ada), browser_of(ada)
    here.post("/settings/browsers")
    assert here.get("/settings").status_code == 200
    assert there.get("/settings").status_code == 302
    assert browser_of(again(ada)).get("/settings").status_code == 200


def test_the_export_is_the_api_s(ada: Player) -> None:
    answer = browser_of(ada).get("/settings/export/night-mail.json")
    assert answer["Content-Disposition"] == 'attachment; filename="night-mail.json"'
    told = client_of(ada).get("/api/v1/me/export").json()
    assert answer.json().keys() == told.keys()
    assert answer.json()["profile"]["email"] == told["profile"]["email"] == "ada@example.org"


class TestErasing:
    def code_asked(self, ada: Player, browser: Client) -> str:
        answer = browser.post("/settings/erase", {"name": "ada"})
        assert answer["Location"] == "/settings/erase/code"
        return mailed_code("ada@example.org")

    def test_it_says_what_becomes_of_running_games(self, ada: Player) -> None:
        browser = browser_of(ada)
        assert "You are playing in no running game." in text_of(browser, "/settings/erase")
        started([ada, player("Bob")], now=timezone.now())
        assert "You resign the game that you are playing." in text_of(browser, "/settings/erase")

    @pytest.mark.parametrize("name", ["", "Bob", "yes"])
    def test_another_name_sends_nothing(self, ada: Player, name: str) -> None:
        answer = browser_of(ada).post("/settings/erase", {"name": name})
        assert (answer.status_code, 'id="id_name_error"' in answer.content.decode()) == (400, True)
        assert not MailedCode.objects.exists()

    def test_the_code_erases_and_signs_out(self, ada: Player) -> None:
        browser, elsewhere = browser_of(ada), browser_of(ada)
        code = self.code_asked(ada, browser)
        assert browser.post("/settings/erase/code", {"code": "XXXX-XXXX"}).status_code == 400
        assert again(ada).erased_at is None
        page = browser.post("/settings/erase/code", {"code": code}).content.decode()
        assert "Farewell!" in page
        assert "Signed in as" not in page
        assert again(ada).erased_at is not None
        for one in (browser, elsewhere):
            assert one.get("/settings").status_code == 302

    def test_without_the_first_step_there_is_no_second(self, ada: Player) -> None:
        browser = browser_of(ada)
        for answer in (browser.get("/settings/erase/code"), browser.post("/settings/erase/code", {"code": "x"})):
            assert answer["Location"] == "/settings/erase"


def test_the_index_leads_everywhere(ada: Player) -> None:
    page = text_of(browser_of(ada), reverse("settings"))
    steps = {"new", "made", "secret", "code", "proof", "night-mail.json"}
    for path in ALL:
        assert f'href="{path}"' in page or path == "/settings" or path.rpartition("/")[2] in steps, path
    assert 'href="/accounts/2fa/"' in page
