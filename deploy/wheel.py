"""A wheel of the engine alone, for programs that play many games without a site.

    python -m deploy.wheel FOLDER            compiled by Cython, where there is a C compiler
    python -m deploy.wheel FOLDER --plain    for any interpreter

The plain code stays the truth: the wheel contains all of it, and beside a module that is compiled lies its extension,
which Python takes instead if it fits. So an interpreter that it does not fit plays with the plain code, and so does a
wheel that was made without a compiler. tests/engine/test_wheel.py plays with both, move by move.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parent.parent
COMPILED: Final = ("cards", "chance", "core", "model", "options", "prices", "views", "parts/*")
"""The modules that a move passes through."""
SETUP: Final = """\
from setuptools import Extension, find_packages, setup
sources = {sources!r}
if sources:
    # Annotations are no promises, and every number is Python's, of any size.
    how = {{"language_level": 3, "binding": True, "annotation_typing": False, "infer_types": False}}
    from Cython.Build import cythonize
    sources = cythonize([Extension(*source) for source in sources], compiler_directives=how, quiet=True)
setup(
    name="night-mail-engine", version={version!r}, packages=find_packages(include=["engine", "engine.*"]),
    python_requires=">=3.11", license="MIT", ext_modules=sources,
)
"""
PYPROJECT: Final = '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n'


class NamedOne(ast.NodeTransformer):
    """Let sets of bits start from a name: Cython would shift the literal as a C integer, and lose what overflows."""

    NAME: Final = "_the_first_bit"

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Replace the literal that is shifted."""
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift) and isinstance(node.left, ast.Constant) and node.left.value == 1:
            node.left = ast.Name(self.NAME, ast.Load())
        return node


def main(words: list[str]) -> None:
    """Build the wheel and print its path."""
    parser = argparse.ArgumentParser(prog="python -m deploy.wheel", description="Build a wheel of the engine alone.")
    parser.add_argument("folder", type=Path, help="where to put it")
    parser.add_argument("--plain", action="store_true", help="compile nothing")
    options = parser.parse_args(words)
    print(build_plain(options.folder) if options.plain else build(options.folder))


def build(folder: Path) -> Path:
    """Build a compiled wheel in this folder, or a plain one where nothing can be compiled, and return its path."""
    try:
        return _build(folder, compiled=COMPILED)
    except subprocess.CalledProcessError:
        print("It could not be compiled: see above. The wheel is plain.", file=sys.stderr)
        return build_plain(folder)


def build_plain(folder: Path) -> Path:
    """Build a wheel of the plain code in this folder, for any interpreter, and return its path."""
    return _build(folder, compiled=())


def _build(folder: Path, compiled: tuple[str, ...]) -> Path:
    with TemporaryDirectory() as temporary:
        tree = Path(temporary)
        shutil.copytree(ROOT / "engine", tree / "engine", ignore=shutil.ignore_patterns("__pycache__"))
        sources = list(_sources(tree, compiled))
        (tree / "setup.py").write_text(SETUP.format(version=_version(), sources=sources))
        (tree / "pyproject.toml").write_text(PYPROJECT)
        how = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check", "--quiet"]
        command = [sys.executable, "-m", "pip", "wheel", *how, "--wheel-dir", "made", "."]
        subprocess.run(command, cwd=tree, env={"CFLAGS": "-O2 -g0", **os.environ}, check=True)
        (wheel,) = (tree / "made").glob("*.whl")
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(wheel, folder / wheel.name))


def _sources(tree: Path, compiled: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """Write what Cython reads; yield the name of each module, and where it is."""
    for pattern in compiled:
        for path in sorted((tree / "engine").glob(f"{pattern}.py")):
            module = path.relative_to(tree)
            if module.stem != "__init__":
                yield ".".join(module.with_suffix("").parts), [str(_write_for_cython(tree, module))]


def _write_for_cython(tree: Path, module: Path) -> Path:
    """Write the module as Cython can read it, and return where."""
    code = NamedOne().visit(ast.parse((tree / module).read_text()))
    last = max(number for number, line in enumerate(code.body) if isinstance(line, (ast.Import, ast.ImportFrom)))
    code.body[last + 1 : last + 1] = ast.parse(f'{NamedOne.NAME} = int("1")').body
    path = Path("for_cython") / module
    (tree / path).parent.mkdir(parents=True, exist_ok=True)
    (tree / path).write_text(ast.unparse(ast.fix_missing_locations(code)))
    return path


def _version() -> str:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


if __name__ == "__main__":
    main(sys.argv[1:])
