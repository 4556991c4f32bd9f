"""The first game in Europe."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import Route
from engine.parts.tunnels import PayTunnel
from games.presentation.lessons.line import Explanation, LearnerView, Lesson, LessonLine
from games.presentation.lessons.routes import (
    count_points,
    describe_length,
    explain_done_for_good,
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


def _is_in_tunnel(at: LearnerView) -> bool:
    return at.is_asked(PayTunnel.tag)


def _others_have_routes(at: LearnerView) -> bool:
    return has_claimed(at) and len(at.view["routes"]) > len(at.own_routes)


def _explain_turn(at: LearnerView) -> Explanation:
    return Explanation(
        _("Your turn: do one of four things."),
        _("Take two train cards, claim a route, draw more tickets, or build a station."),
    )


def _find_tunnel(at: LearnerView) -> Route:
    tunnels = [Route(index) for index, route in enumerate(at.board.routes) if "tunnel" in route.attributes]
    return next((route for route in tunnels if at.board.routes[route].slug not in at.view["routes"]), tunnels[0])


def _explain_tunnel(at: LearnerView) -> Explanation:
    return Explanation(
        describe_length(at, _find_tunnel(at)),
        _("It is a tunnel: three cards are turned up, and each that matches costs one more. Hold one to spare."),
    )


def _explain_digging(at: LearnerView) -> Explanation:
    assert at.prompt is not None
    more = at.prompt["more"]
    thing = ngettext("Your tunnel costs %(n)d more card.", "Your tunnel costs %(n)d more cards.", more) % {"n": more}
    return Explanation(thing, _("Pay, and it is yours; or take your cards back, and your turn is over."))


def _explain_points(at: LearnerView) -> Explanation:
    """Explain the scale by each length, since no route has five or seven spaces."""
    scale = ", ".join(f"{length} = {worth}" for length, worth in sorted(at.board.route_points.items()))
    return Explanation(_("Each route scores at once, by its spaces: %(scale)s.") % {"scale": scale}, count_points(at))


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
    LessonLine("tunnel", has_many_cards, _explain_tunnel, _find_tunnel),
    LessonLine("digging", _is_in_tunnel, _explain_digging),
    LessonLine("double", has_many_cards, explain_double, find_double),
    LessonLine("points", has_claimed, _explain_points),
    LessonLine("ferry", has_many_cards, explain_ferry, find_ferry),
    LessonLine("stations", _others_have_routes, _explain_stations),
    LessonLine("done", has_completed, explain_done_for_good),
    LessonLine("end", nears_the_end, explain_end),
    LessonLine("more_tickets", may_draw_tickets, explain_more_tickets),
    LessonLine("scores", is_last_round, _explain_scores),
    LessonLine("closing", is_over, explain_closing),
)
