"""What every page has: its frame, its colors, and nothing that the content policy forbids."""

import re
from pathlib import Path

from games.web import colors

TEMPLATES = Path(__file__).parents[2] / "games" / "templates" / "web"
INLINE = re.compile(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:", re.IGNORECASE)


def test_pages_have_the_colors_of_the_pictures() -> None:
    assert colors.FILE.read_text() == colors.sheet()


def test_nothing_in_a_page_is_inline() -> None:
    """Neither script nor style."""
    found = {file.name: INLINE.findall(file.read_text()) for file in TEMPLATES.rglob("*.html")}
    assert not {name: inline for name, inline in found.items() if inline}
