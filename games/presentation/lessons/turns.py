"""The lines that every game's lesson needs: first tickets, a turn, locomotives, the last turns."""

from django.utils.translation import gettext as _

from engine.parts.tickets import KeepFirstTickets
from engine.parts.turns import TakeTurn
from games.presentation.lessons.line import Explanation, LearnerView


def chooses_tickets(at: LearnerView) -> bool:
    return at.is_asked(KeepFirstTickets.tag)


def is_on_turn(at: LearnerView) -> bool:
    return at.is_asked(TakeTurn.tag)


def has_locomotive(at: LearnerView) -> bool:
    return is_on_turn(at) and ("locomotive" in at.view["market"] or bool(at.you["hand"].get("locomotive")))


def is_last_round(at: LearnerView) -> bool:
    return at.view["over"] or at.view["turns_left"] is not None


def explain_locomotive(at: LearnerView) -> Explanation:
    return Explanation(
        _("A locomotive is a joker: it stands for a card of any color."),
        _("Taken face up, it is your only card that turn. From the deck it is one of two."),
    )
