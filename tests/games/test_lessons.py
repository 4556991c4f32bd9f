"""Every game has a lesson, and a game that is played to its end brings its lines."""

import pytest
from django.template.loader import get_template

import engine
from games.presentation.lessons import LESSONS, Explanation
from games.web.table.lesson import name_legend
from tests.games.learners import read_lesson

LONGEST = 170
"""Letters of a line, so that it takes at most five lines on a phone."""
RARE = {"more_tickets", "digging"}
"""Lines for a state that a stand-in's game need not have: it keeps enough tickets, and a tunnel may cost no more."""
GAMES = sorted(name for name, rules in engine.RULESETS.items() if not rules.example)


def test_every_game_has_a_lesson_and_a_legend() -> None:
    assert sorted(LESSONS) == GAMES
    assert all(get_template(name_legend(ruleset)) for ruleset in GAMES)


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_whole_game_brings_every_line(ruleset: str) -> None:
    lines: dict[str, Explanation] = {}
    for seed in (1, 2, 3):
        lines |= read_lesson(ruleset, 3, seed)
        if not (missing := {line.key for line in LESSONS[ruleset]} - set(lines) - RARE):
            break
    assert not missing
    assert all(len(f"{thing} {meaning}") <= LONGEST for thing, meaning in lines.values()), lines
