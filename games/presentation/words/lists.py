"""Lists within sentences, in the reader's language."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from django.utils.translation import get_language, pgettext
from icu import ListFormatter, Locale, UListFormatterType, UListFormatterWidth

PLACE: Final = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands for a thing in the pattern of a list."""
BRITISH: Final = "en-GB"
"""Our English, which has no comma before the last "and"."""


def all_of(names: Sequence[str]) -> str:
    """List several names in a sentence: "A, B and C"."""
    return _join(names, UListFormatterType.AND)


def one_of(names: Sequence[str]) -> str:
    """List alternatives in a sentence: "A, B or C"."""
    return _join(names, UListFormatterType.OR)


def joints_of_alternatives(count: int) -> list[str]:
    """Return what stands before each of so many alternatives in a sentence: "", ", " and " or "."""
    pattern = one_of([PLACE] * count)
    return pattern.split(PLACE)[:count]


def listed(things: Iterable[str]) -> str:
    """List things without a word between the last two: "3 purple, 1 locomotive"."""
    return pgettext("between the things of a list", ", ").join(things)


def listed_with_commas(things: Iterable[str]) -> str:
    """List things that contain commas."""
    return pgettext("between the things of a list that contain commas", "; ").join(things)


def _join(names: Sequence[str], kind: UListFormatterType) -> str:
    if len(names) < 2:
        return "".join(names)
    return str(_formatter(get_language() or BRITISH, kind).format(names))


@cache
def _formatter(language: str, kind: UListFormatterType) -> ListFormatter:
    """Return ICU's formatter of lists, of which there are two for each language."""
    locale = Locale(BRITISH if language.partition("-")[0] == "en" else language)
    return ListFormatter.createInstance(locale, kind, UListFormatterWidth.WIDE)
