"""The first game of USA 1910: as on the map of the USA, but for the bonus."""

from typing import Final

from django.utils.translation import gettext as _

from games.presentation.lessons import usa
from games.presentation.lessons.line import Explanation, LearnerView, Lesson, replace_lines
from games.presentation.lessons.routes import explain_done_for_globetrotter, explain_scores


def _explain_scores(at: LearnerView) -> Explanation:
    return explain_scores(_("The Globetrotter, with the most tickets done, scores 15 more. The most points win."))


LESSON: Final[Lesson] = replace_lines(
    usa.LESSON, {"path": None, "done": explain_done_for_globetrotter, "scores": _explain_scores}
)
