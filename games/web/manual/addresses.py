"""Which documents of `docs/` have a page, and where on the site the links in documents lead."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.urls import reverse

DOCS: Final = Path(settings.BASE_DIR) / "docs"
PAGES: Final[Mapping[str, str]] = {
    "by-email": "playing-by-mail.md",
    "bots": "bots.md",
    "clubs": "clubs.md",
    "cups": "cups.md",
    "leagues": "leagues.md",
    "ratings": "ratings.md",
    "notation": "notation.md",
    "rules": "rules.md",
    "checking": "checking.md",
    "languages": "languages.md",
}
"""The documents for players, by their names in addresses."""
GUIDES: Final[Mapping[str, str]] = {
    "api": "A first token, apps, tables, games, proposals, lists, limits: how everything works.",
    "playing": "Read a game, move, plan ahead, and survive a lost answer.",
    "clients": "Clients made from the schema, and a small one for Python that is ready.",
    "bots": "Programs that play under a name of their own.",
    "notation": "How every move is written in a line.",
    "streams": "Every event at once, and how to go on after a break.",
    "webhooks": "We call your program, and you check that it was us.",
    "push": "Notifications on your players’ devices.",
    "events": "Every event and every move that a log can contain.",
    "log": "What the entries of a game tell, and to whom.",
    "pictures": "Positions as pictures, and boards as numbers.",
    "checking": "How to check that nobody chose the cards.",
    "errors": "Every problem that an answer can name.",
    "api-changes": "What may be added, what never changes, and what has changed.",
}
"""What each guide for programmers is about, by the name of its document."""
PROGRAMS: Final = ("*.mjs", "examples/*.py", "examples/*.mts")
"""The programs that the guides lead to."""
SCHEMAS: Final[Mapping[str, str]] = {"openapi.yaml": "schema", "openapi-admin.yaml": "admin-schema"}
ELSEWHERE: Final = ("https://", "mailto:", "#")


def address(href: str) -> str:
    """Return where a document's link leads on the site; "" if there is no page for it."""
    if href.startswith(ELSEWHERE):
        return href
    file, _, anchor = href.partition("#")
    page = _list_pages().get(file, "")
    return f"{page}#{anchor}" if page and anchor else page


def list_documents() -> set[str]:
    """Return the files of the documents that have a page."""
    return {f"{name}.md" for name in GUIDES} | set(PAGES.values())


@cache
def list_programs() -> dict[str, Path]:
    """Return the files of the programs that the guides lead to, by name."""
    return {file.name: file for pattern in PROGRAMS for file in DOCS.glob(pattern)}


@cache
def _list_pages() -> dict[str, str]:
    """Return the address of each file that has one, by its path in `docs/`."""
    return {
        **{f"{name}.md": reverse("guide", args=[name]) for name in GUIDES},
        **{file: reverse("help-page", args=[name]) for name, file in PAGES.items()},
        **{file: reverse(name) for file, name in SCHEMAS.items()},
        **{str(file.relative_to(DOCS)): reverse("program", args=[name]) for name, file in list_programs().items()},
    }
