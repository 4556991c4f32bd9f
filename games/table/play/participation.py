"""A second fold of the log: each seat's holder, who is away, turns that the clock has played, and rulings.

It is pure: it takes the public parts of entries, in order, and neither queries nor writes. The rows of games, seats and
turns hold the same for quick reading, and `manage.py replay` compares the two.

Who is away is part of the position. When a ruling restores an earlier position, the facts of its entry say who has left
or returned since, because people do not go back with it (P5); neither do holders of seats, pauses and deadlines.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from engine.history import lineage
from games.kinds import EntryKind, RulingKind
from games.logged_entries import PublicEntry, acting_seat

PLAYING: Final = "playing"
LEFT: Final = frozenset({"resigned", "forfeited"})


@dataclass(frozen=True, slots=True)
class Holding:
    """A seat according to the log: the holder's opaque id, its status, turns in a row that were played for it."""

    player: str | None
    status: str = PLAYING
    timeouts_in_a_row: int = 0


@dataclass(frozen=True, slots=True)
class KnownStatuses:
    """The facts on the table: each seat's status, and whether the game is over."""

    statuses: tuple[str, ...] = ()
    over: bool = False


@dataclass(slots=True)
class Course:
    """The facts that the log records besides the position.

    `pauses` are the reasons for which the clocks stand still, `paused_at` since when. `clock` holds the agreed terms,
    `deadlines` and `expires` (if grace follows) when the turn of a prompt is over; in logs whose entries do not record
    this, it is the agreed time later. `banks` and `stopped` are the seats' accounts, in seconds, if they differ from
    those at the start. `opened_at` is when each entry was made, `standings` the statuses after it, `players` who held
    the seats then; `restored` says which entries restored a position, `undone` which rulings have been undone by
    another. `put_out` are players whom an admin has removed from the table; those whom the table itself has replaced
    can come back. `resigned` are players who have left for good.
    """

    seats: list[Holding] = field(default_factory=list)
    pauses: list[str] = field(default_factory=list)
    paused_at: str | None = None
    clock: Mapping[str, object] = field(default_factory=dict)
    deadlines: dict[str, str] = field(default_factory=dict)
    expires: dict[str, str] = field(default_factory=dict)
    banks: dict[int, int] = field(default_factory=dict)
    stopped: dict[int, int] = field(default_factory=dict)
    opened_at: dict[int, str] = field(default_factory=dict)
    standings: dict[int, KnownStatuses] = field(default_factory=dict)
    players: dict[int, tuple[str | None, ...]] = field(default_factory=dict)
    restored: dict[int, int] = field(default_factory=dict)
    undoing: dict[int, int] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)
    put_out: set[str] = field(default_factory=set)
    resigned: set[str] = field(default_factory=set)

    def line(self, number: int) -> list[int]:
        """Return the entries that count for the position after this one."""
        return lineage(self.restored, number)


def seats(entries: Iterable[PublicEntry]) -> list[Holding]:
    """Return every seat after these entries, by number; an empty list before the game has started."""
    return course(entries).seats


def course(entries: Iterable[PublicEntry]) -> Course:
    """Return what these entries, from the first on, say besides the position."""
    history = Course()
    standing = KnownStatuses()
    for entry in entries:
        if entry["kind"] == EntryKind.STARTED:
            history.seats = [Holding(player) for player in entry["players"]]
            standing = KnownStatuses((PLAYING,) * len(history.seats))
            history.clock = entry.get("clock", {})
        number = entry["number"]
        standing = _update_statuses(history, standing, entry)
        history.opened_at[number], history.standings[number] = entry["at"], standing
        before = _sitting(history.seats)
        history.seats = [_after(history, entry, seat, status) for seat, status in enumerate(standing.statuses)]
        history.players[number] = tuple(seat.player for seat in history.seats)
        _put_out(history, entry, before)
        _resign(history, entry)
        _keep_time(history, entry)
        if entry["kind"] == EntryKind.RULED:
            _rule(history, entry)
        if standing.over:
            history.pauses, history.paused_at = [], None
    return history


