"""A game's properties come from its tables: no other code checks for the name of a ruleset, a board or an option."""

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import engine

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "games", "notifications", "ttr_site", "deploy")
NAMED_BY_RIGHT = ("engine/rules/", "engine/boards/", "games/presentation/words/", "games/management/demo_games.py")
"""Modules that may use names: the rulesets, the boards, their texts, and the demo."""
PLACES = ("games/zones.py", "games/presentation/pictures/workshop/map/")
"""Modules that name places on earth, of which a board may have the name: areas of time zones, continents."""


@cache
def names() -> set[str]:
    """Return ids of rulesets with and without their version, names of boards, names of options."""
    rulesets = engine.RULESETS.values()
    ids = {rules.id for rules in rulesets}
    boards = {rules.board.name for rules in rulesets}
    return (
        ids
        | {name.partition("@")[0] for name in ids}
        | boards
        | {name for rules in rulesets for name in rules.variants}
    )


def modules() -> list[Path]:
    return [
        file
        for package in PACKAGES
        for file in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in file.parts
    ]


def outside(*by_right: str) -> list[Path]:
    """Return all modules except those whose path begins with one of these."""
    return [file for file in modules() if not relative(file).startswith(by_right)]


def nodes(file: Path, words: Iterable[str]) -> list[ast.AST]:
    """Return the syntax nodes of a file with one of these words; most files have none, and are not parsed."""
    text = file.read_text()
    return list(ast.walk(ast.parse(text))) if any(word in text for word in words) else []


def strings_of(program: Iterable[ast.AST]) -> list[tuple[int, str]]:
    """Return every string in this program that could be a name, with its line."""
    constants = [node for node in program if isinstance(node, ast.Constant)]
    return [(node.lineno, str(node.value)) for node in constants if node.value in names()]


def relative(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def test_no_name_is_asked_for_outside_its_own_module() -> None:
    found = [
        (file, line, text)
        for file in outside(*NAMED_BY_RIGHT, *PLACES)
        for line, text in strings_of(nodes(file, names()))
    ]
    assert not [(relative(file), line, text) for file, line, text in found if text != file.stem]


def test_a_question_for_a_name_would_be_found() -> None:
    assert strings_of(ast.walk(ast.parse('if rules.id == "usa@1":\n    points = 1'))) == [(1, "usa@1")]


def test_a_ruleset_names_no_other() -> None:
    """In its own module, too, a ruleset's name is only defined and an option's is a key of `variants`: never a
    condition."""
    asked = [
        (relative(file), part.lineno, part.value)
        for file in (ROOT / "engine" / "rules").glob("*.py")
        for node in nodes(file, names())
        if isinstance(node, ast.Compare | ast.Match | ast.Subscript)
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and part.value in names()
    ]
    assert not asked


def test_only_the_rulesets_know_the_rulesets() -> None:
    """No code imports a particular ruleset or board without the registry; only a board may share another's map."""
    others = outside("engine/rules/", "engine/boards/")
    reaching = {relative(file): imported(nodes(file, ["engine"])) & certain() for file in others}
    assert not {name: modules for name, modules in reaching.items() if modules}


@cache
def certain() -> set[str]:
    """Return the modules of single rulesets and boards."""
    folders = [(folder, ROOT / "engine" / folder) for folder in ("rules", "boards")]
    files = [f"engine.{folder}.{file.stem}" for folder, path in folders for file in path.glob("*.py")]
    return set(files) - {"engine.boards.tables", "engine.rules.__init__", "engine.boards.__init__"}


def imported(program: Iterable[ast.AST]) -> set[str]:
    """Return every imported module, and every name that might be one."""
    found: set[str] = set()
    for node in program:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return found
