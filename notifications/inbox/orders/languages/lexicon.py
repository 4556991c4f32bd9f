"""A language as its players write it: which words mean which English ones, in the English that `orders` reads. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from games import names

Phrase = tuple[str, ...]
NOTHING: Final = ""
"""The meaning of words that change nothing about an order beside them."""
WISH: Final = "good luck"
"""The meaning of wishes to others; a number right behind one may count those others."""
DOUBTS: Final = frozenset({"but", "if", "maybe", "not", "or", "rather", "wait"})
"""The meanings of words that make an order beside them unclear."""
REVERSALS: Final = frozenset({"but", "if", "maybe", "or", "wait"})
"""Those that make a no unclear, too."""
BEFORE: Final = "before"
"""The meaning of what makes an order wait at the head of a sentence, and is many other things elsewhere."""
JUDGING: Final = "should"
"""The meaning of words that make a question about an order of it."""
BEING: Final = "am"
"""The meaning of words that only a vacation has: “ich bin bis Montag im Urlaub”."""
STAYING: Final = "stay"
"""The meaning of a “keep” that only letters of tickets have: “A und C bleiben”."""
PLUS: Final = "plus"
"""The meaning of an “and” between cards or letters that says “no longer” elsewhere."""
CARDINALS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PIECES: Final = re.compile(r"\d+(?::?[a-z]{1,5}\b)?|\b[a-z]:[a-z]{1,4}\b|[a-z]+|[,?+&]")
_SPELLINGS: Final = {"ä": ("a", "ae"), "ö": ("o", "oe"), "ü": ("u", "ue"), "å": ("a", "aa"), "ø": ("o", "oe")}
"""How people write letters that their keyboard lacks."""
_MIXED_IN: Final[Mapping[str, str]] = {
    NOTHING: "ok, okay, sorry",
    "please": "please, pls, plz",
    "thanks": "thanks, thx, thnx, thank you",
    "hello": "hello, hi, hey",
    "number": "option",
    "keep": "keep",
    "help": "help",
    "stop": "stop",
    "stop all mail": "stop all mail, unsubscribe",
    "pause": "pause",
}
"""English words that are written in all these languages."""
_CITIES_OF_MANY: Final = {
    "constantinople": "Istanbul",
    "kyiv": "Kiev",
    "munchen": "München",
    "zagrab": "Zagreb",
    "zurich": "Zürich",
}
"""Names of cities in most of these languages that the board does not have."""


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words of one language, in its own letters, separated by commas.

    `cardinals` and `ordinals` have the words for one, two, three ..., each with its forms; `figures` name the lines of
    a list (“tvåan”). `meanings` has, for English words, those that mean the same; `cities` the names that its speakers
    have for cities, by their plain names on the board. `endings` may follow a figure or a letter. What is in `ifs`
    answers by itself, and is a condition among unknown words.
    """

    code: str
    cardinals: Sequence[str]
    ordinals: Sequence[str]
    meanings: Mapping[str, str]
    figures: Sequence[str] = ()
    endings: frozenset[str] = frozenset()
    cities: Mapping[str, str] = field(default_factory=dict)
    ifs: frozenset[str] = frozenset()

    @cached_property
    def phrases(self) -> Mapping[Phrase, str]:
        """The English of each phrase, by its words as `words.plain` leaves them."""
        return {**dict(_list_phrases(_MIXED_IN)), **dict(self.list_own())}

    def list_own(self) -> Iterator[tuple[Phrase, str]]:
        """Yield each phrase of the language with its English."""
        yield from _list_phrases(dict(zip(CARDINALS, self.cardinals, strict=False)))
        yield from _list_phrases(dict(zip(ORDINALS, self.ordinals, strict=False)))
        yield from _list_phrases({f"number {CARDINALS[place]}": forms for place, forms in enumerate(self.figures)})
        yield from _list_phrases(self.meanings)

    @cached_property
    def cities_by_phrase(self) -> Mapping[Phrase, str]:
        """The plain name on the board of each city, by its name in this language."""
        return {**dict(_list_phrases(_CITIES_OF_MANY)), **dict(_list_phrases(self.cities))}

    @cached_property
    def longest(self) -> int:
        """How many words the longest phrase has."""
        return max(map(len, self.phrases))


def _list_phrases(meanings: Mapping[str, str]) -> Iterator[tuple[Phrase, str]]:
    """Yield the phrases of these texts, each in all its spellings, with its English."""
    for english, forms in meanings.items():
        for phrase in filter(None, map(str.strip, forms.split(","))):
            yield from ((tuple(split(spelling)), english) for spelling in _spell(phrase))


def _spell(phrase: str) -> set[str]:
    """Return a phrase as `words.plain` leaves it, with one letter or two for each that a keyboard may lack."""
    ways = [_SPELLINGS.get(letter, (letter, letter)) for letter in phrase.lower()]
    return {names.plain("".join(way[place] for way in ways)) for place in range(2)}


def split(plain: str) -> list[str]:
    """Return the words of a plain text, its figures and letters with their endings, and the marks that matter."""
    return _PIECES.findall(plain)
