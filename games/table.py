"""The other fold of the log: who holds a seat, who is away, whose turns the clock has played, what admins ruled.

Pure: entries go in as the public part that everybody may read, in their order; nothing is asked, nothing is written.
The rows of games, seats and turns say the same for quick reading, and `manage.py replay` holds the two against each
other.

Who is away is part of the position, and so goes back with it when a ruling restores one (see `engine.history`). Who
holds a seat, pauses and deadlines do not: they are about people and clocks.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.history import lineage

PLAYING: Final = "playing"
RULED: Final = "ruled"

Public = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Holding:
    """A seat as the log tells it: the holder's opaque id, its status, turns in a row that were played for it."""

    player: str | None
    status: str = PLAYING
    timeouts_in_a_row: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """What goes back with the position: each seat's status, and whether the game is over."""

    statuses: tuple[str, ...] = ()
    over: bool = False


@dataclass(slots=True)
class Course:
    """What the log tells besides the position.

    `pauses` are the reasons for which the clocks stand still, `paused_at` since when. `deadlines` are those that a
    ruling has set, by prompt; every other turn ends after the time agreed. `opened_at` is when each entry was made,
    `standings` how things stood after it, `players` who held the seats then; `restored` says which entries restored a
    position, `undone` which rulings no longer hold since another has undone them.
    """

    seats: list[Holding] = field(default_factory=list)
    pauses: list[str] = field(default_factory=list)
    paused_at: str | None = None
    deadlines: dict[str, str] = field(default_factory=dict)
    opened_at: dict[int, str] = field(default_factory=dict)
    standings: dict[int, Standing] = field(default_factory=dict)
    players: dict[int, tuple[str | None, ...]] = field(default_factory=dict)
    restored: dict[int, int] = field(default_factory=dict)
    undoing: dict[int, int] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)

    def line(self, number: int) -> list[int]:
        """The entries that count for the position after this one."""
        return lineage(self.restored, number)


def seats(entries: Iterable[Public]) -> list[Holding]:
    """Every seat after these entries, by its number; none before the game has started."""
    return course(entries).seats


def course(entries: Iterable[Public]) -> Course:
    """All that these entries, from the first on, tell besides the position."""
    told = Course()
    standing = Standing()
    for entry in entries:
        if entry["kind"] == "started":
            told.seats = [Holding(player) for player in entry["players"]]
            standing = Standing((PLAYING,) * len(told.seats))
        number = entry["number"]
        standing = _stands(told, standing, entry)
        told.opened_at[number], told.standings[number] = entry["at"], standing
        told.seats = [_after(told, entry, seat, status) for seat, status in enumerate(standing.statuses)]
        told.players[number] = tuple(seat.player for seat in told.seats)
        if entry["kind"] == RULED:
            _rule(told, entry)
        if standing.over:
            told.pauses, told.paused_at = [], None
    return told


def _stands(told: Course, standing: Standing, entry: Public) -> Standing:
    """What the facts of an entry make of it."""
    for event in entry["events"]:
        if event["type"] == "position_restored":
            told.restored[entry["number"]] = event["as_of"]
            standing = told.standings[event["as_of"]]
        elif event["type"] == "seat_left":
            standing = _with(standing, event["seat"], event["how"])
        elif event["type"] == "seat_returned":
            standing = _with(standing, event["seat"], PLAYING)
        elif event["type"] == "game_ended":
            standing = replace(standing, over=True)
    return standing


def _with(standing: Standing, seat: int, status: str) -> Standing:
    statuses = standing.statuses
    return replace(standing, statuses=(*statuses[:seat], status, *statuses[seat + 1 :]))


def _after(told: Course, entry: Public, number: int, status: str) -> Holding:
    """A seat after an entry. The count of timeouts ends with whatever the seat does, and with a new beginning."""
    seat, own = told.seats[number], entry["seat"] == number
    player, timeouts = seat.player, seat.timeouts_in_a_row
    if entry["kind"] == "timeout":
        timeouts += own and not entry.get("goes_on")
    elif entry["kind"] != RULED:
        timeouts = 0 if own else timeouts
    elif own and entry["ruling"] == "replaced":
        player, timeouts = entry["player"], 0
    if status != seat.status or entry["number"] in told.restored:
        timeouts = 0
    return Holding(player, status, timeouts)


def _rule(told: Course, entry: Public) -> None:
    told.deadlines.update(entry.get("deadlines", {}))
    if "pauses" in entry:
        told.pauses = list(entry["pauses"])
        told.paused_at = (told.paused_at or entry["at"]) if told.pauses else None
    if "undoes" in entry:
        number = entry["undoes"]
        told.undoing[entry["number"]] = number
        told.undone.add(number)
        told.undone.discard(told.undoing.get(number, 0))
