"""The nights that newcomers choose from when they sign up."""

from typing import Final

from engine.codec import Json

NIGHTS: Final = tuple(f"{begin:02}:30-{(begin + 9) % 24:02}:30" for begin in (20, 21, 22, 23, 0, 1, 2))
"""Nine hours each, in local time."""
USUAL: Final = "22:30-07:30"


def habits_of(night: str) -> Json:
    """Return the habits (`Player.habits`) of somebody who sleeps then; of anyone without a night, none."""
    if night not in NIGHTS:
        return {}
    begin, _, end = night.partition("-")
    return {"quiet_hours": {"begin": begin, "end": end}}
