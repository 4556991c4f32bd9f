"""The lines that the lessons of all maps with tunnels need (E4)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import Route
from engine.parts.tunnels import PayTunnel
from games.presentation.lessons.line import Explanation, LearnerView
from games.presentation.lessons.routes import describe_length


def is_in_tunnel(at: LearnerView) -> bool:
    return at.is_asked(PayTunnel.tag)


def find_tunnel(at: LearnerView) -> Route:
    tunnels = [Route(index) for index, route in enumerate(at.board.routes) if "tunnel" in route.attributes]
    return next((route for route in tunnels if at.board.routes[route].slug not in at.view["routes"]), tunnels[0])


def explain_tunnel(at: LearnerView) -> Explanation:
    return Explanation(
        describe_length(at, find_tunnel(at)),
        _("It is a tunnel: three cards are turned up, and each that matches costs one more. Hold one to spare."),
    )


def explain_digging(at: LearnerView) -> Explanation:
    assert at.prompt is not None
    more = at.prompt["more"]
    thing = ngettext("Your tunnel costs %(n)d more card.", "Your tunnel costs %(n)d more cards.", more) % {"n": more}
    if _count_matching(at, at.prompt["color"]) < more:
        return Explanation(thing, _("You have too few that match: take your cards back, and your turn is over."))
    return Explanation(thing, _("Pay, and it is yours; or take your cards back, and your turn is over."))


def _count_matching(at: LearnerView, color: str) -> int:
    """Return how many cards the learner has of this color, and locomotives (E4)."""
    return sum(at.you["hand"].get(kind, 0) for kind in {color, "locomotive"})
