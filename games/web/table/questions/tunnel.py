"""A tunnel that costs more: which cards were turned up, and what to pay (E4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.cards import KINDS
from engine.parts.tunnels import PayMore, PayTunnel, Withdraw
from games.presentation import words
from games.presentation.prospects import cards
from games.presentation.prospects.ways import Land
from games.web.table.asked import Action, Question
from games.web.table.sight import Sight
from games.web.table.steps import Step


@dataclass(frozen=True)
class TunnelPayment:
    """A way to pay what the tunnel costs more: its move, its cards, what the hand keeps, its button."""

    move: str
    cards: Sequence[str]
    keeps: str
    button: str
    chosen: bool


@dataclass(frozen=True)
class Digging:
    """The question's body: the cards turned up, the ways to pay, and the way back."""

    template: ClassVar[str] = "web/table/_tunnel.html"
    hand: Sequence[cards.Chip]
    turned_up: Sequence[str]
    turned_up_in_words: str
    explanation: str
    payments: Sequence[TunnelPayment]
    back: Action


def pay_tunnel(sight: Sight, land: Land | None, step: Step) -> Question:
    """Ask whether to pay what the tunnel costs more, or to take the cards back."""
    assert sight.prompt is not None
    route, more = sight.prompt["route"], sight.prompt["more"]
    title = ngettext("The tunnel costs %(n)d more card", "The tunnel costs %(n)d more cards", more) % {"n": more}
    body = Digging(
        cards.in_hand(sight),
        sight.prompt["turned_up"],
        words.cards(sight.prompt["turned_up"]),
        _explain(sight, sight.prompt),
        _list_payments(sight, step),
        Action(_("Take the cards back"), [engine.notation.write(sight.rules, Withdraw())]),
    )
    return Question(words.route(route, sight.board), title, body, lit=[route], chosen=route)


def _explain(sight: Sight, prompt: engine.PromptView) -> str:
    """Return which of the cards turned up count, and what withdrawing means."""
    if prompt["color"] == cards.LOCO:
        counted = _("You played locomotives only, so each locomotive costs you one more.")
    else:
        counted = _("Each %(color)s card and each locomotive costs you one more.") % {
            "color": words.card(prompt["color"])
        }
    return " ".join([counted, _("Taking your cards back ends your turn.")])


def _list_payments(sight: Sight, step: Step) -> list[TunnelPayment]:
    moves = [move for move in sight.options if isinstance(move, PayMore)]
    own = sight.you["hand"] if sight.you else {}
    payments = []
    for number, move in enumerate(moves):
        spent = cards.paid(KINDS[move.color], move.cards, move.locomotives)
        rest = words.counted(cards.without(own, spent))
        payments.append(
            TunnelPayment(
                engine.notation.write(sight.rules, move),
                cards.spread(spent),
                _("keeps %(cards)s") % {"cards": rest} if rest else "",
                _("Pay %(cards)s") % {"cards": words.counted(spent)},
                chosen=number == 0,
            )
        )
    return payments


QUESTIONS: Final = {PayTunnel.tag: pay_tunnel}
