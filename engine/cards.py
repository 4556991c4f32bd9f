"""Train cards as counts: the colors, bags of cards, hands, the deck.

A bag is one number with eight bits for each kind of card, in the order of `KINDS`: putting cards in and taking them
out is adding and subtracting, and a copy costs nothing. The order of `KINDS` is part of what chance means (see
`pick`) and never changes. A place of the market is counted from 0 here, from 1 outside.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Final, NewType, TypeAlias

from engine.chance import Chance
from engine.copies import Copied, copyable

Card = NewType("Card", int)
Place = NewType("Place", int)
Bag: TypeAlias = Annotated[int, "bag"]

KINDS: Final = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive")
CARDS: Final = tuple(Card(kind) for kind in range(len(KINDS)))
COLORS: Final = CARDS[:8]
LOCOMOTIVE: Final = CARDS[8]
PLACES: Final = 5
ONE: Final[tuple[Bag, ...]] = tuple(1 << 8 * kind for kind in range(len(KINDS)))
EMPTY: Final[Bag] = 0


def counts(bag: Bag) -> bytes:
    """Return how many of each kind are in the bag."""
    return bag.to_bytes(len(KINDS), "little")


def size(bag: Bag) -> int:
    """Return how many cards are in the bag."""
    return sum(bag.to_bytes(len(KINDS), "little"))


def by_name(bag: Bag) -> dict[str, int]:
    """Return the cards of a bag by name."""
    return {KINDS[kind]: count for kind, count in enumerate(counts(bag)) if count}


def bag_of(counted: Iterable[int]) -> Bag:
    """Return the bag with these counts, one for each kind. Raises ValueError unless every count is from 0 to 255."""
    return int.from_bytes(bytes(counted), "little")


def full_deck(each_color: int, locomotives: int) -> Bag:
    """Return a deck with this many cards of each color, and this many locomotives."""
    return bag_of([each_color] * len(COLORS) + [locomotives])


def pick(bag: Bag, chance: Chance) -> Card:
    """Return a card of the bag by chance: the n-th of all in the order of KINDS. Takes nothing out.

    The bag holds at most 255 cards: multiplied it has for each kind the cards up to it.
    """
    up_to = (bag * _EVERY & _WHOLE).to_bytes(len(KINDS), "little")
    return CARDS[bisect_right(up_to, chance.below(up_to[-1]))]


_EVERY: Final = sum(ONE)
_WHOLE: Final = (1 << 8 * len(KINDS)) - 1


@copyable
class TrainCards(Copied):
    """All train cards of a game: deck, discard pile, market (None if a place is empty), hands.

    Drawing without replacement from shuffled cards is drawing from a bag, so no hidden order exists that could leak.
    `drawn` counts the draws of the running turn; a locomotive from the market counts as two (B6).
    """

    changeable: ClassVar[tuple[str, ...]] = ("market", "hands")
    deck: Bag
    discards: Bag
    market: list[Card | None]
    hands: list[Bag]
    drawn: int = 0

    def take(self, card: Card) -> None:
        """Take this card from the deck. For reducers."""
        self.deck -= ONE[card]
        if not self.deck:
            self.refill()

    def discard(self, cards: Bag) -> None:
        """Put these cards on the discard pile, all at once (B8). For reducers."""
        self.discards += cards
        if not self.deck:
            self.refill()

    def refill(self) -> None:
        """Take the discards into the deck, which has run out (B8). For reducers."""
        self.deck, self.discards = self.discards, EMPTY

    def picked(self, chance: Chance, count: int) -> Iterator[Card]:
        """Yield up to `count` blind draws one after the other; fewer if the cards run out. Takes nothing out."""
        rest = self.copy()
        for _ in range(count):
            if not rest.deck:
                return
            card = pick(rest.deck, chance)
            rest.take(card)
            yield card


@copyable
class RoundCards(TrainCards):
    """Train cards of a game in rounds: within one, discards do not come back (C7)."""

    def refill(self) -> None:
        """Do nothing: an empty deck stays empty. For reducers."""

    def shuffle(self, cards: Bag) -> None:
        """Make a new round's deck of these cards, the old deck, the market and the discards (C13). For reducers."""
        lying = sum((ONE[card] for card in self.market if card is not None), EMPTY)
        self.deck += cards + lying + self.discards
        self.discards = EMPTY
        self.market = [None] * PLACES
        self.drawn = 0
