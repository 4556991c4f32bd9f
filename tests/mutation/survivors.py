"""Surviving mutants: read from the sessions, and compared with survivors.txt."""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

EXPLAINED = Path(__file__).with_name("survivors.txt")
OUTCOMES = """
select module_path, diff, test_outcome from mutation_specs join work_results using (job_id)
where worker_outcome <> 'SKIPPED'
"""


class Mutant(NamedTuple):
    """A module, and the lines removed from it and added to it."""

    module: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([self.module, *self.lines])


def explained() -> dict[Mutant, str]:
    """Return the mutants of survivors.txt, and the reason why each is equivalent.

    A block names a module and the reason; then come lines of the module ("- "), each with its replacement ("+ ").
    """
    found: dict[Mutant, str] = {}
    for block in EXPLAINED.read_text().strip().split("\n\n"):
        module, why, *changes = block.splitlines()
        for line in changes:
            if line.startswith("- "):
                before = line
            else:
                found[Mutant(module, (before, line))] = why
    return found


def outcomes(session: Path) -> Iterator[tuple[Mutant, bool]]:
    """Yield every mutant of a session, and whether it survived."""
    with sqlite3.connect(session) as rows:
        for module, diff, outcome in rows.execute(OUTCOMES):
            changed = [line for line in diff.splitlines()[3:] if line[0:1] in ("-", "+")]
            lines = tuple(f"{line[0]} {' '.join(line[1:].split())}" for line in changed)
            yield Mutant(module, lines), outcome == "SURVIVED"


def report(sessions: Sequence[Path]) -> int:
    """Print the figures and every survivor without an explanation; return 1 if there is one, otherwise 0."""
    all_of_them = [outcome for session in sessions for outcome in outcomes(session)]
    modules = {mutant.module for mutant, _ in all_of_them}
    known = {mutant: why for mutant, why in explained().items() if mutant.module in modules}
    survivors = [mutant for mutant, survived in all_of_them if survived]
    open_questions = [mutant for mutant in survivors if mutant not in known]
    for mutant in open_questions:
        print(mutant, end="\n\n")
    for mutant in sorted(known.keys() - set(survivors)):
        print("no longer survives:", mutant, sep="\n", end="\n\n")
    print(
        f"{len(all_of_them)} mutants: {len(all_of_them) - len(survivors)} killed,",
        f"{len(survivors) - len(open_questions)} explained, {len(open_questions)} survived",
    )
    return 1 if open_questions else 0
