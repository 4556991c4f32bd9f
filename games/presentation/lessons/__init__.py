"""Guided first games: a coach's lines, each about the very position that its reader sees.

`line` says what a line of a lesson is, and chooses the one that is due. Every module here with a `LESSON` teaches one
game: a new game brings its lesson in a new file.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from games.presentation.lessons.line import Explanation, LearnerView, Lesson, LessonLine, choose_due_line

__all__ = ["LESSONS", "Explanation", "LearnerView", "Lesson", "LessonLine", "choose_due_line"]


def _load_lessons() -> Iterator[Lesson]:
    for module in iter_modules(__path__):
        lesson = getattr(import_module(f"{__name__}.{module.name}"), "LESSON", None)
        if lesson is not None:
            yield lesson


LESSONS: Final[dict[str, Lesson]] = {lesson.ruleset: lesson for lesson in _load_lessons()}
"""The lessons, by the ruleset that they teach."""
