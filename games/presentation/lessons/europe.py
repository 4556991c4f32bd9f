"""The first game in Europe."""

from typing import Final

from django.utils.translation import gettext as _

from games.presentation.lessons.line import Explanation, LearnerView, Lesson, LessonLine
from games.presentation.lessons.routes import (
    explain_done_for_good,
    explain_double,
    explain_end,
    explain_ferry,
    explain_gray,
    explain_keeping,
    explain_letters,
    explain_market,
    explain_more_tickets,
    explain_points_by_length,
    explain_scores,
    explain_spaces,
    explain_ticket,
    find_colored,
    find_double,
    find_ferry,
    find_gray,
    has_claimed,
    has_completed,
    has_drawn,
    has_many_cards,
    may_draw_tickets,
    nears_the_end,
)
from games.presentation.lessons.tunnels import explain_digging, explain_tunnel, find_tunnel, is_in_tunnel
from games.presentation.lessons.turns import (
    chooses_tickets,
    explain_closing,
    explain_locomotive,
    has_locomotive,
    is_last_round,
    is_on_turn,
    is_over,
)


def _others_have_routes(at: LearnerView) -> bool:
    return has_claimed(at) and len(at.view["routes"]) > len(at.own_routes)


def _explain_turn(at: LearnerView) -> Explanation:
    return Explanation(
        _("Your turn: do one of four things."),
        _("Take two train cards, claim a route, draw more tickets, or build a station."),
    )


def _explain_stations(at: LearnerView) -> Explanation:
    return Explanation(
        _("A station lets your tickets use one route of another player into its city."),
        _("That counts at the end. A station that you keep is worth 4 points."),
    )


def _explain_scores(at: LearnerView) -> Explanation:
    return explain_scores(_("Stations kept score 4 each, the longest continuous path 10. The most points win."))


LESSON: Final[Lesson] = (
    LessonLine("ticket", chooses_tickets, explain_ticket),
    LessonLine("keeping", chooses_tickets, explain_keeping),
    LessonLine("turn", is_on_turn, _explain_turn),
    LessonLine("market", is_on_turn, explain_market),
    LessonLine("letters", is_on_turn, explain_letters),
    LessonLine("locomotive", has_locomotive, explain_locomotive),
    LessonLine("spaces", has_drawn, explain_spaces, find_colored),
    LessonLine("gray", has_drawn, explain_gray, find_gray),
    LessonLine("tunnel", has_many_cards, explain_tunnel, find_tunnel),
    LessonLine("digging", is_in_tunnel, explain_digging),
    LessonLine("double", has_many_cards, explain_double, find_double),
    LessonLine("points", has_claimed, explain_points_by_length),
    LessonLine("ferry", has_many_cards, explain_ferry, find_ferry),
    LessonLine("stations", _others_have_routes, _explain_stations),
    LessonLine("done", has_completed, explain_done_for_good),
    LessonLine("end", nears_the_end, explain_end),
    LessonLine("more_tickets", may_draw_tickets, explain_more_tickets),
    LessonLine("scores", is_last_round, _explain_scores),
    LessonLine("closing", is_over, explain_closing),
)
