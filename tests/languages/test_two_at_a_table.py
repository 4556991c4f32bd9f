"""Two players of one game, each in their own language: what is kept for one is never shown to the other."""

import re

import pytest
from django.test import Client
from django.utils.translation import override
from time_machine import TimeMachineFixture

from deploy.catalogs import pseudo
from games.models import Game, Player
from notifications.streams.events import Form
from notifications.streams.games import source_for
from tests.api.people import API, client_of, player
from tests.games.stories import NOON, play_on
from tests.languages.conftest import pseudo_english
from tests.web.people import browser_of
from tests.web.seat_links import begun

__all__ = ["pseudo_english"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pseudo_english")]

ONCE = re.compile(
    r'(name="csrfmiddlewaretoken" value|nonce|csrf[^=]*content)="[^"]*"|"X-CSRFToken": ?"[^"]*"|value="[0-9a-f]{32}"'
)
"""What differs each time that a page is made."""
ACCENTS = re.compile("[âćęïñöüÿ]")


@pytest.fixture
def game(time_machine: TimeMachineFixture) -> Game:
    """A game of Ada, who reads the other language, and Bob, who reads English."""
    time_machine.move_to(NOON, tick=False)
    game = begun([player("Ada", language=pseudo.CODE), player("Bob")])
    play_on(game, 6, now=NOON)
    return game


def read(browser: Client, path: str) -> str:
    answer = browser.get(path)
    assert answer.status_code == 200, path
    return ONCE.sub("", answer.content.decode())


@pytest.mark.parametrize("path", ["/games/{}", "/games/{}/log", "/games/{}/replay/4", "/games"])
def test_each_page_is_the_same_whoever_read_it_before(game: Game, path: str) -> None:
    path = path.format(game.pk)
    ada, bob = (browser_of(Player.objects.get(name=name)) for name in ("Ada", "Bob"))
    pages = [read(browser, path) for browser in (ada, bob, ada, bob, ada, bob)][2:]  # the first sets cookies
    assert pages[0] == pages[2]
    assert pages[1] == pages[3]
    assert ACCENTS.search(pages[0])
    assert not ACCENTS.search(pages[1].replace("[Ëñglïsh]", ""))


def test_programs_and_streams_read_no_language(game: Game) -> None:
    """An event of a stream is written once for all who hear it."""
    ada, bob = (Player.objects.get(name=name) for name in ("Ada", "Bob"))
    for path in ("", "/log", "/options"):
        in_two = [client_of(reader).get(f"{API}/games/{game.pk}{path}") for reader in (ada, bob)]
        assert [answer["Content-Language"] for answer in in_two] == [pseudo.CODE, "en"]
        assert not ACCENTS.search(in_two[0].content.decode()), path
    for language in ("en", pseudo.CODE):
        with override(language):
            events, _place = source_for(ada, game.pk).present()
            assert not any(ACCENTS.search(event.written[Form.LINES].decode()) for event in events)


def test_a_picture_is_in_its_reader_s_language(game: Game) -> None:
    ada, bob = (Player.objects.get(name=name) for name in ("Ada", "Bob"))
    path = f"{API}/games/{game.pk}/board.svg"
    drawn = [client_of(reader).get(path).content.decode() for reader in (ada, bob, ada, bob)]
    assert drawn[:2] == drawn[2:]
    assert ACCENTS.search(drawn[0])
    assert not ACCENTS.search(drawn[1])
