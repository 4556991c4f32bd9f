"""The terms of a game's clock, on which its players agreed, and the named presets of them.

No terms let a game run for ever: the length of each turn is bounded, and so are the stops of each seat in the whole
game. `checked` refuses terms that would break this.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import Any, Final

from engine.codec import Json
from games import durations
from games.errors import Unprocessable
from games.limits import LONGEST_TIME, SHORTEST_TIME

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
NONE: Final = timedelta()

LONGEST_BANK: Final = 30 * DAY
LONGEST_TURN: Final = 45 * DAY
"""The maximum of time, bank and grace together."""
MOST_STOPS: Final = 120 * DAY
USUAL_STOPS: Final = 30 * DAY

DEFAULT: Final = "default"
STAND_IN: Final = "stand_in"
FORFEIT: Final = "forfeit"
WHEN_OVER: Final = (DEFAULT, STAND_IN, FORFEIT)


@dataclass(frozen=True, slots=True)
class Bank:
    """A bank of time: `start` at the beginning, `per_move` more with each of the seat's own moves, at most `cap`."""

    start: timedelta
    per_move: timedelta
    cap: timedelta


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a game's clock, on which its players agreed.

    Each move has `time_per_move`; when it is over the `bank` is drawn on; when that is empty too, `grace` runs and
    everybody is notified; then follows what `when_over` says: a move by DEFAULT, a move by the STAND_IN, or the seat is
    FORFEIT (P1). `stops` limits for how long, in the whole game, quiet hours and days off may stop a seat's clock.
    `vacations` says whether vacations stop it too; they have their own yearly limit.
    """

    time_per_move: timedelta
    bank: Bank | None = None
    grace: timedelta = NONE
    when_over: str = DEFAULT
    stops: timedelta = USUAL_STOPS
    vacations: bool = True


PRESETS: Final[Mapping[str, Terms]] = {
    "brisk": Terms(12 * HOUR, Bank(DAY, HOUR, 2 * DAY), HOUR, STAND_IN, 15 * DAY, vacations=False),
    "daily": Terms(DAY, Bank(2 * DAY, 2 * HOUR, 4 * DAY), 4 * HOUR, DEFAULT, 30 * DAY),
    "relaxed": Terms(3 * DAY, Bank(4 * DAY, 6 * HOUR, 8 * DAY), 12 * HOUR, STAND_IN, 60 * DAY),
    "slow": Terms(7 * DAY, Bank(7 * DAY, 12 * HOUR, 14 * DAY), DAY, STAND_IN, 90 * DAY),
}
"""The named terms for hosts who don't want to choose."""


def checked(terms: Terms) -> Terms:
    """Return the terms after a check.

    Raises Unprocessable if any of them, alone or combined, could let a game run for ever.
    """
    if not SHORTEST_TIME <= terms.time_per_move <= LONGEST_TIME:
        raise Unprocessable("time_per_move_out_of_range", **_range(SHORTEST_TIME, LONGEST_TIME))
    if terms.when_over not in WHEN_OVER:
        raise Unprocessable("malformed_clock", field="when_over", known=list(WHEN_OVER))
    if not NONE <= terms.grace <= terms.time_per_move:
        raise Unprocessable("grace_out_of_range", **_range(NONE, terms.time_per_move))
    if not NONE <= terms.stops <= MOST_STOPS:
        raise Unprocessable("stops_out_of_range", **_range(NONE, MOST_STOPS))
    if terms.bank is not None:
        _check_bank(terms.bank, terms.time_per_move)
    if longest_turn(terms) > LONGEST_TURN:
        raise Unprocessable("clock_too_long", longest=durations.write(LONGEST_TURN))
    return terms


def _check_bank(bank: Bank, time_per_move: timedelta) -> None:
    if min(bank.start, bank.per_move) < NONE or not bank.start <= bank.cap <= LONGEST_BANK:
        raise Unprocessable("bank_out_of_range", longest=durations.write(LONGEST_BANK))
    if bank.per_move > time_per_move / 2:
        raise Unprocessable("bank_refills_too_fast", longest=durations.write(time_per_move / 2))


def longest_turn(terms: Terms) -> timedelta:
    """Return the maximum length of a turn, without stops."""
    return terms.time_per_move + (terms.bank.cap if terms.bank else NONE) + terms.grace


def _range(shortest: timedelta, longest: timedelta) -> dict[str, str]:
    return {"shortest": durations.write(shortest), "longest": durations.write(longest)}


def write(terms: Terms) -> Json:
    """Return all terms ready for JSON, each in its canonical spelling."""
    return {
        "time_per_move": durations.write(terms.time_per_move),
        "bank": None if terms.bank is None else {name: durations.write(time) for name, time in _parts(terms.bank)},
        "grace": durations.write(terms.grace),
        "when_over": terms.when_over,
        "stops": durations.write(terms.stops),
        "vacations": terms.vacations,
    }


def _parts(bank: Bank) -> list[tuple[str, timedelta]]:
    return [(field.name, getattr(bank, field.name)) for field in fields(bank)]


def read(data: str | Mapping[str, object]) -> Terms:
    """Return the terms of a preset by its name, or those that `write` or a client wrote.

    Only `time_per_move` is required. Raises Unprocessable for invalid data and for terms that `checked` refuses.
    """
    if isinstance(data, str):
        if data not in PRESETS:
            raise Unprocessable("unknown_clock", known=list(PRESETS))
        return PRESETS[data]
    for name in ("time_per_move", *data):
        if name not in _READ or name not in data:
            raise Unprocessable("malformed_clock", field=str(name), known=list(_READ))
    return checked(Terms(**{name: _field(name, value) for name, value in data.items()}))


def _field(name: str, value: object) -> Any:
    """Return the value converted to the field's type."""
    try:
        return _READ[name](value)
    except (AttributeError, TypeError, ValueError):
        raise Unprocessable("malformed_clock", field=name, known=list(_READ)) from None


def _length(value: object) -> timedelta:
    if not isinstance(value, str):
        raise TypeError("a text")
    return durations.read(value)


def _bank(value: object) -> Bank | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise TypeError("an object")
    return Bank(**{name: _length(time) for name, time in value.items()})


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError("true or false")
    return value


def _when_over(value: object) -> str:
    return WHEN_OVER[WHEN_OVER.index(value)]


_READ: Final[Mapping[str, Callable[[object], object]]] = {
    "time_per_move": _length,
    "bank": _bank,
    "grace": _length,
    "when_over": _when_over,
    "stops": _length,
    "vacations": _yes_or_no,
}
