"""`tests/stages.txt` lists where each test runs, and every listed stage is run."""

from pathlib import PurePath

import pytest

from tests.stages import LISTED, STAGES, Stage, When, files_without_quick_tests, read_list
from tests.test_architecture import ROOT, files, name_of


@pytest.fixture(scope="module")
def listed() -> dict[str, list[str]]:
    return read_list()


def test_the_list_has_every_file_of_tests(listed: dict[str, list[str]]) -> None:
    tests = [name for name in map(name_of, files()) if PurePath(name).match("test_*.py")]
    assert [*listed] == sorted(tests), "make stages"


def test_the_list_says_where_each_test_runs(pytestconfig: pytest.Config, listed: dict[str, list[str]]) -> None:
    collected = pytestconfig.stash[LISTED]
    assert {file: listed.get(file) for file in collected} == collected, "make stages"


def test_a_file_without_quick_tests_is_known_by_the_list() -> None:
    names = {name_of(path) for path in files_without_quick_tests()}
    assert {"tests/api/test_apps.py", "tests/browser/test_table.py"} <= names
    assert names.isdisjoint({"tests/test_stages.py", "tests/engine/test_options.py"})


def test_every_test_runs_somewhere(listed: dict[str, list[str]]) -> None:
    assert not [line for lines in listed.values() for line in lines if "nowhere" in line]


@pytest.mark.parametrize("stage", [stage for stage in STAGES.values() if stage.when is not When.REQUEST])
def test_whoever_is_to_run_a_stage_does(stage: Stage) -> None:
    """The nightly run calls its own stages by the names of their targets."""
    recipes = (ROOT / "Makefile").read_text().split("\n\n")
    targets = [recipe.partition(":")[0] for recipe in recipes if f"--stage={stage.name} " in recipe]
    calls = [f"make {target}\n" for target in targets] or [f"night {stage.name.removesuffix('-night')}\n"]
    assert any(call in (ROOT / stage.when).read_text() for call in calls)
