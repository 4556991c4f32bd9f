"""The first game in the Old West."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import Route
from engine.parts.markers import ChooseStart, PlaceMarker
from games.presentation.lessons.line import Explanation, LearnerView, Lesson, LessonLine
from games.presentation.lessons.routes import (
    describe_length,
    describe_route_points,
    explain_double,
    explain_end,
    explain_gray,
    explain_keeping,
    explain_letters,
    explain_market,
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


def _chooses_start(at: LearnerView) -> bool:
    return at.is_asked(ChooseStart.tag)


def _may_mark(at: LearnerView) -> bool:
    return at.is_asked(PlaceMarker.tag)


def _explain_start(at: LearnerView) -> Explanation:
    return Explanation(
        _("Choose where you start: a city of one of your tickets is a good place."),
        _("Your first route begins there, and each later one must touch a city that your routes reach."),
    )


def _explain_ferry(at: LearnerView) -> Explanation:
    ferry = next(Route(index) for index, route in enumerate(at.board.routes) if route.ferry_locomotives)
    count = at.board.routes[ferry].ferry_locomotives
    rule = ngettext(
        "It is a ferry: at least %(n)d of its cards must be a locomotive.",
        "It is a ferry: at least %(n)d of its cards must be locomotives.",
        count,
    )
    return Explanation(describe_length(at, ferry), rule % {"n": count})


def _explain_marking(at: LearnerView) -> Explanation:
    left = at.view["seats"][at.seat]["markers"]
    markers = ngettext("You have %(n)d marker left.", "You have %(n)d markers left.", left) % {"n": left}
    rule = _("Then each route into that city scores for you, whoever claims it.")
    return Explanation(_("A pair of cards places your marker in a city at an end of your route."), f"{rule} {markers}")


def _explain_points(at: LearnerView) -> Explanation:
    return Explanation(
        describe_route_points(at),
        _("Without a marker at its ends it scores for you, otherwise for the owners of the markers."),
    )


def _explain_scores(at: LearnerView) -> Explanation:
    return explain_scores(_("The most tickets done score 15 more. The most points win."))


LESSON: Final[Lesson] = (
    LessonLine("ticket", chooses_tickets, explain_ticket),
    LessonLine("keeping", chooses_tickets, explain_keeping),
    LessonLine("start", _chooses_start, _explain_start),
    LessonLine("turn", is_on_turn, explain_turn),
    LessonLine("letters", is_on_turn, explain_letters),
    LessonLine("market", is_on_turn, explain_market),
    LessonLine("locomotive", has_locomotive, explain_locomotive),
    LessonLine("spaces", has_drawn, explain_spaces),
    LessonLine("gray", has_drawn, explain_gray),
    LessonLine("marking", _may_mark, _explain_marking),
    LessonLine("double", has_many_cards, explain_double),
    LessonLine("points", has_claimed, _explain_points),
    LessonLine("ferry", has_many_cards, _explain_ferry),
    LessonLine("end", has_claimed, explain_end),
    LessonLine("scores", is_last_round, _explain_scores),
)
