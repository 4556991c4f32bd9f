"""The parts common to every page: frame, colors, and nothing that the content policy forbids."""

import re
from pathlib import Path

import pytest
from django.template import engines
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, reverse

from games.ids import new_id
from games.templatetags.game_url import game_url
from games.web import colors
from tests.games.stories import players
from tests.web.people import browser_of

TEMPLATES = Path(__file__).parents[2] / "games" / "templates" / "web"
INLINE = re.compile(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:", re.IGNORECASE)


def test_pages_have_the_colors_of_the_pictures() -> None:
    assert colors.FILE.read_text() == colors.sheet()


def test_what_is_hidden_is_never_drawn() -> None:
    """A class's `display` outweighs a plain `[hidden]`: buttons that need JavaScript would show without it."""
    rules = (colors.FILE.parent / "frame.css").read_text()
    assert "[hidden] { display: none !important; }" in rules


def test_light_dark_stands_behind_supports() -> None:
    """Before Safari 17.5 and Chromium 123, such a color is invalid: text and routes would be black."""
    guarded = re.compile(r"@supports \(color: ?light-dark\([^{]*\{(?:[^{}]|\{[^{}]*\})*\}|/\*.*?\*/", re.DOTALL)
    sheets = {file.name: guarded.sub("", file.read_text()) for file in colors.FILE.parents[1].rglob("*.css")}
    assert [name for name, sheet in sheets.items() if "light-dark(" in sheet] == []
    assert all("light-dark(" not in file.read_text() for file in TEMPLATES.rglob("*.html"))


def test_nothing_in_a_page_is_inline() -> None:
    """Check for inline scripts and styles."""
    found = {file.name: INLINE.findall(file.read_text()) for file in TEMPLATES.rglob("*.html")}
    assert not {name: inline for name, inline in found.items() if inline}


def test_letters_of_tickets_are_read_aloud() -> None:
    hidden = {file.name for file in TEMPLATES.rglob("*.html") if re.search(r'class="ring[^>]* aria-', file.read_text())}
    assert not hidden


@pytest.mark.django_db
def test_a_page_that_is_opened_to_fill_it_in_focuses_its_first_field_and_one_that_is_read_none() -> None:
    (ada,) = players(1)
    member, stranger = browser_of(ada), Client()
    for browser, address, field in (
        (stranger, "/accounts/login/", "email"),
        (stranger, "/accounts/signup/", "name"),
        (member, "/leagues/new", "name"),
        (member, "/cups/new", "name"),
        (stranger, "/", ""),
        (member, "/games", ""),
        (member, "/tables", ""),
        (member, "/settings", ""),
    ):
        page = browser.get(address).content.decode()
        focused = re.findall(r"<(?:input|select|textarea)[^>]* autofocus", page)
        assert [f'name="{field}"' in each for each in focused] == [True] * bool(field), address


@pytest.mark.usefixtures("servers")
def test_the_icon_has_its_old_name_too() -> None:
    answer = Client().get("/favicon.ico")
    assert answer.status_code == 302
    assert answer["Location"].endswith(".svg")


@pytest.mark.django_db
def test_a_refusal_stands_in_the_frame() -> None:
    answer = browser_of(players(1)[0]).get("/admin/", follow=True)
    assert answer.status_code == 403
    assert "This page is not for you" in answer.content.decode()


def test_what_is_made_once_knows_nothing_of_a_page() -> None:
    template = engines["django"].from_string(
        "{% load once %}{{ name }}{% once %}<{{ name }}{{ request }}>{% endonce %}"
    )
    assert [template.render({"name": name}, RequestFactory().get("/")) for name in ("Ann", "Ben")] == ["Ann<>", "Ben<>"]


def test_what_is_made_once_is_not_made_again() -> None:
    template = engines["django"].from_string("{% load once %}{% once %}{% now 'u' %}{% endonce %}")
    assert template.render() == template.render()


@pytest.mark.parametrize("name", ["table", "table-talk", "seat-link", "replay-beginning", "film", "game-stream"])
def test_a_page_of_a_game_has_the_address_that_django_finds(name: str) -> None:
    game = new_id()
    assert game_url(name, game) == reverse(name, args=[game])


@pytest.mark.parametrize(("name", "game"), [("no-such-page", "3xb3d86vt9jc"), ("table", "")])
def test_there_is_no_address_of_a_page_that_is_not_there(name: str, game: str) -> None:
    with pytest.raises(NoReverseMatch):
        game_url(name, game)
