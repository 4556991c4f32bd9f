"""“sleep 22:30 to 7:30 in Berlin”: a line that says at which hours a player's clock stands still. Pure."""

import re
from datetime import time
from typing import Final

from notifications.inbox.orders import words
from notifications.inbox.orders.kinds import SetSleep
from notifications.inbox.orders.lines import StoppedAt, Why

EXAMPLE: Final = "sleep 22:30 to 7:30 in Berlin"
NIGHT: Final = (4 * 60, 12 * 60)
"""The fewest and the most minutes that a sentence about sleep may mean."""
_TIME: Final = r"(\d{1,2})(?:[:.h](\d\d))? ?(am|pm)?"
_BEGINNING: Final = re.compile(
    r"(?:(?:i )?(?:usually |always |normally )?sleep|(?:i am|im|i m) (?:usually )?asleep"
    r"|my (?:sleep(?:ing)?|quiet) hours(?: are)?:?|(?:sleep|quiet) hours:?) "
)
_SLEEP: Final = re.compile(
    rf"(?:from |between )?{_TIME} ?(?:to|till|until|and|-) ?{_TIME}(?:(?:,| in|, in) ?([a-z][a-z/_ .-]*))?"
)


def read(line: str) -> SetSleep | StoppedAt | None:
    """Return the order to sleep at these hours, or never; None for another line."""
    plain = words.without_courtesy(words.plain(line))
    if plain in ("sleep off", "sleep never", "no sleep"):
        return SetSleep(None, None, "", line)
    beginning = _BEGINNING.match(plain)
    if beginning is None or not any(map(str.isdigit, plain)):
        return None
    match = _SLEEP.fullmatch(plain, beginning.end())
    begin, end = (_read_time(*match.group(1, 2, 3)), _read_time(*match.group(4, 5, 6))) if match else (None, None)
    if match is None or begin is None or end is None:
        return StoppedAt(line, Why.WHICH_HOURS)
    return SetSleep(begin, end, match[7] or "", line)


def is_a_night(order: SetSleep, plain: str) -> bool:
    """Check whether the hours are long enough to sleep, and short enough, and what names a place says so: "in"."""
    if order.begin is None or order.end is None:
        return False
    minutes = (order.end.hour - order.begin.hour) * 60 + order.end.minute - order.begin.minute
    return NIGHT[0] <= minutes % (24 * 60) <= NIGHT[1] and (not order.place or f" in {order.place}" in plain)


def _read_time(hour: str, minute: str | None, half: str | None) -> time | None:
    value = int(hour) % 12 + 12 * (half == "pm") if half and int(hour) <= 12 else int(hour)
    return time(value % 24, int(minute or 0)) if value <= 24 and int(minute or 0) < 60 else None
