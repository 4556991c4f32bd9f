"""The first game on the map of the USA."""

from typing import Final

from django.utils.translation import gettext as _

from games.presentation.lessons.line import Explanation, LearnerView, Lesson, LessonLine
from games.presentation.lessons.routes import (
    explain_done_for_good,
    explain_double,
    explain_end,
    explain_gray,
    explain_keeping,
    explain_letters,
    explain_market,
    explain_more_tickets,
    explain_points,
    explain_scores,
    explain_spaces,
    explain_ticket,
    explain_turn,
    find_colored,
    find_double,
    find_gray,
    has_claimed,
    has_completed,
    has_drawn,
    has_many_cards,
    has_network,
    may_draw_tickets,
    nears_the_end,
)
from games.presentation.lessons.turns import (
    chooses_tickets,
    explain_closing,
    explain_locomotive,
    has_locomotive,
    is_last_round,
    is_on_turn,
    is_over,
)


def _explain_path(at: LearnerView) -> Explanation:
    return Explanation(
        _("The longest continuous path of one player’s routes scores 10 more at the end."),
        _("It uses each route once and may cross itself. Routes that join yours make it longer."),
    )


def _explain_scores(at: LearnerView) -> Explanation:
    return explain_scores(_("The longest continuous path scores 10 more. The most points win."))


LESSON: Final[Lesson] = (
    LessonLine("ticket", chooses_tickets, explain_ticket),
    LessonLine("keeping", chooses_tickets, explain_keeping),
    LessonLine("turn", is_on_turn, explain_turn),
    LessonLine("market", is_on_turn, explain_market),
    LessonLine("letters", is_on_turn, explain_letters),
    LessonLine("locomotive", has_locomotive, explain_locomotive),
    LessonLine("spaces", has_drawn, explain_spaces, find_colored),
    LessonLine("gray", has_drawn, explain_gray, find_gray),
    LessonLine("double", has_many_cards, explain_double, find_double),
    LessonLine("points", has_claimed, explain_points),
    LessonLine("done", has_completed, explain_done_for_good),
    LessonLine("path", has_network, _explain_path),
    LessonLine("end", nears_the_end, explain_end),
    LessonLine("more_tickets", may_draw_tickets, explain_more_tickets),
    LessonLine("scores", is_last_round, _explain_scores),
    LessonLine("closing", is_over, explain_closing),
)
