"""Orders and conditions about train cards.

draw red blue loco else deck     draw the first of these in the market, else from the deck
draw wanted else deck            draw what the claims of this plan lack, else from the deck
draw deck                        draw from the deck
... when holding 5 red           at least five red cards in the hand ("holding 12 cards": of all kinds)
... when deck 10                 at most ten cards in the deck
"""

from dataclasses import dataclass
from typing import ClassVar, Final

import engine
from engine.cards import PLACES, Card, Place
from engine.errors import MalformedMove
from engine.model import Choices
from engine.notation import kind, number
from engine.parts.market import DrawBlind, TakeCard
from engine.stand_in import seen as sight
from games.table.plans.vocabulary import Condition, ConditionReader, PlanOrder, PlanWords, Seen, only_number

DRAW: Final = "draw red blue else deck, draw wanted else deck, or draw deck"
HOLDING: Final = "holding 5 red, or holding 12 cards"
ELSE_FIRST: Final = "draw red else deck unless holding 5 red"
ALL_KINDS: Final = "cards"


@dataclass(frozen=True)
class Draw(PlanOrder):
    """An order to draw the first of these kinds in the market; with `lacking`, of the kinds that the plan lacks.

    With `blind`, it draws from the deck if the market has none.
    """

    lasting: ClassVar[bool] = True
    kinds: tuple[Card, ...]
    lacking: bool
    blind: bool

    def move(self, situation: Seen, options: Choices) -> engine.Move | None:
        """Return the draw from the market or the deck, if there is one."""
        market = sight.market(situation.view)
        for card in situation.lacking_cards if self.lacking else self.kinds:
            for place in range(PLACES):
                take = TakeCard(Place(place))
                if market[place] == card and take in options:
                    return take
        return DrawBlind() if self.blind and DrawBlind() in options else None


@dataclass(frozen=True)
class CardsInHand(Condition):
    """The condition that at least this many cards of a kind, or of all kinds, are in the hand."""

    count: int
    kind: Card | None

    def holds(self, situation: Seen) -> bool:
        hand = situation.hand
        return (sum(hand) if self.kind is None else hand[self.kind]) >= self.count


@dataclass(frozen=True)
class DeckAtMost(Condition):
    """The condition that the deck has at most this many cards left."""

    count: int

    def holds(self, situation: Seen) -> bool:
        deck: int = situation.view["deck"]
        return deck <= self.count


def _read_draw(rules: engine.Ruleset, words: list[str]) -> PlanOrder:
    if any(word.isdigit() for word in words):
        raise MalformedMove("name_the_card", expected=DRAW)
    if words == ["deck"]:
        return Draw((), lacking=False, blind=True)
    blind = words[-2:] == ["else", "deck"]
    card_words = words[:-2] if blind else words
    if not card_words or "deck" in card_words:
        raise MalformedMove("draw_which_cards", expected=DRAW)
    if card_words == ["wanted"]:
        return Draw((), lacking=True, blind=blind)
    return Draw(tuple(kind(word) for word in card_words), lacking=False, blind=blind)


def _read_holding(rules: engine.Ruleset, words: list[str]) -> Condition:
    if len(words) != 2:
        raise MalformedMove("number_missing", expected=ELSE_FIRST if "else" in words else HOLDING)
    return CardsInHand(number(words[0]), None if words[1] == ALL_KINDS else kind(words[1]))


def _read_deck(rules: engine.Ruleset, words: list[str]) -> Condition:
    return DeckAtMost(only_number(words, "deck 10"))


WORDS: Final = PlanWords(
    orders={"draw": _read_draw},
    conditions={"holding": ConditionReader(_read_holding), "deck": ConditionReader(_read_deck)},
)
