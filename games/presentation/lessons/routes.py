"""The lines that the lessons of all games with a map need: tickets, routes, trains."""

from string import ascii_uppercase
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import GRAY, Route
from engine.cards import KINDS
from engine.parts.goals import earned_so_far, list_cities, list_values, open_goals
from engine.parts.tickets import TicketView
from games.presentation import words
from games.presentation.lessons.line import Explanation, LearnerView
from games.presentation.lessons.turns import find_cheapest_ticket, is_on_turn
from games.presentation.words.lists import listed
from games.presentation.words.vocabulary import goal_of, ticket_title

FIRST_CARDS: Final = 4
ENOUGH_CARDS: Final = 8
LONG_NETWORK: Final = 4
"""The number of routes from which a path of them is worth a thought."""
ENOUGH_TRAINS: Final = 15
"""The number of trains for which a new ticket may be worth it."""
FEW_TRAINS: Final = 30
"""So few trains of any player make it time to explain the end."""
ALL_TRACKS: Final = 4
"""The number of players from which each track of a double one can be claimed (B14)."""


def has_drawn(at: LearnerView) -> bool:
    return is_on_turn(at) and (sum(at.you["hand"].values()) > FIRST_CARDS or bool(at.own_routes))


def has_many_cards(at: LearnerView) -> bool:
    return is_on_turn(at) and (sum(at.you["hand"].values()) >= ENOUGH_CARDS or bool(at.own_routes))


def has_claimed(at: LearnerView) -> bool:
    return is_on_turn(at) and bool(at.own_routes)


def nears_the_end(at: LearnerView) -> bool:
    return is_on_turn(at) and min(seat["trains"] for seat in at.view["seats"]) <= FEW_TRAINS


def has_network(at: LearnerView) -> bool:
    return is_on_turn(at) and (len(at.own_routes) >= LONG_NETWORK or nears_the_end(at))


def has_completed(at: LearnerView) -> bool:
    return is_on_turn(at) and any(ticket["completed"] for ticket in at.you["tickets"])


def may_draw_tickets(at: LearnerView) -> bool:
    """Check whether all tickets of the learner are done, and more can be drawn and completed."""
    open_tickets = [ticket for ticket in at.you["tickets"] if open_goals(ticket)]
    return is_on_turn(at) and not open_tickets and at.view["ticket_deck"] > 0 and at.trains >= ENOUGH_TRAINS


def explain_ticket(at: LearnerView) -> Explanation:
    ticket = find_cheapest_ticket(at)
    if "also" in ticket:
        return _explain_goals(at, ticket)
    meaning = _("Done: +%(points)d. Not done: −%(points)d.") % {"points": ticket["points"]}
    ends = {"a": words.city(ticket["from"], at.board), "b": words.city(ticket["to"], at.board)}
    return Explanation(_("A ticket: connect %(a)s and %(b)s by your routes.") % ends, meaning)


def _explain_goals(at: LearnerView, ticket: TicketView) -> Explanation:
    best = max(list_values(ticket))
    meaning = _("The best one you connect counts, up to +%(best)d. None: −%(points)d.")
    ticket_of_several = _("A ticket: connect %(ticket)s by your routes.")
    return Explanation(
        ticket_of_several % {"ticket": ticket_title(ticket["number"], at.board)},
        meaning % {"best": best, "points": ticket["points"]},
    )


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
    tickets = words.all_of(list(ascii_uppercase[: len(at.you["tickets"])]))
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
    route = find_colored(at)
    kind = words.card(KINDS[at.board.routes[route].color])
    return Explanation(describe_length(at, route), _("Pay one card for each space, all %(color)s.") % {"color": kind})


def explain_gray(at: LearnerView) -> Explanation:
    return Explanation(
        describe_length(at, find_gray(at)), _("It is gray and hatched: pay any one color, all cards alike.")
    )


def explain_double(at: LearnerView) -> Explanation:
    ends = name_ends(at, find_double(at))
    if len(at.view["seats"]) < ALL_TRACKS:
        rule = _("With two or three players, only one of the two can be claimed.")
    else:
        rule = _("They are two routes. Nobody can claim both.")
    return Explanation(_("A double track, as at %(a)s – %(b)s.") % ends, rule)


def explain_points(at: LearnerView) -> Explanation:
    return Explanation(describe_route_points(at), count_points(at))


def explain_points_by_length(at: LearnerView) -> Explanation:
    """Explain the scale by each length, for boards on which no route has some of the lengths."""
    scale = listed(f"{length} = {worth}" for length, worth in sorted(at.board.route_points.items()))
    return Explanation(_("Each route scores at once, by its spaces: %(scale)s.") % {"scale": scale}, count_points(at))


