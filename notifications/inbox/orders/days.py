"""Days as people write them in English: "1 December", "Dec 1st, 2026", "2026-12-01", "1.12.", "Friday"."""

import re
from datetime import date, timedelta
from typing import Final

_MONTHS: Final = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DROPPED: Final = re.compile(
    r"\b(?:the|of|on|next|until|till|and including|including|incl|(?<=\d)(?:st|nd|rd|th))\b|(?<=\d)(?:st|nd|rd|th)\b|,"
)
_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED: Final = re.compile(r"(\d{1,2})\. ?(\d{1,2})\.? ?(\d{4})?")
_SLASHED: Final = re.compile(r"(\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}))?")
_DAY_MONTH: Final = re.compile(r"(\d{1,2})\.? ([a-z]{3,9})\.?(?: (\d{4}))?")
_MONTH_DAY: Final = re.compile(r"([a-z]{3,9})\.? (\d{1,2})(?: (\d{4}))?")


def read(text: str, today: date) -> list[date]:
    """Return the days that the text may mean: two if day and month are ambiguous, none if it is not a day, else one.

    Without a year, the next such day is meant. `text` is in lowercase.
    """
    plain = (
        " ".join(_DROPPED.sub(" ", text).split()).rstrip(".") if not _DOTTED.fullmatch(text.strip()) else text.strip()
    )
    if plain == "tomorrow":
        return [today + timedelta(days=1)]
    weekdays = [index for index, name in enumerate(_WEEKDAYS) if len(plain) > 2 and name.startswith(plain)]
    if len(weekdays) == 1:
        return [today + timedelta(days=(weekdays[0] - today.weekday() - 1) % 7 + 1)]
    return list(dict.fromkeys(day for day in _read_numbers(plain, today) if day is not None))


def is_month(word: str) -> bool:
    """Check whether a word is a month's name, or short for one."""
    name = word.rstrip(".,;!?")
    return len(name) > 2 and any(month.startswith(name) for month in _MONTHS)


def _read_numbers(plain: str, today: date) -> list[date | None]:
    if match := _ISO.fullmatch(plain):
        return [_build_date(match[3], match[2], match[1], today)]
    if match := _DOTTED.fullmatch(plain):
        return [_build_date(match[1], match[2], match[3], today)]
    if match := _SLASHED.fullmatch(plain):
        return [_build_date(match[1], match[2], match[3], today), _build_date(match[2], match[1], match[3], today)]
    if match := _DAY_MONTH.fullmatch(plain):
        return [_build_date(match[1], _read_month(match[2]), match[3], today)]
    if match := _MONTH_DAY.fullmatch(plain):
        return [_build_date(match[2], _read_month(match[1]), match[3], today)]
    return []


def _read_month(name: str) -> str:
    numbers = [
        number for number, month in enumerate(_MONTHS, 1) if month.startswith(name) or (name == "sept" and number == 9)
    ]
    return str(numbers[0]) if len(numbers) == 1 else "0"


def _build_date(day: str, month: str, year: str | None, today: date) -> date | None:
    """Return the day; without a year, the next one, which may lie in a future leap year."""
    years = [int(year)] if year else range(today.year, today.year + 9)
    for candidate_year in years:
        try:
            candidate = date(candidate_year, int(month), int(day))
        except ValueError:
            continue
        if year or candidate >= today:
            return candidate
    return None
