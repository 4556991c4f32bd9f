"""The other fold of the log: who holds a seat, who is away, whose turns the clock has played.

Pure: entries go in as the public part that everybody may read, in their order; nothing is asked, nothing is written.
The seats' rows say the same for quick reading, and `manage.py replay` holds the two against each other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

PLAYING: Final = "playing"
BY_KIND: Final = {"resigned": "resigned", "forfeited": "forfeited", "absent": "absent", "returned": PLAYING}

Public = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Holding:
    """A seat as the log tells it: the holder's opaque id, its status, turns in a row that were played for it."""

    player: str | None
    status: str = PLAYING
    timeouts_in_a_row: int = 0


def seats(entries: Iterable[Public]) -> list[Holding]:
    """Every seat after these entries, by its number; none before the game has started."""
    held: list[Holding] = []
    for entry in entries:
        if entry["kind"] == "started":
            held = [Holding(player) for player in entry["players"]]
        elif entry["seat"] is not None:
            held[entry["seat"]] = _after(held[entry["seat"]], entry)
    return held


def _after(seat: Holding, entry: Public) -> Holding:
    if entry["kind"] == "timeout":
        return replace(seat, timeouts_in_a_row=seat.timeouts_in_a_row + _begins(entry))
    if entry["kind"] in BY_KIND:
        return replace(seat, status=BY_KIND[entry["kind"]], timeouts_in_a_row=0)
    return replace(seat, timeouts_in_a_row=0)


def _begins(entry: Public) -> int:
    """A turn that was played by default counts once, however many choices it took."""
    return 0 if entry.get("goes_on") else 1
