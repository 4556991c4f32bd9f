"""Train cards as counts: the colors, bags of cards, hands, the deck.

A bag is one number with eight bits for each kind of card, in the order of `KINDS`: cards are put in by adding and taken
out by subtracting, and a copy costs nothing. Draws depend on the order of `KINDS` (see `pick`), so it never changes.
Places in the market count from 0 here, from 1 outside.
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
    """Return the number of cards of each kind in the bag."""
    return bag.to_bytes(len(KINDS), "little")


def size(bag: Bag) -> int:
    """Return the number of cards in the bag."""
    return sum(bag.to_bytes(len(KINDS), "little"))


def by_name(bag: Bag) -> dict[str, int]:
    """Return the number of cards of each kind in a bag, by the kind's name."""
    return {KINDS[kind]: count for kind, count in enumerate(counts(bag)) if count}


def bag_of(counted: Iterable[int]) -> Bag:
    """Return the bag with these counts, one for each kind. Raises ValueError unless every count is from 0 to 255."""
    return int.from_bytes(bytes(counted), "little")


def full_deck(each_color: int, locomotives: int) -> Bag:
    """Return a deck with this many cards of each color, and this many locomotives."""
    return bag_of([each_color] * len(COLORS) + [locomotives])


def pick(bag: Bag, chance: Chance) -> Card:
    """Return a random card of the bag, which is not changed: the n-th in the order of KINDS.

    The bag holds at most 255 cards: the multiplication leaves at each kind the number of cards up to and including it.
    """
    up_to = (bag * _EVERY & _WHOLE).to_bytes(len(KINDS), "little")
    return CARDS[bisect_right(up_to, chance.below(up_to[-1]))]


_EVERY: Final = sum(ONE)
_WHOLE: Final = (1 << 8 * len(KINDS)) - 1


@copyable
class TrainCards(Copied):
    """All train cards of a game: deck, discard pile, market (None for an empty place), hands.

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
        """Yield up to `count` blind draws, fewer if the cards run out. The cards are not removed."""
        rest = self.copy()
        for _ in range(count):
            if not rest.deck:
                return
            card = pick(rest.deck, chance)
            rest.take(card)
            yield card


@copyable
class RoundCards(TrainCards):
    """The train cards of a game in rounds: discards do not come back within a round (C7)."""

    def refill(self) -> None:
        """Do nothing: an empty deck stays empty. For reducers."""

    def shuffle(self, cards: Bag) -> None:
        """Make a new round's deck from these cards, the old deck, the market and the discards (C13). For reducers."""
        lying = sum((ONE[card] for card in self.market if card is not None), EMPTY)
        self.deck += cards + lying + self.discards
        self.discards = EMPTY
        self.market = [None] * PLACES
        self.drawn = 0
