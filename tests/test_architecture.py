"""The project's rules that no linter checks. Each has one test, which names every violation."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ("engine", "games", "notifications", "ttr_site", "deploy")
NAMED_BY_DJANGO = {"Meta", "Media", "Command"}
ROOMS = {".ci", "deploy", "docs", "engine", "games", "notifications", "tests", "ttr_site"}
BOARDS = ROOT / "engine" / "boards"
PARTS = ("body", "orelse", "handlers", "finalbody", "cases")
"""Fields of a statement that hold its inner statements."""
FILE_LINES = 400
FUNCTION_LINES = 40
# Written in pieces, so that this file passes its own test.
HOSTS = ["py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "debian" + ".org"]
FORBIDDEN = [*HOSTS, "/wo" + "rk/", "/ro" + "ot/"]


@cache
def files() -> list[Path]:
    """Return every file of the repository, including those not yet committed."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def sources() -> list[Path]:
    return [path for path in files() if path.suffix == ".py" and "migrations" not in path.parts]


def in_rooms(*rooms: str) -> list[Path]:
    return [path for path in sources() if path.relative_to(ROOT).parts[0] in rooms]


@cache
def statements(path: Path) -> list[ast.AST]:
    """Return every statement of a file, inner ones included, without their expressions, to save time."""
    found: list[ast.AST] = [ast.parse(path.read_text())]
    for node in found:
        for part in PARTS:
            found += getattr(node, part, ())
    return found


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in statements(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def imported(path: Path) -> Iterator[str]:
    """Yield the packages that a file imports, without relative imports."""
    for node in statements(path):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.split(".")[0]


def test_the_rooms_are_those_of_the_plan() -> None:
    folders = {path.relative_to(ROOT).parts[0] for path in files() if path.parent != ROOT}
    assert folders <= ROOMS


def test_a_file_is_about_one_subject() -> None:
    lines = {name_of(path): len(path.read_text().splitlines()) for path in sources() if path.parent != BOARDS}
    assert not {name: count for name, count in lines.items() if count > FILE_LINES}


@pytest.mark.long  # every file is parsed
def test_a_function_reads_in_one_glance() -> None:
    lines = {
        (name_of(path), each.name): (each.end_lineno or 0) - each.lineno + 1
        for path in sources()
        for each in functions(path)
    }
    assert not {name: count for name, count in lines.items() if count > FUNCTION_LINES}


def test_nothing_is_called_utils() -> None:
    assert not [name_of(path) for path in files() if path.stem in {"utils", "helpers", "misc", "common"}]


def classes(path: Path) -> Iterator[str]:
    """Yield the classes whose names we choose, except the choices of a model's field, which are named with it."""
    every = [node for node in statements(path) if isinstance(node, ast.ClassDef)]
    inner = {part for node in every for part in node.body if isinstance(part, ast.ClassDef)}
    choices = {node for node in inner if any(ast.unparse(base).endswith("Choices") for base in node.bases)}
    return (node.name for node in every if node not in choices and node.name not in NAMED_BY_DJANGO)


def test_a_name_stands_for_one_class() -> None:
    """So a search for a class finds the right one."""
    homes: dict[str, list[str]] = {}
    for path in in_rooms(*PRODUCT):
        for name in classes(path):
            homes.setdefault(name, []).append(name_of(path))
    assert not {name: found for name, found in homes.items() if len(found) > 1}


def test_no_registry_and_no_machine_is_named() -> None:
    texts = {path: path.read_text(errors="ignore") for path in files()}
    assert not [(name_of(path), word) for path, text in texts.items() for word in FORBIDDEN if word in text]


def test_no_merge_is_left_half_done() -> None:
    texts = {path: path.read_text(errors="ignore") for path in files()}
    assert not [name_of(path) for path, text in texts.items() if re.search(r"^(<{7}|>{7}) ", text, re.MULTILINE)]


def test_the_engine_needs_only_the_standard_library() -> None:
    known = sys.stdlib_module_names | {"engine"}
    assert not {(name_of(path), name) for path in in_rooms("engine") for name in imported(path) if name not in known}


def reaches(node: ast.AST) -> set[str]:
    """Return the names that this code uses from the `engine` package."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "engine":
        return {node.attr}
    if isinstance(node, ast.ImportFrom) and node.module in {"engine", "engine.core"}:
        return {alias.name for alias in node.names}
    return set()


def decides(path: Path) -> bool:
    """Check whether a file uses the engine's `decide` or `start`, which check moves and draw chance."""
    text = path.read_text()
    is_near = "engine" in text and re.search(r"\b(decide|start)\b", text)
    return bool(is_near) and any(reaches(node) & {"decide", "start"} for node in ast.walk(ast.parse(text)))


def test_only_the_store_and_those_who_play_decide() -> None:
    deciding = [name_of(path) for path in in_rooms("games", "notifications", "ttr_site") if decides(path)]
    assert deciding
    assert all(name.startswith(("games/table/store/", "games/table/play/")) for name in deciding)


def polled(path: Path) -> Iterator[str]:
    """Yield the beginnings of the scripts that a test has the browser run until they are true."""
    text = path.read_text()
    for node in ast.walk(ast.parse(text)) if ".wait_for_function(" in text else ():
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".wait_for_function"):
            script = node.args[0].values[0] if isinstance(node.args[0], ast.JoinedStr) else node.args[0]
            yield str(script.value) if isinstance(script, ast.Constant) else ast.unparse(script)


def test_a_lock_never_holds_up_a_foreign_key() -> None:
    """`FOR UPDATE` would: whoever inserts a row that refers to the locked one waits, and deadlocks follow."""
    strong = re.compile(r"FOR UPDATE|select_for_update\((?!no_key=True)")
    assert not [name_of(path) for path in in_rooms("games", "notifications") if strong.search(path.read_text())]


def test_browsers_wait_for_functions() -> None:
    """An expression is evaluated anew at each look, which the pages' Content Security Policy forbids."""
    waits = [(name_of(path), script) for path in in_rooms("tests") for script in polled(path)]
    assert waits
    assert not [wait for wait in waits if not re.match(r"(async )?(\([^)]*\)|\w+) =>", wait[1])]
