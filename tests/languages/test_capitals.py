"""Capitals and the joints of lists follow the rules of the language."""

import pytest
from django.utils import translation

from games.presentation.words.capitals import begin_line, in_capitals
from games.presentation.words.lists import joints_of_alternatives

pytestmark = pytest.mark.usefixtures("german")


@pytest.mark.parametrize(
    ("language", "clause", "line"),
    [
        ("en", "take cards", "Take cards"),
        ("en", "iJ", "IJ"),
        ("nl", "ijs nemen", "IJs nemen"),
        ("sv", "övriga kort", "Övriga kort"),
        ("da", "1 kort", "1 kort"),
        ("en", "", ""),
    ],
)
def test_a_clause_begins_a_line(language: str, clause: str, line: str) -> None:
    with translation.override(language):
        assert begin_line(clause) == line


def test_a_heading_in_capitals() -> None:
    with translation.override("de"):
        assert in_capitals("Größe der Hand") == "GRÖSSE DER HAND"


@pytest.mark.parametrize(
    ("language", "joints"), [("en", ["", ", ", " or "]), ("de", ["", ", ", " oder "]), ("fi", ["", ", ", " tai "])]
)
def test_the_joints_of_alternatives(language: str, joints: list[str]) -> None:
    with translation.override(language):
        assert joints_of_alternatives(3) == joints
        assert joints_of_alternatives(1) == [""]
        assert joints_of_alternatives(0) == []
