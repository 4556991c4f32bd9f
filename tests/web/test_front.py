"""The front page, as a stranger sees it."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from time_machine import travel

from games.presentation.pictures.of_games import GamePicture
from tests.games.stories import DAY, NOON, chosen, play_on, players, started
from tests.games.worlds import swap_what_is_hidden
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


def test_a_stranger_is_offered_a_game_to_try_before_a_form_to_fill_in() -> None:
    page = Client().get("/").content.decode()
    assert 0 < page.index('id="practice"') < page.index('name="email"')


def test_a_public_game_is_shown_as_an_onlooker_sees_it() -> None:
    started(players(2), now=timezone.now(), name="For all to see")
    page = text_of(Client(), "/")
    assert "For all to see" in page
    assert 'class="ticket"' not in page
    assert "<style" not in page


def test_a_private_game_is_not() -> None:
    started(players(2), now=timezone.now(), name="For us alone", public=False)
    page = text_of(Client(), "/")
    assert "For us alone" not in page
    assert 'class="board"' in page


def test_even_players_of_it_see_no_more_than_strangers() -> None:
    people = players(2)
    started(people, now=timezone.now())
    assert 'class="ticket"' not in text_of(browser_of(people[0]), "/")


def test_a_picture_carries_a_tag() -> None:
    game = started(players(2), now=timezone.now())
    path = f"/games/{game.pk}/thumbnail.svg"
    first = Client().get(path)
    assert first["Content-Type"] == "image/svg+xml"
    assert first["Cache-Control"] == "private, no-cache"
    assert Client().get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_the_board_is_drawn_once_for_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    plain = GamePicture.svg

    def noted(self: GamePicture) -> str:
        drawn.append(self.entry)
        return plain(self)

    monkeypatch.setattr(GamePicture, "svg", noted)
    game = chosen(started(players(2), now=timezone.now(), name="For all to see"), now=timezone.now())
    first = text_of(Client(), "/")
    assert "For all to see" in first
    assert first.count("</svg>") == text_of(Client(), "/").count("</svg>")
    assert drawn == [game.head]
    play_on(game, 1, now=timezone.now())
    text_of(Client(), "/")
    assert len(drawn) == 2


@travel(NOON + DAY / 24, tick=False)
def test_two_worlds_have_the_same_front_and_the_same_pictures() -> None:
    """The pictures are drawn anew in each world, since a cached one would hide a difference."""
    game = chosen(started(players(3)))
    play_on(game, 12)
    shown = []
    for _ in range(2):
        cache.clear()
        browser = Client()
        page = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", text_of(browser, "/"))
        picture = browser.get(f"/games/{game.pk}/thumbnail.svg")
        shown.append((page, picture.content, picture["ETag"]))
        swap_what_is_hidden(game)
    assert shown[0] == shown[1]
