"""Train cards on the page: a hand as chips, the cards of a payment, names and symbols."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from engine.cards import KINDS
from games.presentation import words
from games.presentation.prospects.viewpoint import Viewpoint, hand

LOCO: Final = "locomotive"


@dataclass(frozen=True)
class Chip:
    """A number of cards of a kind."""

    kind: str
    name: str
    count: int

    @property
    def counted(self) -> str:
        """The number and the kind as a phrase: "3 purple"."""
        return words.count_cards(self.kind, self.count)


def chips(hand: Mapping[str, int]) -> list[Chip]:
    """Return a hand as chips, largest number first; locomotives come second, since they go with everything."""
    order = {kind: index for index, kind in enumerate(KINDS)}
    colored = sorted(
        (kind for kind in hand if kind != LOCO and hand[kind]), key=lambda kind: (-hand[kind], order[kind])
    )
    kinds = [*colored[:1], *([LOCO] if hand.get(LOCO) else []), *colored[1:]]
    return [Chip(kind, words.card(kind), hand[kind]) for kind in kinds]


def in_hand(viewpoint: Viewpoint) -> list[Chip]:
    """Return the viewer's hand as chips; none for a spectator."""
    return chips(hand(viewpoint))


def face(kind: str) -> str:
    """Return the text on a card, which is short for lack of room."""
    return _("loco") if kind == LOCO else words.card(kind)


def paid(color: str, cards: int, locomotives: int) -> dict[str, int]:
    """Return a payment by kind."""
    return {kind: count for kind, count in ((color, cards), (LOCO, locomotives)) if count and kind}


def spread(cards: Mapping[str, int]) -> list[str]:
    """Return the kind of each single card."""
    return [kind for kind, count in cards.items() for _ in range(count)]


def without(hand: Mapping[str, int], spent: Mapping[str, int]) -> dict[str, int]:
    """Return the rest of a hand after spending these cards."""
    return {kind: count - spent.get(kind, 0) for kind, count in hand.items() if count > spent.get(kind, 0)}


def total(hand: Mapping[str, int]) -> int:
    """Count the cards of a hand."""
    return sum(hand.values())


def listed(kinds: Iterable[str]) -> str:
    """List cards, as in "red, then the deck"; two of a kind as "two red"."""
    first, *further = kinds
    if further == [first]:
        return _("two %(card)s") % {"card": first}
    return _(", then ").join([first, *further])
