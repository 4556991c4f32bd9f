"""Mutants of the rules: change the engine in one small place, and see whether its tests notice (`make mutate`).

Each module has a session of its mutants. Two modules are processed at the same time, each in a copy of the tree: a
mutant is written into the copy, the tests of tests/mutation/suite.py run, the module is restored. Survivors must be
listed in survivors.txt, with the reason why they are equivalent; any other survivor is printed and makes this fail. An
interrupted run continues; with names of modules ("market rules/board") only these run, from the beginning.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.mutation.modules import MODULES, OPERATORS
from tests.mutation.survivors import report

ROOT = Path(__file__).parents[2]
WORK = ROOT / ".local" / "mutation"
TREES = (WORK / "one", WORK / "two")
TOOLS = Path(sys.executable).parent
CONFIGURATION = """
[cosmic-ray]
module-path = ["engine/{module}.py"]
excluded-modules = []
timeout = 600.0
test-command = "{python} -m tests.mutation.suite {tests}"
distributor.name = "local"

[cosmic-ray.filters.operators-filter]
exclude-operators = ['(?!core/({operators})$)']
"""


def copied(tree: Path) -> None:
    """Return a copy of the tree, whose tests have to pass before any change, which also compiles the modules."""
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    compiling = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    run(tree, "python", "-m", "tests.mutation.suite", env=compiling)


def run(tree: Path, tool: str, *arguments: str, env: dict[str, str] | None = None) -> None:
    subprocess.run([TOOLS / tool, *arguments], cwd=tree, env=env, check=True)


def session(module: str, tree: Path) -> Path:
    """Create the mutants of this module; the tool is only told what to leave out: everything that is not one of the
    operators."""
    mutants = WORK / f"{module.replace('/', '_')}.sqlite"
    configuration = mutants.with_suffix(".toml")
    if not mutants.exists():
        text = CONFIGURATION.format(
            module=module, python=sys.executable, tests=MODULES[module], operators="|".join(OPERATORS)
        )
        configuration.write_text(text)
        run(tree, "cosmic-ray", "init", str(configuration), str(mutants))
        run(tree, "cr-filter-operators", str(mutants), str(configuration))
    return mutants


def mutate(module: str, trees: SimpleQueue[Path]) -> Path:
    """Return the session with the outcome of every mutant of this module."""
    tree = trees.get()
    try:
        mutants = session(module, tree)
        run(tree, "cosmic-ray", "exec", str(mutants.with_suffix(".toml")), str(mutants))
        return mutants
    finally:
        trees.put(tree)


def main(names: Sequence[str]) -> int:
    for module in names:
        (WORK / f"{module.replace('/', '_')}.sqlite").unlink(missing_ok=True)
    trees: SimpleQueue[Path] = SimpleQueue()
    with ThreadPoolExecutor(len(TREES)) as pool:
        list(pool.map(copied, TREES))
        for tree in TREES:
            trees.put(tree)
        sessions = list(pool.map(lambda module: mutate(module, trees), names or MODULES))
    return report(sessions)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
