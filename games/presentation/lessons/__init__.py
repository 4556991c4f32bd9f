"""Guided first games: a coach's lines, each about the very position that its reader sees.

`line` says what a line of a lesson is, and chooses the one that is due. A module named after a game's rulesets, without
their versions, holds the `LESSON` that teaches it: a new game brings its lesson in a new file.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

import engine
from games.presentation.lessons.line import Explanation, LearnerView, Lesson, LessonLine, choose_due_line

__all__ = ["LESSONS", "Explanation", "LearnerView", "Lesson", "LessonLine", "choose_due_line"]


def _load_lessons() -> Iterator[tuple[str, Lesson]]:
    modules = {module.name for module in iter_modules(__path__)}
    for ruleset in engine.RULESETS:
        if (name := ruleset.partition("@")[0]) in modules:
            yield ruleset, import_module(f"{__name__}.{name}").LESSON


LESSONS: Final[dict[str, Lesson]] = dict(_load_lessons())
"""The lessons, by the ruleset that they teach."""
