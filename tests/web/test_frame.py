"""What every page has: its frame, its colors, and nothing that the content policy forbids."""

import re
from pathlib import Path

import pytest
from django.test import Client

from games.web import colors
from tests.games.stories import players
from tests.web.people import browser_of

TEMPLATES = Path(__file__).parents[2] / "games" / "templates" / "web"
INLINE = re.compile(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:", re.IGNORECASE)


def test_pages_have_the_colors_of_the_pictures() -> None:
    assert colors.FILE.read_text() == colors.sheet()


def test_nothing_in_a_page_is_inline() -> None:
    """Neither script nor style."""
    found = {file.name: INLINE.findall(file.read_text()) for file in TEMPLATES.rglob("*.html")}
    assert not {name: inline for name, inline in found.items() if inline}


def test_the_icon_has_its_old_name_too() -> None:
    answer = Client().get("/favicon.ico")
    assert answer.status_code == 302
    assert answer["Location"].endswith(".svg")


@pytest.mark.django_db
def test_a_refusal_stands_in_the_frame() -> None:
    answer = browser_of(players(1)[0]).get("/admin/", follow=True)
    assert answer.status_code == 403
    assert "This page is not for you" in answer.content.decode()
