"""Lines in a language that is not read, known by its small words or its script. Pure."""

import re
import unicodedata
from collections.abc import Container
from typing import Final

from notifications.inbox.orders import words

_OURS: Final = frozenset(
    " ".join(
        (
            "and are but can card cards claim could draw for have how i is it keep move my not of our play please take",
            "thanks thank that the they this to want what which with would you your",
        )
    ).split()
)
_GERMANIC: Final = (
    "ich nehme waehle wahle mochte spiele bitte danke und nicht nummer eine einen zwei drei vier funf gruss grusse",
    "erste zweite letzte ist ik neem kies graag dank alsjeblieft bedankt een eerste tweede laatste",
    "tack jag valjer snalla takk jeg gerne",
)
_ROMANCE: Final = (
    "je prends choisis merci plait vous les deux trois quatre numero bonjour oui pour avec premier",
    "por favor gracias dos tres cuatro quiero elijo hola para una primera grazie prendo scelgo tre quattro favore",
    "obrigado obrigada quero escolho dois",
)
_OTHERS: Final = ("kiitos otan valitsen prosze dziekuje biore wybieram prosim dekuji koszonom kerem",)
_FOREIGN: Final = frozenset(" ".join((*_GERMANIC, *_ROMANCE, *_OTHERS)).split())
"""Words that are none of ours, and no part of a city's name."""
_OFTEN_OURS: Final = _OURS | {"all", "be", "been", "by", "from", "here", "there", "were"}
_SURELY_OURS: Final = 2
_NUMBERS: Final = re.compile(r"(?<!\d)\d{1,2}(?!\d)")


def is_foreign(line: str) -> bool:
    """Check whether a line is in another language than ours, as far as one can tell from a few words."""
    pieces = words.letters_and_numbers(line[: words.LONGEST])
    theirs, ours = (sum(piece in known for piece in pieces) for known in (_FOREIGN, _OURS))
    return theirs > 2 * ours or _is_of_another_script(line[: words.LONGEST])


def is_ours(line: str, theirs: Container[str]) -> bool:
    """Check whether a line has several words of ours, and more of them than of these."""
    pieces = words.letters_and_numbers(line[: words.LONGEST])
    ours = sum(piece in _OFTEN_OURS for piece in pieces)
    return ours >= _SURELY_OURS and ours > sum(piece in theirs for piece in pieces)


def is_partly_foreign(line: str) -> bool:
    """Check whether a line that was not understood mixes two languages, one of them ours: "keep F und B, danke"."""
    pieces = words.letters_and_numbers(line[: words.LONGEST])
    return sum(piece in _FOREIGN for piece in pieces) > 1


def _is_of_another_script(line: str) -> bool:
    letters = [letter for letter in line if letter.isalpha()]
    return sum("LATIN" not in unicodedata.name(letter, "") for letter in letters) * 2 > len(letters)


def only_number(line: str) -> int | None:
    """Return the only number in a line; None if it has none, or several."""
    found = {int(number) for number in _NUMBERS.findall(line[: words.LONGEST])}
    return found.pop() if len(found) == 1 else None
