"""Agreements in Chromium: proposed, viewed, accepted; a phone's first screen still shows the question."""

from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Seat
from games.table.agreements import new_proposals
from tests.browser.axe import trouble
from tests.browser.looks import seen
from tests.browser.test_table import come_in, holder, now, table
from tests.games.stories import chosen, legal, players, post, prompts, started

PHONE = {"width": 390, "height": 844}


def begun() -> Game:
    return chosen(started(players(4), now=now()), now=now())


def proposes(game: Game, seat: int, **asked: object) -> None:
    new_proposals.propose(player=holder(game, seat), game_id=game.pk, asked=asked, now=now())


def claimed(game: Game) -> None:
    """Have seat 0 claim a route, as soon as it can."""
    while not (prompts(game)[0]["seat"] == 0 and [move for move in legal(game, 0) if move.startswith("claim")]):
        post(game, prompts(game)[0]["seat"], "draw deck", "draw deck", now=now())
    post(game, 0, next(move for move in legal(game, 0) if move.startswith("claim")), now=now())


class TestAgreeing:
    def test_a_take_back_is_looked_at_proposed_and_agreed_to(
        self, chromium: Browser, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        game = begun()
        post(game, 0, "draw deck", "draw deck", now=now())
        Seat.objects.filter(game=game, number__gt=1).update(status="absent")
        come_in(context, live_server, holder(game, 0))
        table(page, game)
        page.get_by_text("By agreement of the table").click()
        page.get_by_role("link", name="Propose something").click()
        page.get_by_text("Take something back").click()
        assert not trouble(page)
        page.get_by_role("button", name="See what it would change").first.click()
        expect(page.get_by_text("What was seen since then stays known: you drew")).to_be_visible()
        seen(page, "agreement-looked-at")
        assert not trouble(page)
        page.get_by_role("button", name="Propose it to the others").click()
        expect(page.get_by_text("The others are asked.")).to_be_visible()
        seen(page, "agreement-proposed")
        assert not trouble(page)
        with chromium.new_context(base_url=live_server.url) as other:
            come_in(other, live_server, holder(game, 1))
            second = other.new_page()
            table(second, game)
            second.locator(".game-asked").click()
            second.get_by_role("button", name="Agree", exact=True).click()
            expect(second.get_by_text("Everyone has agreed: it is done.")).to_be_visible()
            seen(second, "agreement-done")
            assert not trouble(second)
        assert prompts(game)[0]["seat"] == 0

    def test_the_question_stays_on_a_phones_first_screen(
        self, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        game = begun()
        come_in(context, live_server, holder(game, 0))
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        table(page, game)
        before = page.locator("#question").bounding_box()
        proposes(game, 2, kind="ended", how="adjudicated")
        table(page, game)
        after = page.locator("#question").bounding_box()
        assert before
        assert after
        assert after["y"] <= before["y"] + 80, "two lines"
        expect(page.locator(".game-asked")).to_be_in_viewport()
        expect(page.locator("#question")).to_be_in_viewport()
        seen(page, "agreement-asked")
        assert not trouble(page)
        page.locator(".game-asked").click()
        expect(page.get_by_role("button", name="Agree", exact=True)).to_be_in_viewport()
        seen(page, "agreement-to-answer")
        assert not trouble(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def test_the_own_last_move_is_taken_back(
        self, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        game = begun()
        claimed(game)
        come_in(context, live_server, holder(game, 0))
        table(page, game)
        seen(page, "own-last-move")
        page.get_by_role("button", name="Take back my last move").click()
        expect(page.locator(".game-notice")).to_contain_text("Your last move is taken back.")
        assert prompts(game)[0]["seat"] == 0
        assert not trouble(page)
