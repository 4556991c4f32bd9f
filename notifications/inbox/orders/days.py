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
    """The days that the text may mean: one; two where day and month may be either; none where it is no day.

    Without a year it is the next such day. `text` is in small letters.
    """
    said = (
        " ".join(_DROPPED.sub(" ", text).split()).rstrip(".") if not _DOTTED.fullmatch(text.strip()) else text.strip()
    )
    if said == "tomorrow":
        return [today + timedelta(days=1)]
    weekdays = [place for place, name in enumerate(_WEEKDAYS) if len(said) > 2 and name.startswith(said)]
    if len(weekdays) == 1:
        return [today + timedelta(days=(weekdays[0] - today.weekday() - 1) % 7 + 1)]
    return list(dict.fromkeys(day for day in _in_numbers(said, today) if day is not None))


def _in_numbers(said: str, today: date) -> list[date | None]:
    if found := _ISO.fullmatch(said):
        return [_date(found[3], found[2], found[1], today)]
    if found := _DOTTED.fullmatch(said):
        return [_date(found[1], found[2], found[3], today)]
    if found := _SLASHED.fullmatch(said):
        return [_date(found[1], found[2], found[3], today), _date(found[2], found[1], found[3], today)]
    if found := _DAY_MONTH.fullmatch(said):
        return [_date(found[1], _month(found[2]), found[3], today)]
    if found := _MONTH_DAY.fullmatch(said):
        return [_date(found[2], _month(found[1]), found[3], today)]
    return []


def _month(name: str) -> str:
    found = [
        place for place, month in enumerate(_MONTHS, 1) if month.startswith(name) or (name == "sept" and place == 9)
    ]
    return str(found[0]) if len(found) == 1 else "0"


def _date(day: str, month: str, year: str | None, today: date) -> date | None:
    """The day; without a year the next one, which may be in a leap year to come."""
    years = [int(year)] if year else range(today.year, today.year + 9)
    for each in years:
        try:
            found = date(each, int(month), int(day))
        except ValueError:
            continue
        if year or found >= today:
            return found
    return None
