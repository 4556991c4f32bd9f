"""The lines that every game's lesson needs: first tickets, a turn, locomotives, the last turns."""

from collections import Counter
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.parts.claims import ROUTE
from engine.parts.marker_points import MARKER
from engine.parts.scoring import TICKET
from engine.parts.tickets import KeepFirstTickets, TicketView
from engine.parts.turns import TakeTurn
from games.presentation import words
from games.presentation.lessons.line import Explanation, LearnerView
from games.presentation.words.lists import listed

ROUTES: Final = frozenset({ROUTE, MARKER})
"""Reasons of the ledger for points that claims bring."""


def chooses_tickets(at: LearnerView) -> bool:
    return at.is_asked(KeepFirstTickets.tag)


def is_on_turn(at: LearnerView) -> bool:
    return at.is_asked(TakeTurn.tag)


def has_locomotive(at: LearnerView) -> bool:
    return is_on_turn(at) and ("locomotive" in at.view["market"] or bool(at.you["hand"].get("locomotive")))


def is_last_round(at: LearnerView) -> bool:
    return at.view["over"] or at.view["turns_left"] is not None


def is_over(at: LearnerView) -> bool:
    return at.view["over"]


def find_cheapest_ticket(at: LearnerView) -> TicketView:
    """Return the first ticket of those offered that costs least if it fails: the page has ticked it already."""
    assert at.prompt is not None
    return min(at.prompt["offer"], key=lambda ticket: ticket["points"])


def explain_locomotive(at: LearnerView) -> Explanation:
    return Explanation(
        _("A locomotive is a joker: it stands for a card of any color."),
        _("Taken face up, it is your only card that turn. From the deck it is one of two."),
    )


def explain_closing(at: LearnerView) -> Explanation:
    """Say what the learner has scored, and for what."""
    assert at.scoring is not None
    sums: Counter[str] = Counter()
    for reason, line, _total in at.scoring.lines:
        sums[_name_part(reason, line.points)] += line.points
    total = ngettext(
        "That was your first game, with %(points)s point.",
        "That was your first game, with %(points)s points.",
        at.scoring.points,
    )
    parts = listed(f"{part} {words.amount(points)}" for part, points in sums.items() if points)
    scored = [_("Your points: %(parts)s.") % {"parts": parts}] if parts else []
    return Explanation(
        total % {"points": words.amount(at.scoring.points)}, " ".join([*scored, _("Now play one with people.")])
    )


def _name_part(reason: str, points: int) -> str:
    """Name the part of a final score to which a line of it belongs."""
    if reason == TICKET:
        return _("tickets done") if points > 0 else _("tickets not done")
    return _("routes") if reason in ROUTES else _("bonuses")
