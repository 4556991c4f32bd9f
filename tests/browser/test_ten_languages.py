"""Two tables of five: each seat is played in a language of its own, and no page or email of it has an English word."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Player
from tests.browser.engines.complaints import listen
from tests.browser.engines.launch import Chromium
from tests.browser.looks import seen
from tests.browser.mail_reader import readable
from tests.browser.test_table import come_in, holder, table
from tests.browser.ways import MOUSE, answer
from tests.games.stories import players, prompts, started
from tests.languages.offered import assert_compiled, find_english, list_texts
from tests.notifications.conftest import Carry
from tests.sweeps import at_length

TABLES: Final = (("usa@1", ["en", "da", "de", "es", "fi"]), ("old_west@1", ["fr", "it", "nb", "nl", "sv"]))
A_FEW, ALL = 12, 700
"""How many answers are given at a table: at every change, and at most at night, when games are played to their end."""


class Table:
    """A game of five, with a window for each seat."""

    def __init__(self, game: Game, languages: list[str], windows: list[Page]) -> None:
        self.game, self.languages, self.windows = game, languages, windows
        self.english: set[str] = set()

    def is_running(self) -> bool:
        return Game.objects.get(pk=self.game.pk).status == Game.Status.RUNNING

    def look(self, seat: int) -> Page:
        """Open the table as the seat sees it."""
        page, language = self.windows[seat], self.languages[seat]
        table(page, self.game)
        assert page.locator("html").get_attribute("lang") == language
        if language != "en":
            texts = (found for text in list_texts(page.content()) for found in find_english(language, text))
            self.english |= {f"{language}: {found}" for found in texts}
        return page

    def photograph(self, moment: str) -> None:
        for seat, language in enumerate(self.languages):
            seen(self.look(seat), f"{moment}-{language}")


@contextmanager
def a_table(ruleset: str, languages: list[str], chromium: Browser, server: LiveServer) -> Iterator[Table]:
    people = players(len(languages))
    for person, language in zip(people, languages, strict=True):
        Player.objects.filter(pk=person.pk).update(language=language)
    game = started(people, ruleset=ruleset, now=timezone.now())
    with ExitStack() as windows:
        pages, complaints = [], []
        for seat in range(len(languages)):
            context = windows.enter_context(Chromium(chromium).window(server.url))
            complaints.append(listen(context))
            come_in(context, server, holder(game, seat))
            pages.append(context.new_page())
        yield Table(game, languages, pages)
        assert [complaint for list_complaints in complaints for complaint in list_complaints()] == []


@pytest.mark.timeout(3000)
@pytest.mark.parametrize(
    ("ruleset", "languages", "answers"),
    at_length(
        [(*each, answers) for each in TABLES for answers in (A_FEW, ALL)], at_once=[(*each, A_FEW) for each in TABLES]
    ),
)
def test_ten_languages_at_two_tables(
    ruleset: str, languages: list[str], answers: int, chromium: Browser, live_server: LiveServer, carry: Carry
) -> None:
    assert_compiled()
    with a_table(ruleset, languages, chromium, live_server) as played:
        for number in range(answers):
            if not played.is_running():
                break
            if number == ALL // 7:
                played.photograph("table")
            answer(played.look(prompts(played.game)[0]["seat"]), MOUSE)
        assert played.is_running() is (answers == A_FEW)
        played.photograph("end")
        for mail in carry(timezone.now()):
            language = Player.objects.get(email=mail.to[0]).language
            assert f'<html lang="{language}"' in mail.html
            seen(_opened(played.windows[0], readable(mail)), f"email-{language}")
            if language != "en":
                played.english |= {f"{language}: {found}" for found in find_english(language, mail.text)}
    assert "\n".join(sorted(played.english)) == ""


def _opened(page: Page, html: str) -> Page:
    page.goto("about:blank")
    page.set_content(html)
    return page
