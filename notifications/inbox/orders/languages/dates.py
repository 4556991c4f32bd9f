"""Days as people write them in their language, the day before the month: "24. Dezember", "24/12", "vendredi". Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import icu

from games import names

_MONTHS: Final = ("January", "February", "March", "April", "May", "June", "July", "August")
_MONTHS_OF_AUTUMN: Final = ("September", "October", "November", "December")
_WEEKDAYS: Final = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_ALONE: Final = (icu.DateFormatSymbols.STANDALONE, icu.DateFormatSymbols.WIDE)
"""The form of a name that its cases have in common, as in Finnish."""
_ISO: Final = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")
_FIGURES: Final = re.compile(r"(?<!\d)(\d{1,2})(?:\. ?|[/-])(\d{1,2})(?:\.? ?(?<=\D)(\d{4})|[/-](\d{4})|\.)?(?![\d/-])")
_NAMED: Final = re.compile(
    r"(?<!\d)(\d{1,2})[.a-z]{0,3} (?:de |di |del )?([a-z]{3,})\.?(?: (?:de |del )?(\d{4})(?!\d))?"
)
_WORD: Final = re.compile(r"[a-z]{3,}")


@dataclass(frozen=True, slots=True)
class DayFound:
    """A day in English, and the text around it."""

    day: str
    around: str


def find(plain: str, code: str) -> DayFound | None:
    """Return the first day that a text names, in plain letters; None if it names none."""
    for pattern in (_ISO, _FIGURES, _NAMED):
        for match in pattern.finditer(plain):
            if day := _write(match, code):
                return DayFound(day, f"{plain[: match.start()]} {plain[match.end() :]}")
    for match in _WORD.finditer(plain):
        for name, english in _weekdays(code).items():
            if match[0].startswith(name):
                return DayFound(english, f"{plain[: match.start()]} {plain[match.end() :]}")
    return None


def _write(match: re.Match[str], code: str) -> str | None:
    """Return a day with its month in English; None if there is no such month."""
    if match.re is _ISO:
        return match[0]
    month = _find_month(match[2], code) if match.re is _NAMED else _number(int(match[2]))
    year = next(filter(None, match.groups()[2:]), "")
    return f"{int(match[1])} {month} {year}".strip() if month else None


def _number(month: int) -> str | None:
    english = (*_MONTHS, *_MONTHS_OF_AUTUMN)
    return english[month - 1] if 1 <= month <= len(english) else None


def _find_month(word: str, code: str) -> str | None:
    """Return the only month whose name this is, cut short or with an ending."""
    meant = {english for name, english in _months(code).items() if name.startswith(word) or word.startswith(name)}
    return meant.pop() if len(meant) == 1 else None


@cache
def _months(code: str) -> Mapping[str, str]:
    own = icu.DateFormatSymbols(icu.Locale(code)).getMonths(*_ALONE)
    return _pair(own, (*_MONTHS, *_MONTHS_OF_AUTUMN))


@cache
def _weekdays(code: str) -> Mapping[str, str]:
    own = icu.DateFormatSymbols(icu.Locale(code)).getWeekdays(*_ALONE)
    return _pair([name for name in own if name], _WEEKDAYS)


def _pair(own: list[str], english: tuple[str, ...]) -> Mapping[str, str]:
    return {names.plain(name): meaning for name, meaning in zip(own, english, strict=True)}
