"""survivors.txt names existing lines, and mutated modules."""

from pathlib import Path

import engine
from tests.mutation.modules import MODULES
from tests.mutation.survivors import explained

HOME = Path(engine.__file__).parents[1]


def test_every_line_that_is_explained_is_in_its_module() -> None:
    for mutant in explained():
        lines = [" ".join(line.split()) for line in (HOME / mutant.module).read_text().splitlines()]
        assert all(line[2:] in lines for line in mutant.lines if line.startswith("- ")), mutant


def test_it_is_a_module_that_is_mutated_for_a_reason() -> None:
    for mutant, why in explained().items():
        assert mutant.module.removeprefix("engine/").removesuffix(".py") in MODULES
        assert why.endswith(".")
