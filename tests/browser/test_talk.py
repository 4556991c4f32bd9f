"""The talk in Chromium: writing and reading without leaving the page, and axe-core's findings."""

from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Seat
from games.table.talk import new_lines
from tests.browser.axe import trouble
from tests.browser.looks import seen
from tests.browser.test_table import come_in, holder, now, table
from tests.games.stories import chosen, players, prompts, started

LONG = "If you take Denver – Omaha once more, I build around the north, and then we both lose to " + "ha" * 120


def begun() -> Game:
    return chosen(started(players(3), now=now()), now=now())


def say(game: Game, seat: int, text: str) -> None:
    new_lines.say(player=holder(game, seat), game_id=game.pk, text=text, now=now())


def read(game: Game, seat: int) -> int:
    return Seat.objects.get(game=game, number=seat).lines_read


class TestTalking:
    def test_a_line_is_said_beside_the_board(
        self, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        game = begun()
        come_in(context, live_server, holder(game, 0))
        table(page, game)
        page.get_by_label("Say something").fill("Hello <i>all</i>")
        page.get_by_label("Say something").press("Enter")
        expect(page.locator("#talk-lines")).to_contain_text("Hello <i>all</i>")
        expect(page.get_by_label("Say something")).to_have_value("")
        assert "talk" not in page.url

    def test_a_line_goes_with_a_move(self, context: BrowserContext, page: Page, live_server: LiveServer) -> None:
        game = begun()
        seat = prompts(game)[0]["seat"]
        come_in(context, live_server, holder(game, seat))
        page.goto(f"/games/{game.pk}?take=deck,deck")
        page.get_by_text("Say something with it").click()
        page.get_by_label("Said to the table with your move").fill("Sorry, I need it")
        assert not trouble(page)
        page.get_by_role("button", name="Take two").click()
        expect(page.locator("#talk-lines")).to_contain_text("Sorry, I need it")

    def test_another_players_line_comes_by_itself_and_counts_as_read_once_seen(
        self, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        game = begun()
        come_in(context, live_server, holder(game, 0))
        table(page, game)
        page.get_by_label("Say something").fill("I am still typ")
        with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/talk")):
            say(game, 1, "Are you there?")
            expect(page.locator("#talk-lines")).to_contain_text("Are you there?")
            expect(page.get_by_label("Say something")).to_have_value("I am still typ")
            page.locator("#talk-lines").scroll_into_view_if_needed()
        assert read(game, 0) == 1

    def test_on_the_page_of_the_talk_lines_come_by_themselves(
        self, context: BrowserContext, page: Page, live_server: LiveServer
    ) -> None:
        game = begun()
        come_in(context, live_server, holder(game, 0))
        table(page, game, "/talk")
        page.get_by_label("Say something").fill("I am still typ")
        say(game, 1, "Are you there?")
        expect(page.locator("#talk-lines")).to_contain_text("Are you there?")
        expect(page.get_by_label("Say something")).to_have_value("I am still typ")

    def test_in_the_waiting_room(self, context: BrowserContext, page: Page, live_server: LiveServer) -> None:
        people = players(2)
        game = started([people[0]], seats=3, now=now())
        come_in(context, live_server, people[0])
        page.goto(f"/tables/{game.pk}")
        page.get_by_label("Say something").fill("Who else?")
        page.get_by_role("button", name="Say").click()
        expect(page.locator("#talk-lines")).to_contain_text("Who else?")
        seen(page, "waiting-room-talk")
        assert not trouble(page)

    def test_anyone_can_read_it(self, context: BrowserContext, page: Page, live_server: LiveServer) -> None:
        game = begun()
        for seat, text in enumerate(("Good luck!", LONG, "שלום")):
            say(game, seat, text)
        come_in(context, live_server, holder(game, 0))
        for more in ("", "/talk"):
            table(page, game, more)
            if more:
                page.get_by_text("Mute or report").first.click()
            seen(page, f"talk{more.replace('/', '-')}")
            assert not trouble(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
