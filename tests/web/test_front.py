"""What a stranger sees first."""

import pytest
from django.test import Client
from django.utils import timezone

from games.pictures.of_games import GamePicture
from tests.games.stories import chosen, play_on, players, started
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


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
