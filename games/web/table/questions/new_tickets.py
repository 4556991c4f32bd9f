"""Drawing tickets with a turn: what it means, before it is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.parts.tickets import DrawTickets, TicketDraw
from engine.parts.turns import TakeTurn
from games.presentation.prospects import cards
from games.presentation.prospects.ways import Land
from games.web.table.asked import Action, Offer, Question, TurnChoice
from games.web.table.sight import Sight
from games.web.table.steps import Step


@dataclass(frozen=True)
class DrawTicketsBody:
    """The question's body for drawing tickets, which explains the consequences."""

    template: ClassVar[str] = "web/table/_draw_tickets.html"
    hand: Sequence[cards.Chip]
    explanation: str
    actions: Sequence[Action]


def _is_possible(sight: Sight) -> bool:
    return any(isinstance(move, DrawTickets) for move in sight.options)


def ask_to_draw_tickets(sight: Sight, land: Land | None, step: Step) -> Question | None:
    """Ask whether to draw tickets, and say what that means."""
    if not step.tickets or not _is_possible(sight):
        return None
    draw = sight.rules.answers[TakeTurn][DrawTickets].events
    assert isinstance(draw, TicketDraw)
    count = min(draw.count, sight.view["ticket_deck"])
    button = ngettext("Draw %(n)d ticket", "Draw %(n)d tickets", count) % {"n": count}
    explanation = " ".join(
        [
            _phrase_keeping(draw.at_least),
            _("A ticket that you don't complete costs you its points."),
            _("This cannot be taken back."),
        ]
    )
    action = Action(button, [engine.notation.write(sight.rules, DrawTickets())])
    return Question(_("Your turn"), f"{button}?", DrawTicketsBody(cards.in_hand(sight), explanation, [action]))


def _phrase_keeping(least: int) -> str:
    if not least:
        return _("You see them first, and then keep as many as you like, or none.")
    sentence = ngettext(
        "You see them first, and then keep at least %(n)d.", "You see them first, and then keep at least %(n)d.", least
    )
    return sentence % {"n": least}


def offer_tickets(sight: Sight) -> Offer | None:
    """Return the button that leads to drawing tickets, with how many are left."""
    if not _is_possible(sight):
        return None
    tickets_left = sight.view["ticket_deck"]
    beside = ngettext("%(n)d ticket is left", "%(n)d tickets are left", tickets_left) % {"n": tickets_left}
    return Offer(_("Draw tickets"), beside, "?tickets=1")


TURN_CHOICE: Final = TurnChoice((DrawTickets,), "?tickets=1", ask_to_draw_tickets, offer_tickets)
