"""The first game in the Old West."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.parts.markers import ChooseStart, PlaceMarker
from games.presentation.lessons.line import Explanation, LearnerView, Lesson, LessonLine
from games.presentation.lessons.routes import (
    describe_route_points,
    explain_done_for_globetrotter,
    explain_double,
    explain_end,
    explain_ferry,
    explain_gray,
    explain_keeping,
    explain_letters,
    explain_market,
    explain_more_tickets,
    explain_scores,
    explain_spaces,
    explain_ticket,
    explain_turn,
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
from games.presentation.lessons.turns import (
    chooses_tickets,
    explain_closing,
    explain_locomotive,
    has_locomotive,
    is_last_round,
    is_on_turn,
    is_over,
)


def _chooses_start(at: LearnerView) -> bool:
    return at.is_asked(ChooseStart.tag)


def _may_mark(at: LearnerView) -> bool:
    return at.is_asked(PlaceMarker.tag)


def _explain_start(at: LearnerView) -> Explanation:
    return Explanation(
        _("Choose where you start: a city of one of your tickets is a good place."),
        _("Your first route begins there, and each later one must touch a city that your routes reach."),
    )


def _explain_marking(at: LearnerView) -> Explanation:
    markers_left = at.view["seats"][at.seat]["markers"]
    sentence = ngettext("You have %(n)d marker left.", "You have %(n)d markers left.", markers_left)
    markers = sentence % {"n": markers_left}
    rule = _("Then each route into that city scores for you, whoever claims it.")
    return Explanation(_("A pair of cards places your marker in a city at an end of your route."), f"{rule} {markers}")


def _explain_points(at: LearnerView) -> Explanation:
    return Explanation(
        describe_route_points(at),
        _("Without a marker at its ends it scores for you, otherwise for the owners of the markers."),
    )


def _explain_scores(at: LearnerView) -> Explanation:
    return explain_scores(_("The Globetrotter, with the most tickets done, scores 15 more. The most points win."))


LESSON: Final[Lesson] = (
    LessonLine("ticket", chooses_tickets, explain_ticket),
    LessonLine("keeping", chooses_tickets, explain_keeping),
    LessonLine("start", _chooses_start, _explain_start),
    LessonLine("turn", is_on_turn, explain_turn),
    LessonLine("market", is_on_turn, explain_market),
    LessonLine("letters", is_on_turn, explain_letters),
    LessonLine("locomotive", has_locomotive, explain_locomotive),
    LessonLine("spaces", has_drawn, explain_spaces, find_colored),
    LessonLine("gray", has_drawn, explain_gray, find_gray),
    LessonLine("marking", _may_mark, _explain_marking),
    LessonLine("double", has_many_cards, explain_double, find_double),
    LessonLine("points", has_claimed, _explain_points),
    LessonLine("ferry", has_many_cards, explain_ferry, find_ferry),
    LessonLine("done", has_completed, explain_done_for_globetrotter),
    LessonLine("end", nears_the_end, explain_end),
    LessonLine("more_tickets", may_draw_tickets, explain_more_tickets),
    LessonLine("scores", is_last_round, _explain_scores),
    LessonLine("closing", is_over, explain_closing),
)
