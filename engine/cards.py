"""Train cards as counts: the colors, hands, and the deck as a bag.

A bag is a list of nine counts, one for each kind of card in the order of `KINDS`; that order is part of what chance
means (see `Deck.pick`) and never changes. A place of the market is counted from 0 here, from 1 outside.
"""

from dataclasses import dataclass
from typing import NewType, Self

from engine.chance import Chance

Card = NewType("Card", int)
Place = NewType("Place", int)
KINDS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive")
COLORS = tuple(Card(kind) for kind in range(8))
LOCOMOTIVE = Card(8)
PLACES = 5


def bag(each_color: int, locomotives: int) -> list[int]:
    """So many of each color, and so many locomotives."""
    return [each_color] * 8 + [locomotives]


@dataclass(slots=True)
class Deck:
    """The face-down train cards and the discard pile. Out of cards it takes the discards back in at once (B8).

    Drawing without replacement from shuffled cards is drawing from a bag, so no hidden order exists that could leak.
    """

    cards: list[int]
    discards: list[int]

    @property
    def size(self) -> int:
        """How many cards lie face down."""
        return sum(self.cards)

    def copy(self) -> Self:
        """A deck that shares nothing with this one."""
        return type(self)(self.cards[:], self.discards[:])

    def pick(self, chance: Chance) -> Card:
        """Which card a blind draw would give: the n-th of the bag in the order of KINDS. Takes nothing out."""
        number = chance.below(sum(self.cards))
        for kind, count in enumerate(self.cards):
            number -= count
            if number < 0:
                return Card(kind)
        raise AssertionError("unreachable: the bag holds more cards than the bound")

    def take(self, card: Card) -> None:
        """For reducers: this card leaves the deck."""
        self.cards[card] -= 1
        self._refill()

    def discard(self, card: Card, count: int = 1) -> None:
        """For reducers: cards go to the discard pile. Call `settle` when the whole payment lies there."""
        self.discards[card] += count

    def settle(self) -> None:
        """For reducers: after discarding, an empty deck takes the discards in (B8)."""
        self._refill()

    def _refill(self) -> None:
        if not any(self.cards):
            self.cards, self.discards = self.discards, self.cards


@dataclass(slots=True)
class TrainCards:
    """All train cards of a game: deck and discards, the market (None where a place is empty), hands.

    `drawn` counts the draws of the running turn; a locomotive from the market counts as two (B6).
    """

    deck: Deck
    market: list[Card | None]
    hands: list[list[int]]
    drawn: int = 0

    def copy(self) -> Self:
        """The same cards, sharing nothing."""
        return type(self)(self.deck.copy(), self.market[:], [hand[:] for hand in self.hands], self.drawn)
