"""docs/architecture.md, the map of the code, agrees with the code."""

import pytest

from tests import rooms
from tests.references import CODE, ROOT, lost

PAGE = rooms.MAP.read_text()
DOCS = rooms.MAP.parent
MOST_LINES = 350
UNLISTED = {"management", "migrations", "templatetags"}
"""Packages that Django needs, and that belong to none on the map."""


def section(title: str) -> str:
    """Return the part of the page under a heading."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """Return the rows of a section's tables, without their headers."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [
        row for row, below in zip(cells, [*cells[1:], []], strict=True) if not _is_rule(row) and not _is_rule(below)
    ]


def _is_rule(row: list[str]) -> bool:
    return bool(row) and set("".join(row)) <= {"-"}


def packages() -> set[str]:
    """Return every package of the project, as a path."""
    found = {
        path.parent
        for package in ("engine", "games", "notifications", "ttr_site")
        for path in (ROOT / package).rglob("__init__.py")
    }
    return {path.relative_to(ROOT).as_posix() + "/" for path in found if not UNLISTED & set(path.parts)}


def test_the_picture_is_that_of_the_import_contracts() -> None:
    """To redraw the picture: python -m tests.rooms"""
    assert rooms.on_the_map(PAGE) == rooms.drawn(rooms.contracts())


def test_every_package_has_a_line() -> None:
    listed = [name for row in rows("Rooms") for name in CODE.findall(row[0])]
    assert len(listed) == len(set(listed))
    assert packages() - set(listed) == set()


def test_every_name_on_the_map_is_there() -> None:
    assert lost(PAGE, DOCS) == []


def test_every_word_has_its_meaning_and_its_place() -> None:
    words = [row[0].lower() for row in rows("Glossary")]
    assert words == sorted(set(words))
    assert all(len(row) == 3 and all(row) and "`" in row[2] for row in rows("Glossary"))


def test_the_page_can_be_read() -> None:
    assert len(PAGE.splitlines()) < MOST_LINES


def test_newcomers_find_it() -> None:
    assert "](docs/architecture.md)" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize(
    "name",
    [
        "engine/parts/no_such_file.py",
        "engine/no_such_folder/<game>.py",
        "games.table.play.moves.no_such_function",
        "games.table.play.no_such_module",
        "engine.model.Prompt.no_such_field",
        "no_such_name",
        "no_such_package.module",
        "POST /api/v1/nothing",
        "make nothing",
        "manage.py nothing",
        "python -m engine.nothing",
        "what is this?",
    ],
)
def test_what_is_gone_would_be_found(name: str) -> None:
    assert lost(f"Look at `{name}` in `engine/model.py`.", DOCS) == [name]


def test_a_name_by_itself_belongs_to_a_file_beside_it() -> None:
    assert lost("`engine/core.py` has `decide` and `evolve`.", DOCS) == []
    assert lost("- `engine/core.py`\n- `decide`", DOCS) == ["decide"]
    assert lost("`engine/chance.py`\n\n`decide`", DOCS) == ["decide"]


def test_a_class_needs_no_file() -> None:
    assert lost("`Prompt`, `Prompt.seat`, `NoSuchClass`, `Prompt.no_such_field`", DOCS) == [
        "NoSuchClass",
        "Prompt.no_such_field",
    ]


def test_a_link_that_leads_nowhere_would_be_found() -> None:
    page = "# Here\n[a](#here) [b](api.md) [c](../README.md#go-on) [d](#there) [e](nothing.md)"
    assert lost(page, DOCS) == ["#there", "nothing.md"]


def test_another_contract_would_be_another_picture() -> None:
    known = rooms.contracts()
    assert rooms.drawn(known[:-1]) != rooms.drawn(known)
