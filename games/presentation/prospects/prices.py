"""What a route costs, beside the viewer's hand: the cards that are there for it, and those that are lacking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import GRAY, RouteFact
from engine.cards import KINDS
from games.presentation.prospects import cards

ANY = "gray"


@dataclass(frozen=True)
class Price:
    """The cards of a route's price that the viewer has, and those that are lacking, by kind; ANY if any color will do.

    `sentence` says what is lacking; "" if nothing is.
    """

    have: Sequence[str]
    lacking: Sequence[str]
    sentence: str


def find_price(fact: RouteFact, hand: Mapping[str, int]) -> Price:
    """Return the price of a route in the color of which most cards are held, with locomotives for what that lacks."""
    colors = KINDS[:-1] if fact.color == GRAY else [KINDS[fact.color]]
    color = max(colors, key=lambda kind: hand.get(kind, 0))
    locomotives = hand.get(cards.LOCO, 0)
    colored = min(hand.get(color, 0), fact.length - fact.ferry_locomotives)
    wild_lacking = max(0, fact.ferry_locomotives - locomotives)
    wild = min(locomotives, fact.length - colored)
    lacking = {
        color if colored or fact.color != GRAY else ANY: fact.length - colored - wild - wild_lacking,
        cards.LOCO: wild_lacking,
    }
    return Price(cards.spread(cards.paid(color, colored, wild)), cards.spread(lacking), _tell_lacking(lacking))


def _tell_lacking(lacking: Mapping[str, int]) -> str:
    count = lacking.get(ANY, 0)
    any_color = ngettext("%(n)d card of any color", "%(n)d cards of one color", count) % {"n": count} if count else ""
    others = cards.describe({kind: number for kind, number in lacking.items() if kind != ANY})
    missing = ", ".join(filter(None, (any_color, others)))
    return _("You lack %(cards)s.") % {"cards": missing} if missing else ""
