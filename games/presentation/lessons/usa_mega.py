"""The first game of USA Mega: as on the map of the USA, with one bonus more."""

from typing import Final

from django.utils.translation import gettext as _

from games.presentation.lessons import usa
from games.presentation.lessons.line import Explanation, LearnerView, Lesson, replace_lines
from games.presentation.lessons.routes import explain_done_for_globetrotter, explain_scores


def _explain_scores(at: LearnerView) -> Explanation:
    return explain_scores(_("The most tickets done score 15 more, the longest path 10. The most points win."))


LESSON: Final[Lesson] = replace_lines(usa.LESSON, {"done": explain_done_for_globetrotter, "scores": _explain_scores})
