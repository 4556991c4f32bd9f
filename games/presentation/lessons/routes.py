"""The lines that the lessons of all games with a map need: tickets, routes, trains."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import GRAY, Route
from engine.cards import KINDS
from games.presentation import words
from games.presentation.lessons.line import Explanation, LearnerView
from games.presentation.lessons.turns import is_on_turn

FIRST_CARDS: Final = 4
ENOUGH_CARDS: Final = 8
ALL_TRACKS: Final = 4
"""The number of players from which each track of a double one can be claimed (B14)."""


def has_drawn(at: LearnerView) -> bool:
    return is_on_turn(at) and (sum(at.you["hand"].values()) > FIRST_CARDS or bool(at.own_routes))


def has_many_cards(at: LearnerView) -> bool:
    return is_on_turn(at) and (sum(at.you["hand"].values()) >= ENOUGH_CARDS or bool(at.own_routes))


def has_claimed(at: LearnerView) -> bool:
    return is_on_turn(at) and bool(at.own_routes)


def explain_ticket(at: LearnerView) -> Explanation:
    assert at.prompt is not None
    ticket = max(at.prompt["offer"], key=lambda ticket: ticket["points"])
    meaning = _("Done: +%(points)d. Not done: −%(points)d.") % {"points": ticket["points"]}
    ends = {"a": words.city(ticket["from"], at.board), "b": words.city(ticket["to"], at.board)}
    return Explanation(_("A ticket: connect %(a)s and %(b)s by your routes.") % ends, meaning)


def explain_keeping(at: LearnerView) -> Explanation:
    assert at.prompt is not None
    least = at.prompt["at_least"]
    rule = ngettext("Keep at least %(n)d ticket.", "Keep at least %(n)d tickets.", least) % {"n": least}
    return Explanation(rule, _("Short ones are easier. Two that run the same way share their routes."))


def explain_turn(at: LearnerView) -> Explanation:
    return Explanation(
        _("Your turn: do one of three things."), _("Take two train cards, claim a route, or draw more tickets.")
    )


def explain_letters(at: LearnerView) -> Explanation:
    tickets = words.all_of([chr(ord("A") + place) for place in range(len(at.you["tickets"]))])
    return Explanation(
        ngettext("Your ticket is %(letters)s.", "Your tickets are %(letters)s.", len(at.you["tickets"]))
        % {"letters": tickets},
        _("The letters mark their cities on the map. “To go” counts the spaces that each still takes."),
    )


def explain_market(at: LearnerView) -> Explanation:
    return Explanation(
        _("Five cards lie face up; the deck is hidden."),
        _("Take two, from either. Collect one color for a route that a ticket needs."),
    )


def explain_spaces(at: LearnerView) -> Explanation:
    route = _find_route(at, gray=False)
    kind = words.card(KINDS[at.board.routes[route].color])
    return Explanation(describe_length(at, route), _("Pay one card for each space, all %(color)s.") % {"color": kind})


def explain_gray(at: LearnerView) -> Explanation:
    return Explanation(
        describe_length(at, _find_route(at, gray=True)),
        _("It is gray and hatched: pay any one color, all cards alike."),
    )


def explain_double(at: LearnerView) -> Explanation:
    route = next(Route(index) for index, parallels in enumerate(at.board.parallels) if parallels.bit_count() == 1)
    ends = _name_ends(at, route)
    if len(at.view["seats"]) < ALL_TRACKS:
        rule = _("With two or three players, only one of the two can be claimed.")
    else:
        rule = _("They are two routes. Nobody can claim both.")
    return Explanation(_("A double track, as at %(a)s – %(b)s.") % ends, rule)


def explain_points(at: LearnerView) -> Explanation:
    points = at.view["seats"][at.seat]["points"]
    so_far = ngettext("You have %(n)d point so far.", "You have %(n)d points so far.", points) % {"n": points}
    return Explanation(describe_route_points(at), so_far)


def explain_end(at: LearnerView) -> Explanation:
    trains = ngettext("You have %(n)d train left.", "You have %(n)d trains left.", at.trains) % {"n": at.trains}
    rule = _("When a player has two or fewer, everybody has one more turn, that player too.")
    return Explanation(_("The trains end the game."), f"{trains} {rule}")


def explain_scores(bonus: str) -> Explanation:
    """Explain what adds up at the end; `bonus`: what the board adds, and who wins."""
    return Explanation(_("At the end: routes, plus tickets done, minus tickets not done."), bonus)


def describe_route_points(at: LearnerView) -> str:
    scale = ", ".join(str(points) for _length, points in sorted(at.board.route_points.items()))
    sentence = _("Each route scores at once: %(scale)s for 1 to %(longest)d spaces.")
    return sentence % {"scale": scale, "longest": max(at.board.route_points)}


def _find_route(at: LearnerView, *, gray: bool) -> Route:
    """Return an unclaimed route, gray or colored, at a city of the learner's tickets if there is one."""
    fits = [
        Route(index)
        for index, route in enumerate(at.board.routes)
        if (route.color == GRAY) is gray and not route.ferry_locomotives and route.slug not in at.view["routes"]
    ]
    cities = {at.board.city_of[ticket[end]] for ticket in at.you["tickets"] for end in ("from", "to")}
    return next((route for route in fits if cities & set(at.board.routes[route].ends)), fits[0])


def describe_length(at: LearnerView, route: Route) -> str:
    length = at.board.routes[route].length
    sentence = ngettext("%(a)s – %(b)s has %(n)d space.", "%(a)s – %(b)s has %(n)d spaces.", length)
    return sentence % {**_name_ends(at, route), "n": length}


def _name_ends(at: LearnerView, route: Route) -> dict[str, str]:
    a, b = (at.board.cities[city].name for city in at.board.routes[route].ends)
    return {"a": a, "b": b}