def _update_statuses(history: Course, standing: KnownStatuses, entry: PublicEntry) -> KnownStatuses:
    """Return the statuses after an entry, from its facts on the table."""
    for event in entry["events"]:
        if event["type"] == "position_restored":
            history.restored[entry["number"]] = event["as_of"]
            standing = history.standings[event["as_of"]]
        elif event["type"] == "seat_left":
            standing = _with(standing, event["seat"], event["how"])
        elif event["type"] == "seat_returned":
            standing = _with(standing, event["seat"], PLAYING)
        elif event["type"] == "game_ended":
            standing = replace(standing, over=True)
    return standing


def _with(standing: KnownStatuses, seat: int, status: str) -> KnownStatuses:
    statuses = standing.statuses
    return replace(standing, statuses=(*statuses[:seat], status, *statuses[seat + 1 :]))


def _after(history: Course, entry: PublicEntry, number: int, status: str) -> Holding:
    """Return the seat of an entry after it.

    The count of timeouts is reset by any action of the seat, and when counts begin again.
    """
    seat, own = history.seats[number], entry["seat"] == number
    player, timeouts = seat.player, seat.timeouts_in_a_row
    if entry["kind"] == EntryKind.TIMEOUT:
        timeouts += own and not entry.get("goes_on")
    elif entry["kind"] == EntryKind.TAKEN_OVER and own:
        player, timeouts = entry["player"], 0
    elif EntryKind(entry["kind"]).deed:
        timeouts = 0 if own else timeouts
    elif own and entry.get("ruling") == RulingKind.REPLACED:
        player, timeouts = entry["player"], 0
    if status != seat.status or (entry["number"] in history.restored and begins_anew(entry)):
        timeouts = 0
    return Holding(player, status, timeouts)


def begins_anew(facts: Mapping[str, object]) -> bool:
    """Check whether counts of timeouts begin again (P5), which a player's taking back their own move does not cause."""
    agreed = facts.get("agreed")
    return "as_of" in facts and not (isinstance(agreed, list) and len(agreed) == 1)


def _sitting(seats: Iterable[Holding]) -> set[str]:
    """Return the players who have a seat and have not left it."""
    return {seat.player for seat in seats if seat.player is not None and seat.status not in LEFT}


def _put_out(history: Course, entry: PublicEntry, before: set[str]) -> None:
    """Record the players whom an admin has removed from the table, except those who are back."""
    after = _sitting(history.seats)
    if "ruling" in entry and "agreed" not in entry and RulingKind(entry["ruling"]).ousts:
        history.put_out |= before - after
    history.put_out -= after


def _resign(history: Course, entry: PublicEntry) -> None:
    """Record who has resigned, except those whom an admin has put back."""
    player = history.seats[acting_seat(entry)].player if entry["kind"] == EntryKind.RESIGNED else None
    if player is not None:
        history.resigned.add(player)
    history.resigned -= _sitting(history.seats)


def _keep_time(history: Course, entry: PublicEntry) -> None:
    """Record how the entry changes the clocks."""
    graces = entry.get("expires", {})
    for prompt, deadline in entry.get("deadlines", {}).items():
        history.deadlines[prompt] = deadline
        history.expires[prompt] = graces.get(prompt, deadline)
    history.banks.update((int(seat), seconds) for seat, seconds in entry.get("banks", {}).items())
    history.stopped.update((int(seat), seconds) for seat, seconds in entry.get("stopped", {}).items())


def _rule(history: Course, entry: PublicEntry) -> None:
    if "pauses" in entry:
        history.pauses = list(entry["pauses"])
        history.paused_at = (history.paused_at or entry["at"]) if history.pauses else None
    if "undoes" in entry:
        number = entry["undoes"]
        history.undoing[entry["number"]] = number
        history.undone.add(number)
        history.undone.discard(history.undoing.get(number, 0))
