"""Cards to draw: "red", "3, then deck", "deck twice", "red else deck"; ambiguous text is not accepted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import engine
from engine.cards import KINDS
from engine.parts.any_card import is_locomotive_alone
from notifications.inbox.orders import words
from notifications.inbox.orders.lines import StoppedAt, Why
from notifications.inbox.orders.moves import NAMES_OF_CARDS, Said, cards
from notifications.inbox.orders.words import COMMA

MOST: Final = 2
"""The cards drawn in a turn (B5)."""
DECK: Final = "deck"
DECK_WORDS: Final = frozenset({"deck", "blind", "top"})
THEN: Final = frozenset({"then", "and", "plus", COMMA})
_ELSE: Final = frozenset({"else", "or", "otherwise"})
_TWO_FROM_DECK: Final = frozenset((str(MOST), "from", word) for word in DECK_WORDS)
"""How many cards, since none lies at a place of the market and in the deck."""
TWICE: Final = frozenset({"twice", "two", "both"})
FILLERS: Final = frozenset(["a", "an", "one", "the", "card", "cards", "of", "off", "too", "also", "please"])
_MARKET: Final = (("from", "market"), ("from", "face", "up"), ("from", "table"), ("from", "row"))
"""Where a card of a color comes from, as one may say, too."""
PLACES: Final = frozenset(word for phrase in _MARKET for word in phrase)


@dataclass(frozen=True, slots=True)
class DrawSaid:
    """A card to draw, and an alternative if the first is not available, both in notation."""

    notation: str
    otherwise: str | None = None


def read(tokens: Said, market: Sequence[str | None]) -> list[DrawSaid] | None:
    """Return the cards that these words draw, in order; None if they may mean something else."""
    main_tokens = _without_market(words.without(tokens, FILLERS))
    if main_tokens in _TWO_FROM_DECK:
        return [DrawSaid(f"draw {DECK}")] * MOST
    if "cards" in tokens and any(word.isdigit() for word in tokens):
        return None  # "2 cards" is a number of cards, and "2" a place of the market
    if TWICE.intersection(main_tokens):
        names = [word for word in words.without(main_tokens, TWICE) if word not in ("from", COMMA)]
        draw = _read_step(names, market, is_first=False) if len(names) == 1 and not names[0].isdigit() else None
        return [draw] * MOST if draw else None
    steps = [[word for word in step if word != "from"] for step in _split_steps(main_tokens)]
    read = [_read_step(step, market, is_first=index == 0) for index, step in enumerate(steps)]
    draws = [draw for draw in read if draw is not None]
    if not 1 <= len(draws) == len(read) <= MOST:
        return None
    return _name_second_by_color(draws, market)


def find_fault(
    line: str, draws: Sequence[DrawSaid], market: Sequence[str | None], rules: engine.Ruleset
) -> StoppedAt | None:
    """Return why two cards cannot be drawn in one turn, as far as one can see; None if they may, or are not two.

    A face-up locomotive may be the only card of its turn (B6).
    """
    if len(draws) < MOST:
        return None
    cards = [_find_card(draw, market) for draw in draws if draw.otherwise is None]
    if is_locomotive_alone(rules) and KINDS[-1] in cards:
        return StoppedAt(line, Why.LOCOMOTIVE_AND_MORE)
    missing = find_missing(draws, market) if market else None
    return StoppedAt(line, Why.NOT_FACE_UP, about=missing) if missing else None


def find_missing(draws: Sequence[DrawSaid], market: Sequence[str | None]) -> str | None:
    """Return a kind of card that is named more often than it lies face up; None if there is none."""
    cards = Counter(_find_card(draw, market) for draw in draws if draw.otherwise is None)
    return next((card for card, count in cards.items() if card in KINDS and count > list(market).count(card)), None)


def _find_card(draw: DrawSaid, market: Sequence[str | None]) -> str | None:
    """Return the face-up card that is drawn, by its name or its place in the market; None if it is unknown."""
    card = draw.notation.removeprefix("draw ")
    if card.isdigit():
        return market[int(card) - 1] if int(card) <= len(market) else None
    return NAMES_OF_CARDS.get(card, card) if card != DECK else None


def _without_market(tokens: Said) -> Said:
    """Return the words without “from the market” behind a color."""
    kept: list[str] = []
    place = 0
    while place < len(tokens):
        is_colored = bool(kept) and _is_name(kept[-1]) and kept[-1] not in DECK_WORDS
        said = next((said for said in _MARKET if is_colored and tokens[place : place + len(said)] == said), ())
        kept += [] if said else [tokens[place]]
        place += len(said) or 1
    return tuple(kept)


def _split_steps(tokens: Said) -> Iterator[list[str]]:
    """Yield the words for each card to draw, separated by words such as “then” or simply by two names in a row."""
    step: list[str] = []
    for word in (*tokens, COMMA):
        if word in THEN or (word in ("draw", "take") and not step):
            if step:
                yield step
            step = []
        elif step and step[-1] not in _ELSE and word not in _ELSE and _is_name(word) and _is_name(step[-1]):
            yield step
            step = [word]
        else:
            step.append(word)


def _is_name(word: str) -> bool:
    return word in DECK_WORDS or word in KINDS or word in NAMES_OF_CARDS


def _read_step(step: Sequence[str], market: Sequence[str | None], *, is_first: bool) -> DrawSaid | None:
    tokens = [word for word in step if word != "if"]
    if len(tokens) == 3 and tokens[1] in _ELSE:
        first, second = (_write_draw(word, market, is_first=is_first) for word in (tokens[0], tokens[2]))
        return DrawSaid(first, second) if first and second else None
    if len(tokens) == 4 and tokens[1:3] == ["or", "else"]:
        return _read_step([tokens[0], tokens[2], tokens[3]], market, is_first=is_first)
    only = _write_draw(tokens[0], market, is_first=is_first) if len(tokens) == 1 else None
    return DrawSaid(only) if only else None


def _write_draw(word: str, market: Sequence[str | None], *, is_first: bool) -> str | None:
    """Return a draw in notation; None if the word is ambiguous.

    A letter or two suffice only for an open card, or if no other color begins with them.
    """
    if word in DECK_WORDS:
        return f"draw {DECK}"
    if word.isdigit():
        return f"draw {word}" if word in _SLOTS else None
    open_kinds = [kind for kind in KINDS if kind in market] if is_first else []
    kinds = cards(word, open_kinds) or cards(word)
    return f"draw {kinds[0]}" if len(kinds) == 1 else None


_SLOTS: Final = ("1", "2", "3", "4", "5")


def _name_second_by_color(draws: list[DrawSaid], market: Sequence[str | None]) -> list[DrawSaid] | None:
    """Name the second card by color instead of slot, because three locomotives may renew the market (B9).

    Return None if both cards come from the same slot, since its next card is unknown.
    """
    if len(draws) < MOST or not draws[1].notation[-1].isdigit():
        return draws
    place = int(draws[1].notation[-1])
    if draws[0].notation == draws[1].notation:
        return None
    color = market[place - 1] if place <= len(market) else None
    return [draws[0], DrawSaid(f"draw {color}", draws[1].otherwise)] if color else draws
