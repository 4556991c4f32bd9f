"""Lines of the email's list, typed or pasted, whole or in part, as orders of what they list. Pure."""

import re
from collections.abc import Collection, Sequence, Set
from typing import Final

from engine.cards import KINDS
from notifications.inbox.orders import spellings, words
from notifications.inbox.orders.kinds import Title
from notifications.inbox.orders.vocabulary import LANGUAGES

FEWEST: Final = 2
"""Words of a line that are enough to find it; one is, if it is a card's."""
_AROUND: Final = frozenset[str]().union({"card", "cards", "goes"}, *(phrases.courtesies for phrases in LANGUAGES))
_DOUBTS: Final = frozenset[str]().union(*(phrases.doubts for phrases in LANGUAGES))
_ENOUGH: Final = frozenset({*KINDS, "both"})
"""Words that can find a line alone."""
_FULL: Final = {"st": "saint"}


def find(line: str, titles: Sequence[Title]) -> list[int]:
    """Return the places in the list of the texts that a line repeats, from its name on, with or without its number."""
    pieces = words.letters_and_numbers(line)
    if not pieces:
        return []
    return [place for place, title in enumerate(titles) if _repeats(pieces, place + 1, title)]


def _repeats(pieces: list[str], number: int, title: Title) -> bool:
    name, text = words.letters_and_numbers(title.name), words.letters_and_numbers(title.text)
    if pieces[0] == str(number):
        pieces = pieces[1:]
        if name and pieces[: len(name)] == name and _DOUBTS.isdisjoint(pieces[len(name) :]):
            return True  # whatever the email said behind it
    return len(pieces) >= len(name) > 0 and text[: len(pieces)] == pieces


def names_a_card(line: str) -> bool:
    """Check whether a line names a kind of card and nothing else, courtesies apart."""
    pieces = [piece for piece in words.letters_and_numbers(line) if piece not in _AROUND]
    return len(pieces) == 1 and pieces[0] in KINDS


def find_by_words(line: str, titles: Sequence[Title]) -> list[int]:
    """Return the places of the lines whose names have all words of this line, courtesies apart, in any order.

    A number before them must be that of the line which they name; if it is another's, both are meant.
    """
    pieces = words.letters_and_numbers(line)
    number = int(pieces[0]) if pieces and pieces[0].isdigit() and len(pieces[0]) < FEWEST + 1 else None
    line_words = {_FULL.get(piece, piece) for piece in pieces[number is not None :] if piece not in _AROUND}
    if not line_words or (len(line_words) < FEWEST and number is None and not line_words & _ENOUGH):
        return []
    title_words = [{_FULL.get(piece, piece) for piece in words.letters_and_numbers(title.name)} for title in titles]
    line_words = {*spellings.correct_all([*line_words], frozenset[str]().union(*title_words))}
    places = [place for place, all_words in enumerate(title_words) if line_words <= all_words]
    if number is None and any(_names_a_city(line_words, titles[place]) for place in places):
        return []
    return _agreed(places, number, len(titles))


def _names_a_city(line_words: Set[str], title: Title) -> bool:
    """Check whether words are only a city of a route, such as “kansas city”: other routes begin there, too."""
    cities = re.split(r" [–-] |: ", title.name)
    return len(cities) > 1 and any(
        line_words <= {_FULL.get(piece, piece) for piece in words.letters_and_numbers(city)} for city in cities[:2]
    )


def _agreed(places: Collection[int], number: int | None, count: int) -> list[int]:
    if number is None or not places:
        return list(places)
    if number - 1 in places:
        return [number - 1]
    return sorted({*places, number - 1}) if 1 <= number <= count else []
