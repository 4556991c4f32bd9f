"""Durations in ISO 8601 format: days, hours, minutes and seconds, as whole numbers."""

import re
from datetime import timedelta
from typing import Final

_FORM: Final = re.compile(r"P(?:(?P<weeks>\d{1,4})W|(?=.)(?:(?P<days>\d{1,5})D)?(?:T(?=.)(?P<time>[0-9HMS]+))?)")
_TIME: Final = re.compile(r"(?:(?P<hours>\d{1,6})H)?(?:(?P<minutes>\d{1,6})M)?(?:(?P<seconds>\d{1,8})S)?")
NONE: Final = timedelta()


def write(time: timedelta) -> str:
    """Return the canonical spelling: "P1DT12H", "PT1M30S" for 90 seconds, "PT0S" for zero."""
    if time < NONE or time.microseconds:
        raise ValueError("whole seconds, and none less than none")
    days, seconds = time.days, time.seconds
    parts = ((seconds // 3600, "H"), (seconds // 60 % 60, "M"), (seconds % 60, "S"))
    clock = "".join(f"{count}{unit}" for count, unit in parts if count)
    if not days and not clock:
        return "PT0S"
    return "P" + (f"{days}D" if days else "") + (f"T{clock}" if clock else "")


def read(text: str) -> timedelta:
    """Return the duration that this text describes. Raises ValueError, also for years and months of varying length."""
    form = _FORM.fullmatch(text)
    time = form and _TIME.fullmatch(form["time"] or "")
    if form is None or time is None:
        raise ValueError(f"no duration: {text[:40]}")
    counts = {"weeks": form["weeks"], "days": form["days"], **time.groupdict()}
    return timedelta(**{unit: int(count) for unit, count in counts.items() if count is not None})
