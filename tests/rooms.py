"""Draw the packages in docs/architecture.md from the import contracts in pyproject.toml: `python -m tests.rooms`."""

import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
MAP: Final = ROOT / "docs" / "architecture.md"
BEGIN: Final = "<!-- Drawn from pyproject.toml by: python -m tests.rooms -->\n```text\n"
END: Final = "```\n<!-- End of the drawing -->\n"
WIDTH: Final = 110
"""Characters per line."""

Contract = Mapping[str, Any]


def contracts() -> list[Contract]:
    """The import contracts, in their order."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    found: list[Contract] = settings["tool"]["importlinter"]["contracts"]
    return found


def drawn(known: Sequence[Contract]) -> str:
    """Return the picture: a block for each package with a layers contract, and below it the forbidden imports."""
    house = next(one for one in known if one["type"] == "layers" and "containers" not in one)
    inside: dict[str, list[Sequence[str]]] = {storey: [] for storey in house["layers"]}
    for one in known:
        for package in one.get("containers", ()) if one["type"] == "layers" else ():
            if package in inside:  # a group's packages are drawn in the picture of their parent package
                inside[package].append(one["layers"])
    storeys = [_storey(package, orders) for package, orders in inside.items()]
    ground = "└" + "─" * (WIDTH - 2) + "┘"
    storeys[0] = storeys[0].replace("├", "┌", 1).replace("┤", "┐", 1)
    return "\n".join([*storeys, ground, "", *_rules(known)]) + "\n"


def _storey(package: str, orders: Sequence[Sequence[str]]) -> str:
    rows = [row for rooms in orders for row in _rows(rooms)]
    lid = f"├─ {package} ".ljust(WIDTH - 1, "─") + "┤"
    return "\n".join([lid, *(f"│ {row.ljust(WIDTH - 4)} │" for row in rows)])


def _rows(rooms: Sequence[str]) -> Iterator[str]:
    """Yield a row for each layer; packages that do not fit continue in the next row."""
    for floor in rooms:
        yield from textwrap.wrap(floor, WIDTH - 4, subsequent_indent="  ")


def _rules(known: Sequence[Contract]) -> Iterator[str]:
    for one in known:
        if one["type"] == "forbidden":
            yield f"{one['name']}:"
            yield _wrapped(", ".join(one["source_modules"]), "  ")
            verb = "never themselves import" if one.get("allow_indirect_imports") else "never import, directly or not,"
            yield _wrapped(f"{verb} {', '.join(one['forbidden_modules'])}", "  ")
        elif one["type"] == "acyclic_siblings":
            yield f"{one['name']} in {', '.join(one['ancestors'])}."


def _wrapped(text: str, indent: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")


def on_the_map(page: str) -> str:
    """Return the picture in the page. Raises ValueError if there is none."""
    return page[page.index(BEGIN) + len(BEGIN) : page.index(END)]


def main() -> None:
    """Write the picture into the page."""
    page = MAP.read_text()
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    MAP.write_text(before + BEGIN + drawn(contracts()) + END + after)


if __name__ == "__main__":
    main()
