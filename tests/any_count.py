"""Count the lines with an explicit `Any`, package by package: `python -m tests.any_count`; `--lines` lists them.

The type checker does not check a name, an attribute or a quoted annotation typed with `Any`. Importing the name does
not count.
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("engine", "games", "notifications")


def find_any(source: str) -> list[int]:
    """Return the numbers of the lines of this module that use `Any` as a type."""
    nodes = ast.walk(ast.parse(source))
    return sorted({line for node in nodes for line in _lines_with_any(node)})


def _lines_with_any(node: ast.AST) -> Iterator[int]:
    match node:
        case ast.Name(id="Any") | ast.Attribute(attr="Any"):
            yield node.lineno
        case ast.Constant(value=str(text)) if "Any" in text and _is_type(text):
            yield node.lineno


def _is_type(text: str) -> bool:
    """Check whether this text is an annotation in quotes with an `Any` in it."""
    try:
        expression = ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    nodes = [node for node in ast.walk(expression) if isinstance(node, ast.Name)]
    return len(nodes) > 1 and any(node.id == "Any" for node in nodes)


def lines_by_module() -> dict[Path, list[int]]:
    """Return the lines with `Any`, for each module that has some."""
    modules = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    counted = {path.relative_to(ROOT): find_any(path.read_text()) for path in modules}
    return {path: lines for path, lines in counted.items() if lines}


def count_by_room() -> Counter[str]:
    """Return the number of such lines in each package, and in each package inside `games` and `notifications`."""
    rooms: Counter[str] = Counter()
    for path, lines in lines_by_module().items():
        rooms["/".join(path.parent.parts[:2])] += len(lines)
    return rooms


def main() -> None:
    """Print a line for each package and the sum, or the lines themselves."""
    if "--lines" in sys.argv[1:]:
        for path, lines in lines_by_module().items():
            source = (ROOT / path).read_text().splitlines()
            for line in lines:
                print(f"{path}:{line}: {source[line - 1].strip()}")
        return
    rooms = count_by_room()
    for room, lines_with_any in sorted(rooms.items()):
        print(f"{lines_with_any:4} {room}")
    print(f"{rooms.total():4} in all")


if __name__ == "__main__":
    main()
