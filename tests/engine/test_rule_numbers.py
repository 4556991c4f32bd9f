"""Every rule number occurs in the name of a test."""

import ast
import re
from functools import cache

import pytest

from .numbers import NUMBERS, modules


@cache
def names_of_tests() -> list[str]:
    """Return the names of all tests of the engine."""
    functions = (node for tree in modules() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return [function.name for function in functions if function.name.startswith("test_")]


def named_by(number: str, names: list[str]) -> list[str]:
    return [name for name in names if re.search(rf"_{number}(_|$)", name)]


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_has_a_test(number: str) -> None:
    assert named_by(number, names_of_tests())


def test_a_rule_without_a_test_would_be_found() -> None:
    assert not named_by("b23", names_of_tests())
    assert named_by("b2", ["test_b2_four_cards"])
    assert not named_by("b2", ["test_b22_points_can_be_negative"])
