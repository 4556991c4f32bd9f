"""The first game of USA Big Cities: as on the map of the USA, without a bonus."""

from typing import Final

from django.utils.translation import gettext as _

from games.presentation.lessons import usa
from games.presentation.lessons.line import Explanation, LearnerView, Lesson, replace_lines
from games.presentation.lessons.routes import explain_scores


def _explain_scores(at: LearnerView) -> Explanation:
    return explain_scores(_("There is no bonus. The most points win."))


LESSON: Final[Lesson] = replace_lines(usa.LESSON, {"path": None, "scores": _explain_scores})
