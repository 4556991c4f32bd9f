"""The first game on the map of the USA."""

from typing import Final

from django.utils.translation import gettext as _

from games.presentation.lessons.line import Explanation, LearnerView, Lesson, LessonLine
from games.presentation.lessons.routes import (
    explain_double,
    explain_end,
    explain_gray,
    explain_keeping,
    explain_letters,
    explain_market,
    explain_points,
    explain_scores,
    explain_spaces,
    explain_ticket,
    explain_turn,
    has_claimed,
    has_drawn,
    has_many_cards,
)
from games.presentation.lessons.turns import (
    chooses_tickets,
    explain_locomotive,
    has_locomotive,
    is_last_round,
    is_on_turn,
)


def _explain_scores(at: LearnerView) -> Explanation:
    return explain_scores(_("The longest path of trains scores 10 more. The most points win."))


LESSON: Final[Lesson] = (
    LessonLine("ticket", chooses_tickets, explain_ticket),
    LessonLine("keeping", chooses_tickets, explain_keeping),
    LessonLine("turn", is_on_turn, explain_turn),
    LessonLine("letters", is_on_turn, explain_letters),
    LessonLine("market", is_on_turn, explain_market),
    LessonLine("locomotive", has_locomotive, explain_locomotive),
    LessonLine("spaces", has_drawn, explain_spaces),
    LessonLine("gray", has_drawn, explain_gray),
    LessonLine("double", has_many_cards, explain_double),
    LessonLine("points", has_claimed, explain_points),
    LessonLine("end", has_claimed, explain_end),
    LessonLine("scores", is_last_round, _explain_scores),
)
