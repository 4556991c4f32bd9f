"""The house rules that no linter knows."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {".ci", "deploy", "docs", "engine", "games", "notifications", "tests", "ttr_site"}
FILE_LINES = 400
FUNCTION_LINES = 40
# Written in pieces, so that this file passes its own test.
HOSTS = ["py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "debian" + ".org"]
FORBIDDEN = [*HOSTS, "/wo" + "rk/", "/ro" + "ot/"]


def tracked() -> list[Path]:
    """Every file of the repository, with those about to be added."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return [ROOT / name for name in names if (ROOT / name).is_file()]


FILES = tracked()
SOURCES = [path for path in FILES if path.suffix == ".py" and "migrations" not in path.parts]
ENGINE = [path for path in SOURCES if path.relative_to(ROOT).parts[0] == "engine"]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def imported(path: Path) -> Iterator[str]:
    """The packages that a file imports, relative imports left out."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.split(".")[0]


def test_the_rooms_are_those_of_the_plan() -> None:
    folders = {path.relative_to(ROOT).parts[0] for path in FILES if path.parent != ROOT}
    assert folders <= ROOMS


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_file_is_about_one_subject(path: Path) -> None:
    if path.parent != ROOT / "engine" / "boards":
        assert len(path.read_text().splitlines()) <= FILE_LINES


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_function_reads_in_one_glance(path: Path) -> None:
    long = [each.name for each in functions(path) if (each.end_lineno or 0) - each.lineno >= FUNCTION_LINES]
    assert not long


def test_nothing_is_called_utils() -> None:
    assert not [name_of(path) for path in FILES if path.stem in {"utils", "helpers", "misc", "common"}]


def test_no_registry_and_no_machine_is_named() -> None:
    texts = {path: path.read_text(errors="ignore") for path in FILES}
    assert not [(name_of(path), word) for path, text in texts.items() for word in FORBIDDEN if word in text]


@pytest.mark.parametrize("path", ENGINE, ids=name_of)
def test_the_engine_needs_only_the_standard_library(path: Path) -> None:
    assert set(imported(path)) <= sys.stdlib_module_names | {"engine"}


def reaches(node: ast.AST) -> set[str]:
    """What this piece of code takes from the engine's front."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "engine":
        return {node.attr}
    if isinstance(node, ast.ImportFrom) and node.module in {"engine", "engine.core"}:
        return {alias.name for alias in node.names}
    return set()


def decides(path: Path) -> bool:
    """Whether a file uses the engine's untrusted door, where moves are checked and chance is drawn."""
    return any(reaches(node) & {"decide", "start"} for node in ast.walk(ast.parse(path.read_text())))


def test_only_the_store_and_the_services_decide() -> None:
    site = {"games", "notifications", "ttr_site"}
    deciding = [name_of(path) for path in SOURCES if path.relative_to(ROOT).parts[0] in site and decides(path)]
    assert all(name == "games/store.py" or name.startswith("games/services/") for name in deciding)
