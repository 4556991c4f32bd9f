"""A market in which a face-up locomotive is a card like any other: the first, the second, or both (N3)."""

from collections.abc import Iterable
from typing import Final

from engine.cards import ONE
from engine.chance import Chance
from engine.model import Event, Feature, Move, Prompt, Ruleset
from engine.parts.market import FIRST_CARD, CardTaken, default_draw, second_due
from engine.parts.position import Position


def _any_card_taken(state: Position, event: CardTaken) -> None:
    state.cards.market[event.place] = None
    state.cards.hands[event.seat] += ONE[event.card]
    state.cards.drawn += 1
    state.acted(event.seat)


def second_card(state: Position, chance: Chance) -> Iterable[Event] | None:
    """Ask for the second card after the first, if there is any (B5, N3). A reaction."""
    cards = state.cards
    if cards.drawn != 1 or not (cards.deck or any(card is not None for card in cards.market)):
        return None
    return (second_due(state.turn),)


def default_second(state: Position, prompt: Prompt) -> Move:
    """Return the default second card: a locomotive is taken last (N3)."""
    take, _ = FIRST_CARD
    return default_draw(state, prompt) or take.options(state, prompt)[0]


def is_locomotive_alone(rules: Ruleset) -> bool:
    """Check whether a face-up locomotive is the turn's only card (B6)."""
    return rules.reducers[CardTaken] is not _any_card_taken


FEATURE: Final = Feature(reducers={CardTaken: _any_card_taken})
"""It follows the market's feature."""
