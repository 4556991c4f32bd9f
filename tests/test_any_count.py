from pathlib import Path

from tests.any_count import ROOT, count_by_room, find_any, lines_by_module

MOST = 51
"""Lines with an explicit `Any` in engine, games and notifications. It only falls."""
SOURCE = """
from typing import Any
import typing

def read(data: Any, more: "dict[str, Any]") -> typing.Any:
    text = "Any"
    return text or "Any other text"

label: dict[
    str, Any
] = {}
"""


def test_it_finds_names_attributes_and_annotations_in_quotes_but_no_texts_and_no_import() -> None:
    assert find_any(SOURCE) == [5, 10]


def test_there_are_no_more_than_there_were() -> None:
    assert count_by_room().total() <= MOST


def test_every_module_with_any_says_in_the_settings_of_mypy_that_it_may() -> None:
    """Mypy reports this too, but takes longer. In the settings, modules are grouped below the reason."""
    settings = (ROOT / "pyproject.toml").read_text()
    assert not [path for path in lines_by_module() if f'"{_module(path)}"' not in settings]


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")
