"""Cards to draw: "red", "3, then deck", "deck twice", "red else deck"; what may mean two things is none of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import KINDS
from notifications.inbox.orders import words
from notifications.inbox.orders.moves import NAMES_OF_CARDS, Said, cards
from notifications.inbox.orders.words import COMMA

MOST: Final = 2
"""Cards of a turn (B5)."""
DECK: Final = "deck"
_DECK: Final = frozenset({"deck", "blind", "top"})
_THEN: Final = frozenset({"then", "and", "plus", COMMA})
_ELSE: Final = frozenset({"else", "or", "otherwise"})
_TWICE: Final = frozenset({"twice", "two", "both"})
_FILLERS: Final = frozenset(["a", "an", "the", "card", "cards", "of", "off", "please"])


@dataclass(frozen=True, slots=True)
class DrawSaid:
    """A card to draw, and another where the first is not to be had; each in notation."""

    notation: str
    otherwise: str | None = None


def read(said: Said, market: Sequence[str | None]) -> list[DrawSaid] | None:
    """The cards that these words draw, one after the other; None where they may mean something else."""
    kept = words.without(said, _FILLERS)
    if _TWICE.intersection(kept):
        one = [word for word in words.without(kept, _TWICE) if word != "from"]
        found = _step(one, market, is_first=False) if len(one) == 1 and not one[0].isdigit() else None
        return [found] * MOST if found else None
    steps = [[word for word in step if word != "from"] for step in _steps(kept)]
    read = [_step(step, market, is_first=place == 0) for place, step in enumerate(steps)]
    draws = [draw for draw in read if draw is not None]
    if not 1 <= len(draws) == len(read) <= MOST:
        return None
    return _second_by_color(draws, market)


def _steps(said: Said) -> Iterator[list[str]]:
    """What is drawn one after the other: parted by words, or just two names in a row."""
    step: list[str] = []
    for word in (*said, COMMA):
        if word in _THEN or (word in ("draw", "take") and not step):
            if step:
                yield step
            step = []
        elif step and step[-1] not in _ELSE and word not in _ELSE and _is_name(word) and _is_name(step[-1]):
            yield step
            step = [word]
        else:
            step.append(word)


def _is_name(word: str) -> bool:
    return word in _DECK or word in KINDS or word in NAMES_OF_CARDS


def _step(step: Sequence[str], market: Sequence[str | None], *, is_first: bool) -> DrawSaid | None:
    said = [word for word in step if word != "if"]
    if len(said) == 3 and said[1] in _ELSE:
        first, second = (_one(word, market, is_first=is_first) for word in (said[0], said[2]))
        return DrawSaid(first, second) if first and second else None
    if len(said) == 4 and said[1:3] == ["or", "else"]:
        return _step([said[0], said[2], said[3]], market, is_first=is_first)
    only = _one(said[0], market, is_first=is_first) if len(said) == 1 else None
    return DrawSaid(only) if only else None


def _one(word: str, market: Sequence[str | None], *, is_first: bool) -> str | None:
    """A card in notation; a letter or two only for what lies open now, or what no other color begins with."""
    if word in _DECK:
        return f"draw {DECK}"
    if word.isdigit():
        return f"draw {word}" if word in _PLACES else None
    there = [kind for kind in KINDS if kind in market] if is_first else []
    found = cards(word, there) or cards(word)
    return f"draw {found[0]}" if len(found) == 1 else None


_PLACES: Final = ("1", "2", "3", "4", "5")


def _second_by_color(draws: list[DrawSaid], market: Sequence[str | None]) -> list[DrawSaid] | None:
    """The second card by its color, where a place was named: three locomotives may renew the market (B9).

    None where the first and the second come from one place: what will lie there is not known.
    """
    if len(draws) < MOST or not draws[1].notation[-1].isdigit():
        return draws
    place = int(draws[1].notation[-1])
    if draws[0].notation == draws[1].notation:
        return None
    color = market[place - 1] if place <= len(market) else None
    return [draws[0], DrawSaid(f"draw {color}", draws[1].otherwise)] if color else draws
