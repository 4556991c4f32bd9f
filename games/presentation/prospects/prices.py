"""What a route costs, beside the viewer's hand: the cards that are there for it, and those that are lacking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import GRAY
from engine.cards import KINDS
from engine.prices import Price
from games.presentation.prospects import cards
from games.presentation.words.colors import counted
from games.presentation.words.lists import listed

ANY = "gray"


@dataclass(frozen=True)
class PriceStatus:
    """The cards of a route's price that the viewer has, and those that are lacking, by kind; ANY if any color will do.

    `missing` names what is lacking; "" if nothing is.
    """

    have: Sequence[str]
    lacking: Sequence[str]
    missing: str

    @property
    def sentence(self) -> str:
        """Return what is lacking as a sentence; "" if nothing is."""
        return _("You lack %(cards)s.") % {"cards": self.missing} if self.missing else ""


def find_price(price: Price, hand: Mapping[str, int]) -> PriceStatus:
    """Return the price of a route in the color of which most cards are held, with locomotives for what that lacks."""
    colors = KINDS[:-1] if price.color == GRAY else [KINDS[price.color]]
    color = max(colors, key=lambda kind: hand.get(kind, 0))
    locomotives = hand.get(cards.LOCO, 0)
    colored = min(hand.get(color, 0), price.cards - price.fewest)
    wild_lacking = max(0, price.fewest - locomotives)
    wild = min(locomotives, price.most, price.cards - colored)
    lacking = {
        color if colored or price.color != GRAY else ANY: price.cards - colored - wild - wild_lacking,
        cards.LOCO: wild_lacking,
    }
    return PriceStatus(cards.spread(cards.paid(color, colored, wild)), cards.spread(lacking), _describe(lacking))


def _describe(lacking: Mapping[str, int]) -> str:
    count = lacking.get(ANY, 0)
    any_color = ngettext("%(n)d card of any color", "%(n)d cards of one color", count) % {"n": count} if count else ""
    others = counted({kind: number for kind, number in lacking.items() if kind != ANY})
    return listed([part for part in (any_color, others) if part])
