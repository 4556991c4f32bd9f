"""The first game in the Nordic Countries."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import Route
from games.presentation.lessons.line import Explanation, LearnerView, Lesson, LessonLine
from games.presentation.lessons.routes import (
    describe_length,
    explain_done,
    explain_end,
    explain_gray,
    explain_keeping,
    explain_letters,
    explain_market,
    explain_points_by_length,
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
    name_ends,
    nears_the_end,
)
from games.presentation.lessons.tunnels import explain_digging, explain_tunnel, find_tunnel, is_in_tunnel
from games.presentation.lessons.turns import (
    chooses_tickets,
    explain_closing,
    has_locomotive,
    is_last_round,
    is_on_turn,
    is_over,
)


def _explain_locomotive(at: LearnerView) -> Explanation:
    return Explanation(
        _("Locomotives are jokers on ferries and in tunnels only."),
        _("Face up or from the deck, one is a card like any other: you may take two."),
    )


def _explain_ferry(at: LearnerView) -> Explanation:
    ferry = find_ferry(at)
    count = at.board.routes[ferry].ferry_locomotives
    rule = ngettext(
        "It is a ferry: it asks for %(n)d locomotive. Any three cards can stand for it.",
        "It is a ferry: it asks for %(n)d locomotives. Any three cards can stand for each.",
        count,
    )
    return Explanation(describe_length(at, ferry), rule % {"n": count})


def _find_long(at: LearnerView) -> Route:
    """Return the route that is the longest, on which any four cards stand for one."""
    routes = at.board.routes
    return max((Route(index) for index in range(len(routes))), key=lambda route: routes[route].length)


def _explain_long(at: LearnerView) -> Explanation:
    long = _find_long(at)
    each = int(str(at.board.routes[long].attributes["substitute"]))
    return Explanation(
        describe_length(at, long),
        ngettext(
            "It takes one color; any %(n)d card can stand for one of them, again and again.",
            "It takes one color; any %(n)d cards can stand for one of them, again and again.",
            each,
        )
        % {"n": each},
    )


def _explain_double(at: LearnerView) -> Explanation:
    if len(at.view["seats"]) < ALL_TRACKS:
        rule = _("With two players, only one of the two can be claimed.")
    else:
        rule = _("They are two routes. Nobody can claim both.")
    return Explanation(_("A double track, as at %(a)s – %(b)s.") % name_ends(at, find_double(at)), rule)


def _explain_done(at: LearnerView) -> Explanation:
    return explain_done(at, _("Whoever has completed the most tickets at the end scores 10 more."))


def _explain_more_tickets(at: LearnerView) -> Explanation:
    return Explanation(
        _("All your tickets are done. Draw more, or claim long routes."),
        _("A new ticket that you don’t complete costs its points. What you give back, nobody can draw again."),
    )


def _explain_scores(at: LearnerView) -> Explanation:
    return explain_scores(_("The most completed tickets score 10 more. The most points win."))


ALL_TRACKS: Final = 3
"""The number of players from which each track of a double one can be claimed (N8)."""

LESSON: Final[Lesson] = (
    LessonLine("ticket", chooses_tickets, explain_ticket),
    LessonLine("keeping", chooses_tickets, explain_keeping),
    LessonLine("turn", is_on_turn, explain_turn),
    LessonLine("market", is_on_turn, explain_market),
    LessonLine("letters", is_on_turn, explain_letters),
    LessonLine("locomotive", has_locomotive, _explain_locomotive),
    LessonLine("spaces", has_drawn, explain_spaces, find_colored),
    LessonLine("gray", has_drawn, explain_gray, find_gray),
    LessonLine("ferry", has_many_cards, _explain_ferry, find_ferry),
    LessonLine("tunnel", has_many_cards, explain_tunnel, find_tunnel),
    LessonLine("digging", is_in_tunnel, explain_digging),
    LessonLine("double", has_many_cards, _explain_double, find_double),
    LessonLine("points", has_claimed, explain_points_by_length),
    LessonLine("long", has_claimed, _explain_long, _find_long),
    LessonLine("done", has_completed, _explain_done),
    LessonLine("end", nears_the_end, explain_end),
    LessonLine("more_tickets", may_draw_tickets, _explain_more_tickets),
    LessonLine("scores", is_last_round, _explain_scores),
    LessonLine("closing", is_over, explain_closing),
)
