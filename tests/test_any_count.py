from tests.any_count import find_any

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
