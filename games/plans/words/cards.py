"""Train cards.

draw red blue loco else deck     the first of these that lies in the market, else one from the deck
draw wanted else deck            what the claims of this plan lack, else one from the deck
draw deck                        one from the deck
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
from games.plans.vocabulary import Condition, ConditionReader, PlanOrder, PlanWords, Seen, only_number

DRAW: Final = "draw red blue else deck, draw wanted else deck, or draw deck"
HOLDING: Final = "holding 5 red, or holding 12 cards"
ALL_KINDS: Final = "cards"


@dataclass(frozen=True)
class Draw(PlanOrder):
    """The first of these kinds that the market has, `wanted`: those that the plan lacks; else `blind`, if so."""

    lasting: ClassVar[bool] = True
    kinds: tuple[Card, ...]
    wanted: bool
    blind: bool

    def move(self, seen: Seen, options: Choices) -> engine.Move | None:
        """A card of the market, or one from the deck."""
        market = sight.market(seen.view)
        for card in seen.wanted if self.wanted else self.kinds:
            for place in range(PLACES):
                take = TakeCard(Place(place))
                if market[place] == card and take in options:
                    return take
        return DrawBlind() if self.blind and DrawBlind() in options else None


@dataclass(frozen=True)
class CardsInHand(Condition):
    """At least so many cards of a kind, or of all kinds, in the hand."""

    count: int
    kind: Card | None

    def holds(self, seen: Seen) -> bool:
        """Whether there are so many."""
        hand = seen.hand
        return (sum(hand) if self.kind is None else hand[self.kind]) >= self.count


@dataclass(frozen=True)
class DeckAtMost(Condition):
    """The deck is low."""

    count: int

    def holds(self, seen: Seen) -> bool:
        """Whether it has."""
        left: int = seen.view["deck"]
        return left <= self.count


def _draw(rules: engine.Ruleset, words: list[str]) -> PlanOrder:
    if any(word.isdigit() for word in words):
        raise MalformedMove("name_the_card", expected=DRAW)
    if words == ["deck"]:
        return Draw((), wanted=False, blind=True)
    blind = words[-2:] == ["else", "deck"]
    named = words[:-2] if blind else words
    if not named:
        raise MalformedMove("draw_which_cards", expected=DRAW)
    if named == ["wanted"]:
        return Draw((), wanted=True, blind=blind)
    return Draw(tuple(kind(word) for word in named), wanted=False, blind=blind)


def _holding(rules: engine.Ruleset, words: list[str]) -> Condition:
    if len(words) != 2:
        raise MalformedMove("number_missing", expected=HOLDING)
    return CardsInHand(number(words[0]), None if words[1] == ALL_KINDS else kind(words[1]))


def _deck(rules: engine.Ruleset, words: list[str]) -> Condition:
    return DeckAtMost(only_number(words, "deck 10"))


WORDS: Final = PlanWords(
    orders={"draw": _draw},
    conditions={"holding": ConditionReader(_holding), "deck": ConditionReader(_deck)},
)