def count_points(at: LearnerView) -> str:
    points = at.view["seats"][at.seat]["points"]
    return ngettext("You have %(n)d point so far.", "You have %(n)d points so far.", points) % {"n": points}


def explain_done(at: LearnerView, more: str) -> Explanation:
    """Explain a ticket that is done; `more`: what else it is good for."""
    ticket = next(ticket for ticket in at.you["tickets"] if ticket["completed"])
    points = earned_so_far(ticket) or 0
    facts = {"ticket": goal_of(ticket["number"], points, at.board), "points": points}
    return Explanation(_("%(ticket)s is done: +%(points)d at the end.") % facts, more)


def explain_done_for_good(at: LearnerView) -> Explanation:
    return explain_done(at, _("Nobody can undo it. Its routes go on counting for your other tickets."))


def explain_done_for_globetrotter(at: LearnerView) -> Explanation:
    return explain_done(at, _("The Globetrotter, who completes the most tickets, scores 15 more."))


def explain_more_tickets(at: LearnerView) -> Explanation:
    longest = max(at.board.route_points)
    facts = {"n": longest, "points": at.board.route_points[longest]}
    return Explanation(
        _("All your tickets are done. Draw more, or claim long routes."),
        ngettext(
            "A new ticket that you don’t complete costs its points; %(n)d space scores %(points)d.",
            "A new ticket that you don’t complete costs its points; %(n)d spaces score %(points)d.",
            longest,
        )
        % facts,
    )


def explain_end(at: LearnerView) -> Explanation:
    trains = ngettext("You have %(n)d train left.", "You have %(n)d trains left.", at.trains) % {"n": at.trains}
    rule = _("When a player has two or fewer, everybody has one more turn, that player too.")
    return Explanation(_("The trains end the game."), f"{trains} {rule}")


def explain_scores(bonus: str) -> Explanation:
    """Explain what adds up at the end; `bonus`: what the board adds, and who wins."""
    return Explanation(_("At the end: routes, plus tickets done, minus tickets not done."), bonus)


def describe_route_points(at: LearnerView) -> str:
    scale = listed(str(points) for _length, points in sorted(at.board.route_points.items()))
    longest = max(at.board.route_points)
    sentence = ngettext(
        "Each route scores at once: %(scale)s for %(longest)d space.",
        "Each route scores at once: %(scale)s for 1 to %(longest)d spaces.",
        longest,
    )
    return sentence % {"scale": scale, "longest": longest}


def find_colored(at: LearnerView) -> Route:
    return _find_route(at, gray=False)


def find_gray(at: LearnerView) -> Route:
    return _find_route(at, gray=True)


def find_double(at: LearnerView) -> Route:
    return next(Route(index) for index, parallels in enumerate(at.board.parallels) if parallels.bit_count() == 1)


def find_ferry(at: LearnerView) -> Route:
    return next(Route(index) for index, route in enumerate(at.board.routes) if route.ferry_locomotives)


def explain_ferry(at: LearnerView) -> Explanation:
    ferry = find_ferry(at)
    count = at.board.routes[ferry].ferry_locomotives
    rule = ngettext(
        "It is a ferry: at least %(n)d of its cards must be a locomotive.",
        "It is a ferry: at least %(n)d of its cards must be locomotives.",
        count,
    )
    return Explanation(describe_length(at, ferry), rule % {"n": count})


def _find_route(at: LearnerView, *, gray: bool) -> Route:
    """Return an unclaimed route, gray or colored, at a city of the learner's tickets if there is one."""
    fits = [
        Route(index)
        for index, route in enumerate(at.board.routes)
        if (route.color == GRAY) is gray and not route.ferry_locomotives and route.slug not in at.view["routes"]
    ]
    cities = {at.board.city_of[end] for ticket in at.you["tickets"] for end in list_cities(ticket)}
    return next((route for route in fits if cities & set(at.board.routes[route].ends)), fits[0])


def describe_length(at: LearnerView, route: Route) -> str:
    length = at.board.routes[route].length
    sentence = ngettext("%(a)s – %(b)s has %(n)d space.", "%(a)s – %(b)s has %(n)d spaces.", length)
    return sentence % {**name_ends(at, route), "n": length}


def name_ends(at: LearnerView, route: Route) -> dict[str, str]:
    """Return a route's cities for a sentence."""
    a, b = (at.board.cities[city].name for city in at.board.routes[route].ends)
    return {"a": a, "b": b}
