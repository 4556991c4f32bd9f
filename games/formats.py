"""Dates and times as the reader's language writes them, by ICU: "sob., 28 listopada", "28.11. klo 13.05".

A format is named as in Django's templates, after its English: there it is that of this site, which was chosen for
emails and narrow pages; elsewhere ICU orders the same parts as its language does.
"""

import re
from datetime import UTC, date, datetime, time
from functools import lru_cache
from typing import Final

import icu
from django.utils import formats
from django.utils.translation import get_language

SKELETONS: Final = {
    "D": "EEE",
    "D H:i": "EEEHHmm",
    "D j F Y, H:i": "yMMMMEEEdHHmm",
    "D j M, H:i": "MMMEEEdHHmm",
    "F Y": "yMMMM",
    "H:i": "HHmm",
    "M Y": "yMMM",
    "j F": "MMMMd",
    "j F Y": "yMMMMd",
    "j F Y, H:i": "yMMMMdHHmm",
    "j F, H:i": "MMMMdHHmm",
    "j M": "MMMd",
    "j M H:i": "MMMdHHmm",
    "j M Y": "yMMMd",
    "j M Y, H:i": "yMMMdHHmm",
    "j M, H:i": "MMMdHHmm",
}
"""The parts of each format, as ICU names them (Unicode Technical Standard 35)."""
FIRST: Final = {"fr": (re.compile(r"(?<!\d)1 (?=[^\W\d])"), "1er ")}
"""How a language writes the first of a month where ICU has a bare number: what it has, and what there is to be."""
KEPT: Final = 256
"""The number of formatted dates cached, since a page or an email mentions an instant several times."""


def write_date(local: date, form: str) -> str:
    """Write a date or time in the active language. `form` is one of `SKELETONS`; any other is for programs."""
    language = get_language() or "en"
    if form not in SKELETONS or language.partition("-")[0] == "en":
        return formats.date_format(local, form)
    instant = datetime.combine(local, local.time() if isinstance(local, datetime) else time())
    return _write(instant.replace(tzinfo=UTC), SKELETONS[form], language)


@lru_cache(maxsize=KEPT)
def _write(local: datetime, skeleton: str, language: str) -> str:
    formatter = icu.SimpleDateFormat(_find_pattern(skeleton, language), _locale(language))
    formatter.setTimeZone(icu.TimeZone.getGMT())
    text = str(formatter.format(local))
    bare, ordinal = FIRST.get(language.partition("-")[0], (None, ""))
    return bare.sub(ordinal, text) if bare and local.day == 1 else text


@lru_cache
def _find_pattern(skeleton: str, language: str) -> str:
    return str(icu.DateTimePatternGenerator.createInstance(_locale(language)).getBestPattern(skeleton))


def _locale(language: str) -> icu.Locale:
    return icu.Locale.forLanguageTag(language)
