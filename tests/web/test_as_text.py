"""Pages read as text, as in w3m and in screen readers: words are separated, and nothing is outdated."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Player
from games.table import store
from tests.games.stories import chosen, legal, play_on, players, prompts, started
from tests.games.worlds import deal
from tests.web.people import browser_of

pytestmark = pytest.mark.django_db
INLINE = frozenset(("a", "b", "button", "code", "em", "i", "label", "q", "small", "span", "strong", "time", "u"))
ENDS = ".:;,)"
SILENT = frozenset({"script", "style", "title", "svg"})
PAGES = ("home", "my-games", "open-tables", "settings", "leaderboard", "new-table")


class Text(HTMLParser):
    """Pairs of words separated only by a tag, which a reader of the text would take for one word."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.joined: list[str] = []
        self.words = ""
        self._silent = 0
        self._before = " "
        self._parted = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._part(tag)
        self._silent += tag in SILENT

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in SILENT
        self._part(tag)

    def _part(self, tag: str) -> None:
        if self._silent:
            return
        self._parted = True
        if tag not in INLINE | SILENT:
            self._before = " "

    def handle_data(self, data: str) -> None:
        if self._silent or not data:
            return
        if self._parted and (self._before[-1].isalnum() or self._before[-1] in ENDS) and data[0].isalnum():
            self.joined.append(f"{self._before.split()[-1]}|{data.split(maxsplit=1)[0]}")
        self.words += data
        self._before, self._parted = data, False


@pytest.fixture
def game() -> Game:
    game = chosen(started(players(3)))
    play_on(game, 12)
    return game


def open_table(game: Game, seat: int, more: str = "") -> str:
    return browser_of(holder(game, seat)).get(f"/games/{game.pk}{more}").content.decode()


def holder(game: Game, seat: int) -> Player:
    player = game.seats.select_related("player").get(number=seat).player
    assert player is not None
    return player


def test_words_are_apart(game: Game) -> None:
    asked = prompts(game)[0]["seat"]
    deal(game, asked, red=4, blue=4, green=4, locomotive=2)
    route = next(move for move in legal(game, asked) if move.startswith("claim")).split()[1]
    pages = [Client().get("/").content.decode()]
    for seat in (asked, (asked + 1) % 3):
        browser = browser_of(holder(game, seat))
        paths = (
            *(f"/games/{game.pk}{more}" for more in ("", "/log", "/plan", "?take=1", "?all=1", f"?route={route}")),
            *map(reverse, PAGES),
        )
        answers = [browser.get(path, follow=True) for path in paths]
        assert {answer.status_code for answer in answers} == {200}
        pages += [answer.content.decode() for answer in answers]
    assert {words for page in pages for words in Text(page).joined} == set()


def test_a_notice_has_no_words_before_it_is_so(game: Game) -> None:
    pages = (open_table(game, 0), browser_of(holder(game, 0)).get("/settings").content.decode())
    for page in pages:
        words = Text(page).words
        assert [told for told in ("offline", "Something has happened", "Not sent") if told in words] == []
        assert "data-notice=" in page


def test_the_board_is_there_in_words_from_the_start(game: Game) -> None:
    begun = chosen(started([holder(game, seat) for seat in range(3)]))
    assert "Nothing lies on the board yet." in read_board(open_table(begun, 0))
    routes = store.view_for(store.read(game.pk), None)["routes"]
    board = read_board(open_table(game, 0))
    assert board.count(" – ") == len(routes) > 0


def read_board(page: str) -> str:
    """Return the words in the landmark "Board"."""
    return Text(page.split('aria-label="Board">')[1].split("</section>", maxsplit=1)[0]).words


def test_market_buttons_say_verb_card_and_place(game: Game) -> None:
    asked = prompts(game)[0]["seat"]
    market = store.view_for(store.read(game.pk), asked)["market"]
    buttons = read_market(open_table(game, asked))
    places = {place: kind for place, kind in enumerate(market, 1) if kind != "locomotive"}
    assert {f"Take {kind} from place {place}" for place, kind in places.items()} <= {*buttons}
    assert "Take a card from the deck" in buttons
    place, kind = next(iter(places.items()))
    assert f"Put back {kind} to place {place} chosen: 1" in read_market(open_table(game, asked, f"?take={place}"))


def read_market(page: str) -> list[str]:
    return [Text(button).words for button in re.findall(r'<a [^>]*class="market-card[^>]*>(.*?)</a>', page)]


def test_nothing_is_called_invalid_before_anything_was_typed(game: Game) -> None:
    (field,) = re.findall(r'<input id="talk-text"[^>]*>', open_table(game, 0))
    assert 'aria-invalid="false"' in field
