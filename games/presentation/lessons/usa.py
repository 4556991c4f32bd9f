"""The first game on the map of the USA."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import GRAY, Route
from engine.cards import KINDS
from engine.parts.tickets import KeepFirstTickets
from engine.parts.turns import TakeTurn
from games.presentation import words
from games.presentation.lessons.line import Explanation, LearnerView, Lesson, LessonLine

FIRST_CARDS: Final = 4
ENOUGH_CARDS: Final = 8


def _chooses_tickets(at: LearnerView) -> bool:
    return at.is_asked(KeepFirstTickets.tag)


def _is_on_turn(at: LearnerView) -> bool:
    return at.is_asked(TakeTurn.tag)


def _has_drawn(at: LearnerView) -> bool:
    return _is_on_turn(at) and (sum(at.you["hand"].values()) > FIRST_CARDS or bool(at.own_routes))


def _has_locomotive(at: LearnerView) -> bool:
    return _is_on_turn(at) and ("locomotive" in at.view["market"] or bool(at.you["hand"].get("locomotive")))


def _has_many_cards(at: LearnerView) -> bool:
    return _is_on_turn(at) and (sum(at.you["hand"].values()) >= ENOUGH_CARDS or bool(at.own_routes))


def _has_claimed(at: LearnerView) -> bool:
    return _is_on_turn(at) and bool(at.own_routes)


def _is_last_round(at: LearnerView) -> bool:
    return at.view["over"] or at.view["turns_left"] is not None


def _explain_ticket(at: LearnerView) -> Explanation:
    assert at.prompt is not None
    ticket = max(at.prompt["offer"], key=lambda ticket: ticket["points"])
    meaning = _("Done: +%(points)d. Not done: −%(points)d.") % {"points": ticket["points"]}
    ends = {"a": words.city(ticket["from"], at.board), "b": words.city(ticket["to"], at.board)}
    return Explanation(_("A ticket: connect %(a)s and %(b)s by your routes.") % ends, meaning)


def _explain_keeping(at: LearnerView) -> Explanation:
    assert at.prompt is not None
    least = at.prompt["at_least"]
    rule = ngettext("Keep at least %(n)d ticket.", "Keep at least %(n)d tickets.", least) % {"n": least}
    return Explanation(rule, _("Short ones are easier. Two that run the same way share their routes."))


def _explain_turn(at: LearnerView) -> Explanation:
    return Explanation(
        _("Your turn: do one of three things."), _("Take two train cards, claim a route, or draw more tickets.")
    )


def _explain_market(at: LearnerView) -> Explanation:
    return Explanation(
        _("Five cards lie face up; the deck is hidden."),
        _("Take two, from either. Collect one color for a route that a ticket needs."),
    )


def _explain_locomotive(at: LearnerView) -> Explanation:
    return Explanation(
        _("A locomotive is a joker: it stands for a card of any color."),
        _("Taken face up, it is your only card that turn. From the deck it is one of two."),
    )


def _explain_spaces(at: LearnerView) -> Explanation:
    route = _find_route(at, gray=False)
    kind = words.card(KINDS[at.board.routes[route].color])
    return Explanation(_describe_length(at, route), _("Pay one card for each space, all %(color)s.") % {"color": kind})


def _explain_gray(at: LearnerView) -> Explanation:
    return Explanation(
        _describe_length(at, _find_route(at, gray=True)),
        _("It is gray and hatched: pay any one color, all cards alike."),
    )


def _explain_double(at: LearnerView) -> Explanation:
    route = next(Route(index) for index, parallels in enumerate(at.board.parallels) if parallels)
    ends = _name_ends(at, route)
    if len(at.view["seats"]) < FIRST_CARDS:
        rule = _("With two or three players, only one of the two can be claimed.")
    else:
        rule = _("They are two routes. Nobody can claim both.")
    return Explanation(_("A double track, as at %(a)s – %(b)s.") % ends, rule)


def _explain_points(at: LearnerView) -> Explanation:
    points = at.view["seats"][at.seat]["points"]
    so_far = ngettext("You have %(n)d point so far.", "You have %(n)d points so far.", points) % {"n": points}
    return Explanation(_("Each route scores at once, long ones far more: 1, 2, 4, 7, 10, 15."), so_far)


def _explain_end(at: LearnerView) -> Explanation:
    trains = ngettext("You have %(n)d train left.", "You have %(n)d trains left.", at.trains) % {"n": at.trains}
    rule = _("When a player has two or fewer, everybody has one more turn, that player too.")
    return Explanation(_("The trains end the game."), f"{trains} {rule}")


def _explain_scores(at: LearnerView) -> Explanation:
    return Explanation(
        _("At the end: routes, plus tickets done, minus tickets not done."),
        _("The longest path of trains scores 10 more. The most points win."),
    )


def _find_route(at: LearnerView, *, gray: bool) -> Route:
    """Return an unclaimed route, gray or colored, at a city of the learner's tickets if there is one."""
    fits = [
        Route(index)
        for index, route in enumerate(at.board.routes)
        if (route.color == GRAY) is gray and route.slug not in at.view["routes"]
    ]
    cities = {at.board.city_of[ticket[end]] for ticket in at.you["tickets"] for end in ("from", "to")}
    return next((route for route in fits if cities & set(at.board.routes[route].ends)), fits[0])


def _describe_length(at: LearnerView, route: Route) -> str:
    length = at.board.routes[route].length
    sentence = ngettext("%(a)s – %(b)s has %(n)d space.", "%(a)s – %(b)s has %(n)d spaces.", length)
    return sentence % {**_name_ends(at, route), "n": length}


def _name_ends(at: LearnerView, route: Route) -> dict[str, str]:
    a, b = (at.board.cities[city].name for city in at.board.routes[route].ends)
    return {"a": a, "b": b}


LESSON: Final[Lesson] = (
    LessonLine("ticket", _chooses_tickets, _explain_ticket),
    LessonLine("keeping", _chooses_tickets, _explain_keeping),
    LessonLine("turn", _is_on_turn, _explain_turn),
    LessonLine("market", _is_on_turn, _explain_market),
    LessonLine("locomotive", _has_locomotive, _explain_locomotive),
    LessonLine("spaces", _has_drawn, _explain_spaces),
    LessonLine("gray", _has_drawn, _explain_gray),
    LessonLine("double", _has_many_cards, _explain_double),
    LessonLine("points", _has_claimed, _explain_points),
    LessonLine("end", _has_claimed, _explain_end),
    LessonLine("scores", _is_last_round, _explain_scores),
)
