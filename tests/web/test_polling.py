"""An open table's poll every few seconds: without news it costs one statement, and reveals nothing."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from time_machine import travel

from games import signed_links
from games.lobby import notes
from games.models import BrowserSession, Game, Player
from games.people import browsers
from games.web.seat_link import rights
from tests.agreements.table import propose
from tests.games.stories import DAY, NOON, chosen, holder, players, post, started
from tests.web.people import browser_of
from tests.web.seat_links import link_to, opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return chosen(started(players(2), public=False))


def news(browser: Client, game: Game, tag: str = "") -> int:
    headers = {"If-None-Match": tag} if tag else {}
    return browser.get(f"/games/{game.pk}/news", headers=headers).status_code


def test_nothing_new_is_one_statement(game: Game) -> None:
    browser = browser_of(holder(game, 0))
    tag = browser.get(f"/games/{game.pk}/news")["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert news(browser, game, tag) == 304
    assert len(asked) == 1


def test_something_new_is_told(game: Game) -> None:
    browser = browser_of(holder(game, 1))
    tag = browser.get(f"/games/{game.pk}/news")["ETag"]
    post(game, 0, "draw deck", "draw deck")
    assert news(browser, game, tag) == 200


def test_a_stream_is_named_to_those_who_are_signed_in_alone(game: Game) -> None:
    """The stream would refuse strangers, and browsers that only have the link to a seat."""
    Game.objects.filter(pk=game.pk).update(public=True)
    browsers_there = [browser_of(holder(game, 0)), browser_of(players(1, "Guest")[0]), Client(), opened(game).http]
    pages = [browser.get(f"/games/{game.pk}").content.decode() for browser in browsers_there]
    streams = ['data-stream="/api/v1/stream"', f'data-stream="/api/v1/games/{game.pk}/stream"']
    assert [[address in page for address in streams] for page in pages] == [
        [True, False],
        [False, True],
        [False, False],
        [False, False],
    ]


@travel(NOON, tick=False)
def test_a_proposal_is_news_to_the_table_alone(game: Game) -> None:
    """A proposal is in no entry: the page would not ask for itself again."""
    Game.objects.filter(pk=game.pk).update(public=True)
    propose(game, 1, NOON, kind="ended", how="void")
    ada, bob, guest = (
        browser_of(player).get(f"/games/{game.pk}/news").json()
        for player in (holder(game, 0), holder(game, 1), players(1, "Guest")[0])
    )
    assert [answer["proposals"] for answer in (ada, bob, guest)] == [1, 1, 0]
    assert [len(answer["proposed"]) for answer in (ada, bob, guest)] == [1, 0, 0]
    assert 'data-proposals="1"' in browser_of(holder(game, 0)).get(f"/games/{game.pk}").content.decode()


def test_a_tag_that_nobody_was_given_says_nothing(game: Game) -> None:
    for tag in ("*", '"0"', '"' + "0" * 32 + '"', 'W/""'):
        assert news(Client(), game, tag) == 404
        assert news(browser_of(players(1, f"Guest {len(tag)}")[0]), game, tag) == 404


def test_a_tag_is_good_for_its_own_address_alone(game: Game) -> None:
    browser = browser_of(holder(game, 0))
    tag = browser.get(f"/games/{game.pk}/news")["ETag"]
    assert browser.get(f"/games/{game.pk}", headers={"If-None-Match": tag}).status_code == 200
    assert browser.get(f"/games/{game.pk}/news?entry=1", headers={"If-None-Match": tag}).status_code == 200


def test_anyone_who_has_no_seat_any_more_is_looked_up(game: Game) -> None:
    browser = browser_of(holder(game, 0))
    tag = browser.get(f"/games/{game.pk}/news")["ETag"]
    game.seats.filter(number=0).update(player=players(1, "Later")[0])
    assert news(browser, game, tag) == 404


class TestViewersWhoMayNoLongerLook:
    """A matching entity tag does not outlive the right to look."""

    def after(self, browser: Client, game: Game, *, page: str = "/news") -> int:
        return browser.get(f"/games/{game.pk}{page}", headers={"If-None-Match": self.tag}).status_code

    def having(self, browser: Client, game: Game, *, page: str = "/news") -> Client:
        browser.get(f"/games/{game.pk}{page}")
        self.tag = browser.get(f"/games/{game.pk}{page}")["ETag"]
        assert self.after(browser, game, page=page) == 304
        return browser

    def test_a_link_that_was_ended(self, game: Game) -> None:
        visitor = opened(game).http
        self.having(visitor, game)
        signed_links.end(rights.read(link_to(game).removeprefix("/play/"), timezone.now()).opened, timezone.now())
        assert self.after(visitor, game) == 410

    def test_all_links_that_were_ended(self, game: Game) -> None:
        visitor = opened(game).http
        self.having(visitor, game)
        signed_links.end_all(holder(game, 0), timezone.now())
        assert self.after(visitor, game) == 410

    def test_a_link_to_an_address_that_has_changed(self, game: Game) -> None:
        visitor = opened(game).http
        self.having(visitor, game)
        Player.objects.filter(pk=holder(game, 0).pk).update(email="elsewhere@mail.example")
        assert self.after(visitor, game) == 410

    def test_a_cookie_that_was_taken_away(self, game: Game) -> None:
        visitor = opened(game).http
        self.having(visitor, game)
        del visitor.cookies["seat"]
        assert self.after(visitor, game) == 404

    def test_a_browser_that_was_signed_out(self, game: Game) -> None:
        browser = self.having(browser_of(holder(game, 0)), game)
        key = browser.cookies["sessionid"].value
        browser.post("/accounts/logout/")
        browser.cookies["sessionid"] = key
        assert self.after(browser, game) == 404

    def test_browsers_that_were_signed_out_elsewhere(self, game: Game) -> None:
        browser = self.having(browser_of(holder(game, 0)), game)
        browsers.end_all(holder(game, 0))
        assert self.after(browser, game) == 404

    def test_a_session_that_is_over(self, game: Game) -> None:
        browser = self.having(browser_of(holder(game, 0)), game)
        BrowserSession.objects.update(expire_date=timezone.now())
        assert self.after(browser, game) == 404

    def test_another_reader_of_the_same_browser(self, game: Game) -> None:
        browser = self.having(browser_of(holder(game, 0)), game)
        browser.force_login(holder(game, 1))
        assert self.after(browser, game) == 200


def test_the_whole_page_costs_no_more_when_nothing_has_changed(game: Game) -> None:
    browser = browser_of(holder(game, 0))
    with travel(timezone.now(), tick=False):  # the page shows the minutes left
        for _ in range(2):
            tag = browser.get(f"/games/{game.pk}")["ETag"]
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(f"/games/{game.pk}", headers={"If-None-Match": tag}).status_code == 304
    assert len(asked) == 1


@travel("2026-03-02 12:00:10Z")
def test_a_plan_that_has_grown_is_another_page_to_its_player_alone(game: Game) -> None:
    me, other = (browser_of(holder(game, seat)) for seat in (0, 1))

    def tags() -> list[str]:
        return [browser.get(f"/games/{game.pk}?planned=1")["ETag"] for browser in (me, other)]

    tags()  # the first page sets a cookie
    seen = [tags()]
    for line in ("claim denver-omaha", "claim helena-seattle"):
        me.post(f"/games/{game.pk}/plan", {"add": line})
        seen.append(tags())
    me.post(f"/games/{game.pk}/plan", {"do": "cancel"})
    seen.append(tags())
    mine, others = zip(*seen, strict=True)
    assert len(set(mine)) == 3
    assert mine[0] == mine[-1]
    assert len(set(others)) == 1


def test_the_note_of_another_is_no_news(game: Game) -> None:
    browser = browser_of(holder(game, 0))
    tag = browser.get(f"/games/{game.pk}/news")["ETag"]
    notes.write(player=holder(game, 1), game_id=game.pk, text="Denver", now=timezone.now())
    assert news(browser, game, tag) == 304


def test_whatever_there_is_will_do(game: Game) -> None:
    """`If-None-Match: *`, from anyone who may look (RFC 9110, 13.1.2)."""
    assert news(browser_of(holder(game, 0)), game, "*") == 304


@travel("2026-03-02 12:00:10Z")
def test_a_nudge_is_offered_and_given_on_another_page(game: Game) -> None:
    browser, turns = browser_of(holder(game, 1)), game.turns.filter(closed_at=None)

    def tag() -> str:
        return str(browser.get(f"/games/{game.pk}")["ETag"])

    tag()  # the first page sets a cookie
    turns.update(opened_at=timezone.now(), deadline_at=timezone.now() + 4 * DAY, expires_at=timezone.now() + 4 * DAY)
    tags = [tag()]
    turns.update(opened_at=timezone.now() - 2 * DAY)
    tags.append(tag())
    Game.objects.filter(pk=game.pk).update(nudged_at=timezone.now())
    tags.append(tag())
    assert len(set(tags)) == 3
