"""The stages of tests: those that run at every change, each night, or on request.

A stage takes the tests that have some marks and lack others: `pytest --stage=NAME` (with the sign, or `deploy` would be
a folder to pytest); without a name, and without `-m`, it is `test`. `.ci/run` runs the stages of every change,
`.ci/nightly` those of each night. `tests/stages.txt` lists the stages of every test, a line a file and a line for each
test that differs from most in its file:

    python -m tests.stages

writes it, and `tests/test_stages.py` keeps it complete.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

import pytest

LIST: Final = Path(__file__).with_suffix(".txt")
TOOLS: Final = frozenset({"browser", "checker", "clients", "deploy", "engines"})
"""Marks of tests that need more than Python: the stages that run them install it first."""
NOW_AND_THEN: Final = frozenset({"nightly", "soak"})
"""Marks of tests that do not run at every change."""
HEAD: Final = """\
# Where each test runs, by file, and by test where it differs: stages of tests/stages.py, with a | between those of its
# cases. `first`: of its folder only the first test is in the sample. Written by `make stages`.
"""
FIRST: Final = "first"
"""Replaces `sample` in the list for a test that is in the sample only as the first of its folder."""


class When(StrEnum):
    """Who runs a stage, and when."""

    CHANGE = ".ci/run"
    NIGHT = ".ci/nightly"
    REQUEST = "make"


@dataclass(frozen=True)
class Stage:
    """The tests with all marks in `has` and none in `lacks`; a sample has only some of these."""

    name: str
    when: When
    has: frozenset[str]
    lacks: frozenset[str]
    is_sample: bool = False

    def takes(self, marks: frozenset[str]) -> bool:
        """Check whether a test with these marks belongs to this stage, or may be in its sample."""
        return self.has <= marks and not self.lacks & marks


def _stages() -> Iterator[Stage]:
    plain, server = frozenset[str](), frozenset({"server"})
    yield Stage("test", When.CHANGE, plain, TOOLS | NOW_AND_THEN | {"long"})
    yield Stage("long", When.CHANGE, frozenset({"long"}), TOOLS | NOW_AND_THEN)
    yield Stage("sample", When.CHANGE, server, TOOLS | NOW_AND_THEN | {"long"}, is_sample=True)
    yield Stage("sweeps", When.NIGHT, frozenset({"nightly"}), TOOLS | {"soak"})
    yield Stage("servers", When.NIGHT, server, TOOLS | NOW_AND_THEN)
    yield Stage("pool", When.NIGHT, server, TOOLS | NOW_AND_THEN)
    yield Stage("checker", When.CHANGE, frozenset({"checker"}), NOW_AND_THEN)
    yield Stage("checker-night", When.NIGHT, frozenset({"checker", "nightly"}), frozenset({"soak"}))
    yield Stage("clients", When.NIGHT, frozenset({"clients"}), NOW_AND_THEN)
    yield Stage("engines", When.NIGHT, frozenset({"engines"}), NOW_AND_THEN)
    yield Stage("engines-soak", When.REQUEST, frozenset({"engines", "soak"}), frozenset())
    for tool in ("browser", "deploy"):
        yield Stage(tool, When.CHANGE, frozenset({tool}), NOW_AND_THEN)
        yield Stage(f"{tool}-night", When.NIGHT, frozenset({tool, "nightly"}), frozenset({"soak"}))
        yield Stage(f"{tool}-soak", When.REQUEST, frozenset({tool, "soak"}), plain)
    yield Stage("soak", When.REQUEST, frozenset({"soak"}), TOOLS)
    yield Stage("quick", When.REQUEST, plain, TOOLS | NOW_AND_THEN | {"long", "server"})


STAGES: Final = {stage.name: stage for stage in _stages()}
LISTED: Final = pytest.StashKey[dict[str, list[str]]]()
"""The list's lines for each collected file, before tests are deselected."""


def select(stage: Stage, items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the tests of this stage; of a sample, the first of each folder and those that commit."""
    seen = set()
    for item in items:
        marks = marks_of(item)
        if not stage.takes(marks):
            continue
        if not stage.is_sample or "commits" in marks or item.path.parent not in seen:
            yield item
        seen.add(item.path.parent)


def marks_of(item: pytest.Item) -> frozenset[str]:
    """Return the names of a test's marks."""
    return frozenset(mark.name for mark in item.iter_markers())


def list_stages(items: Iterable[pytest.Item]) -> dict[str, list[str]]:
    """Return the list's lines by file: the file's stages, then each test with different ones."""
    files: dict[str, dict[str, set[str]]] = {}
    for item in items:
        file, _, test = item.nodeid.partition("::")
        files.setdefault(file, {}).setdefault(test.partition("[")[0], set()).add(_places(marks_of(item)))
    return {file: list(_lines(file, tests)) for file, tests in sorted(files.items())}


def _places(marks: frozenset[str]) -> str:
    """Return the stages of a test with these marks; `quick` is omitted, because all its tests are in `test`."""
    names = (_place(stage, marks) for stage in STAGES.values() if stage.takes(marks) and stage.name != "quick")
    return ", ".join(names) or "nowhere"


def _place(stage: Stage, marks: frozenset[str]) -> str:
    return FIRST if stage.is_sample and "commits" not in marks else stage.name


def _lines(file: str, tests: dict[str, set[str]]) -> Iterator[str]:
    """Yield the line of a file, and one for each test whose stages differ from most tests', ignoring parameters."""
    named = {test: " | ".join(sorted(places)) for test, places in tests.items()}
    most = Counter(named.values()).most_common(1)[0][0]
    yield f"{file}: {most}"
    yield from (f"    {test}: {places}" for test, places in sorted(named.items()) if places != most)


def read_list() -> dict[str, list[str]]:
    """Return the lines of `tests/stages.txt`, by file."""
    parts = re.split(r"\n(?! )", LIST.read_text().removeprefix(HEAD).strip())
    return {part.partition(": ")[0]: part.splitlines() for part in parts}


@cache
def files_without_quick_tests() -> frozenset[Path]:
    """Return the files whose tests, by the list, all need a server, or time, or a tool."""
    return frozenset(LIST.parents[1] / file for file, lines in read_list().items() if not any(map(_has_quick, lines)))


def _has_quick(line: str) -> bool:
    """Check whether some case of a line is in `test` and needs no server; with one it would be in `servers`, too."""
    cases = line.rpartition(": ")[2].split(" | ")
    return any("test" in places and "servers" not in places for places in (case.split(", ") for case in cases))


class ListWriter:
    """A pytest plugin that writes the list of collected tests."""

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Write `tests/stages.txt` anew."""
        listed = session.config.stash[LISTED]
        LIST.write_text(HEAD + "".join(f"{line}\n" for lines in listed.values() for line in lines))


def main() -> int:
    """Collect all tests, and write the list of them."""
    from tests.stages import ListWriter  # pytest imports this module under its name, which is not __main__

    return pytest.main(["--collect-only", "--quiet", "--quiet", "--no-header"], plugins=[ListWriter()])


if __name__ == "__main__":
    sys.exit(main())
