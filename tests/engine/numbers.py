"""The rule numbers, as used in refusals, in prompts and in the names of tests.

A game that has rules of its own lists their numbers in its test module: `OWN_RULES = ("x1", "x2")`.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


@cache
def modules() -> tuple[ast.Module, ...]:
    """Return all test modules of the engine."""
    return tuple(ast.parse(file.read_text()) for file in sorted(FOLDER.glob("test_*.py")))


def _of_games() -> Iterator[str]:
    for module in modules():
        for node in module.body:
            if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["OWN_RULES"]:
                yield from ast.literal_eval(node.value)


NUMBERS = (
    *(f"b{number}" for number in range(1, 23)),
    *(f"w{number}" for number in range(1, 12)),
    *(f"c{number}" for number in range(1, 17) if number != 4),  # there is no C4
    *(f"p{number}" for number in range(1, 6)),
    *_of_games(),
)
