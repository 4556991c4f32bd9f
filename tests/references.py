"""Check the names in code type on a documentation page, without importing anything.

A name is one of these:

- a path, from the root of the repository: `games/table/play/moves.py`, `games/table/rulings/`; `<...>` is any name;
- a dotted name: `games.table.play.moves.post_moves`;
- a class by itself, or what it has: `Turn`, `Turn.deadline_at`;
- any other name by itself, `post_moves`: of a file that the same paragraph, item or row names;
- an operation of the API, with its path as docs/openapi*.yaml write it: `POST /api/v1/games`;
- a command: `make test`, `manage.py replay`, `python -m engine`.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("deploy", "engine", "games", "notifications", "tests", "ttr_site")
FENCE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE: Final = re.compile(r"`([^`\n]+)`")
LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
BLOCK: Final = re.compile(r"\n(?=\s*(?:\n|[-*|]|\d+\. ))")
OPERATION: Final = re.compile(r"(GET|POST|PUT|PATCH|DELETE) (/\S+)")
CLASS: Final = re.compile(r"^class (\w+)", re.MULTILINE)
NAME: Final = re.compile(r"[A-Za-z_][\w.]*")


def lost(page: str, folder: Path) -> list[str]:
    """Return the page's names that no longer exist, and its dead links. `folder` is the page's own."""
    text = FENCE.sub("", page)
    names = [name for block in BLOCK.split(text) for name in _lost(CODE.findall(block))]
    return names + [link for link in LINK.findall(text) if not _leads_somewhere(link, page, folder)]


def _lost(names: list[str]) -> Iterator[str]:
    nearby = [file for name in names for file in _files(name)]
    yield from (name for name in names if not _is_there(name, nearby))


def _is_there(name: str, nearby: Iterable[Path]) -> bool:
    if operation := OPERATION.fullmatch(name):
        return (operation[2], operation[1].lower()) in _operations()
    if name.startswith(("make ", "manage.py ", "python -m ")):
        return _is_command(name)
    if _paths(name):
        return True
    if not NAME.fullmatch(name):
        return False
    files = [*nearby, *_classes().get(name.partition(".")[0], ())]
    return _is_dotted(name) or any(_defines(file, name.split(".")) for file in files)


@cache
def _paths(name: str) -> list[Path]:
    """Return the paths that a path on the page can mean."""
    if " " in name or name.startswith("/"):
        return []
    pattern = re.sub("<[^>]+>", "*", name)
    return sorted(ROOT.glob(pattern)) if "/" in name or (ROOT / name).is_file() else []


def _files(name: str) -> list[Path]:
    """Return the Python files that a name on the page can mean: for a package, those its `__init__` offers."""
    paths = _paths(name) or [ROOT.joinpath(*name.split("."))]
    modules = [module for path in paths for module in (path / "__init__.py", path.with_suffix(".py"))]
    return [module for module in modules if module.is_file()]


def _is_dotted(name: str) -> bool:
    """Check whether a module has this name: its file is the longest part of the name that is a module."""
    parts = name.split(".")
    if parts[0] not in PACKAGES:
        return False
    for length in range(len(parts), 0, -1):
        for module in _files(".".join(parts[:length])):
            return _defines(module, parts[length:])
    return False


def _defines(module: Path, names: list[str]) -> bool:
    """Check whether the module, or the class in it given by the first names, defines the last name."""
    body = _tree(module).body
    for name in names:
        found = [node for node in body if name in _named(node, offers=module.name == "__init__.py")]
        if not found:
            return False
        body = found[-1].body if isinstance(found[-1], ast.ClassDef) else []
    return True


@cache
def _tree(module: Path) -> ast.Module:
    return ast.parse(module.read_text())


def _named(node: ast.stmt, *, offers: bool) -> set[str]:
    """Return the names that a statement defines; an import counts where a package `offers` its modules' names."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Assign):
        return {target.id for target in node.targets if isinstance(target, ast.Name)}
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return {node.target.id}
    if offers and isinstance(node, ast.ImportFrom):
        return {alias.asname or alias.name for alias in node.names}
    return set()


@cache
def _classes() -> dict[str, list[Path]]:
    """Return the files that define each class, without tests. Read as text, because parsing them all would take a
    second."""
    found: dict[str, list[Path]] = {}
    for package in set(PACKAGES) - {"tests"}:
        for module in (ROOT / package).rglob("*.py"):
            for name in CLASS.findall(module.read_text()) if "migrations" not in module.parts else ():
                found.setdefault(name, []).append(module)
    return found


@cache
def _operations() -> frozenset[tuple[str, str]]:
    """Return path and method of every operation of the API, read line by line, because parsing takes seconds."""
    found, path = set(), ""
    documents = (ROOT / "docs" / name for name in ("openapi.yaml", "openapi-admin.yaml"))
    for line in (line for document in documents for line in document.read_text().splitlines()):
        if line.startswith("  /"):
            path = line.strip().rstrip(":")
        elif path and re.fullmatch(r" {4}[a-z]+:", line):
            found.add((path, line.strip().rstrip(":")))
    return frozenset(found)


def _is_command(name: str) -> bool:
    program, _, word = name.rpartition(" ")
    if program == "make":
        return re.search(rf"^{re.escape(word)}:", (ROOT / "Makefile").read_text(), re.MULTILINE) is not None
    if program == "manage.py":
        return any(ROOT.glob(f"*/management/commands/{word}.py"))
    return bool(_files(word))


def _leads_somewhere(link: str, page: str, folder: Path) -> bool:
    if link.startswith(("http://", "https://")):
        return True
    if link.startswith("#"):
        headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
        return link[1:] in {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    return (folder / link.partition("#")[0]).exists()
