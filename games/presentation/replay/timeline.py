"""A log as steps: what was taken back and by which entry, where turns end, how long answers took, how points grew.

Pure: the input is all entries from the first on, as one viewer may read them (`games.table.store.log_for`). It uses
only public facts: when they were made, what they answer, which points they scored, which position they restored.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise
from typing import Final

from engine.history import PositionRestored, lineage
from engine.parts.setup import GameStarted
from engine.parts.turns import GameEnded, PointsScored, TurnBegan, TurnSkipped
from games import instants
from games.logged_entries import LoggedEntry

ENDS_A_TURN: Final = frozenset({TurnBegan.tag, TurnSkipped.tag, GameEnded.tag, PositionRestored.tag})
"""The facts that make an entry the last of a turn: another turn begins, or the game ends."""
BEGINS: Final = GameStarted.tag


def restored(entries: Iterable[LoggedEntry]) -> dict[int, int]:
    """Return the entries that restored a position, with the entry whose position it was."""
    facts = ((entry["number"], entry["events"][0]) for entry in entries if entry["events"])
    return {number: fact["as_of"] for number, fact in facts if fact["type"] == "position_restored"}


def taken_back(entries: Sequence[LoggedEntry], head: int) -> frozenset[int]:
    """Return the numbers of the entries that were taken back. `entries` are the newest of the log, up to `head`."""
    restorations = restored(entries)
    return (
        frozenset(entry["number"] for entry in entries).difference(lineage(restorations, head))
        if restorations
        else frozenset()
    )


@dataclass(frozen=True)
class ScoreThen:
    """The points of all seats after an entry that changed them."""

    entry: int
    at: datetime
    points: tuple[int, ...]


@dataclass(frozen=True)
class Timeline:
    """A log of `seats` seats, from entry 1 on."""

    seats: int
    entries: Sequence[LoggedEntry]

    @property
    def head(self) -> int:
        """Return the number of the last entry."""
        return len(self.entries)

    def entry(self, number: int) -> LoggedEntry:
        """Return the entry with this number. Raises IndexError if there is none."""
        if number < 1:
            raise IndexError(number)
        return self.entries[number - 1]

    @cached_property
    def restored(self) -> dict[int, int]:
        """Return the entries that restored a position, with the entry whose position it was."""
        return restored(self.entries)

    @cached_property
    def counting(self) -> frozenset[int]:
        """Return the entries that the newest position depends on."""
        return frozenset(lineage(self.restored, self.head))

    def taken_back_by(self, number: int) -> int | None:
        """Return the entry that took this one back; None if it counts.

        If it was restored in between, return the last such entry.
        """
        if number in self.counting:
            return None
        by = None
        counted = True
        for restoring in sorted(self.restored):
            counts = restoring <= number or number in lineage(self.restored, restoring)
            if counted and not counts:
                by = restoring
            counted = counts
        return by

    @cached_property
    def ends_of_turns(self) -> list[int]:
        """Return the entries that ended turns, in order, with the first and the newest entry."""
        ends = [entry["number"] for entry in self.entries if _event_types(entry) & ENDS_A_TURN]
        return sorted({1, *ends, self.head})

    def turn_before(self, number: int) -> int:
        """Return the end of the turn before this entry's; for the first entry, itself."""
        at = bisect_left(self.ends_of_turns, number)
        return self.ends_of_turns[max(0, at - 1)]

    def turn_after(self, number: int) -> int:
        """Return the next end of a turn after this entry; for the newest entry, itself."""
        at = bisect_right(self.ends_of_turns, number)
        return self.ends_of_turns[min(at, len(self.ends_of_turns) - 1)]

    def took(self, number: int) -> timedelta | None:
        """Return the time from question to answer, without the game's pauses; None if the entry answers nothing."""
        entry = self.entry(number)
        if "prompt" not in entry:
            return None
        opened = int(entry["prompt"].partition(".")[0])
        return self._played(number) - self._played(opened)

    def used(self, number: int) -> list[timedelta]:
        """Return the time each seat took for its answers up to an entry, including those that were taken back."""
        spans = [timedelta()] * self.seats
        for entry in self.entries[:number]:
            if entry["seat"] is not None and (took := self.took(entry["number"])) is not None:
                spans[entry["seat"]] += took
        return spans

    def _played(self, number: int) -> timedelta:
        """Return the time from the beginning to an entry, without pauses of the game."""
        return self._clock[number - 1]

    @cached_property
    def _clock(self) -> list[timedelta]:
        """Return for every entry the time from the beginning to it, without pauses of the game."""
        clock, paused = [timedelta()], bool(self.entries[0].get("pauses")) if self.entries else False
        for before, entry in pairwise(self.entries):
            gone = timedelta() if paused else instants.read(entry["at"]) - instants.read(before["at"])
            clock.append(clock[-1] + gone)
            paused = bool(entry["pauses"]) if "pauses" in entry else paused
        return clock

    def points(self, number: int) -> tuple[int, ...]:
        """Return the points of all seats after an entry."""
        return self._points[number - 1]

    @cached_property
    def _points(self) -> list[tuple[int, ...]]:
        """Return the points of all seats after every entry, added to those of the entry that it continues from."""
        all_sums: list[tuple[int, ...]] = []
        for entry in self.entries:
            parent = self.restored.get(entry["number"], entry["number"] - 1)
            sums = list(all_sums[parent - 1] if parent else [0] * self.seats)
            for event in entry["events"]:
                if event["type"] == "points_scored":
                    sums[event["seat"]] += event["points"]
            all_sums.append(tuple(sums))
        return all_sums

    @cached_property
    def scores(self) -> list[ScoreThen]:
        """Return the points over time: from the first entry on, each entry that changed them, and the newest."""
        scores: list[ScoreThen] = []
        for entry, points in zip(self.entries, self._points, strict=True):
            if not scores or points != scores[-1].points or entry["number"] == self.head:
                scores.append(ScoreThen(entry["number"], instants.read(entry["at"]), points))
        return scores

    @cached_property
    def scoring(self) -> int | None:
        """Return the entry that scored the game's end; None if it has not ended, or without a score."""
        ends = (number for number in self.counting if GameEnded.tag in _event_types(self.entry(number)))
        return next((number for number in ends if PointsScored.tag in _event_types(self.entry(number))), None)


def whole_seconds(span: timedelta) -> timedelta:
    """Return a duration without fractions of a second, as it is written."""
    return timedelta(seconds=int(span.total_seconds()))


def _event_types(entry: LoggedEntry) -> set[str]:
    return {event["type"] for event in entry["events"]}


def make(seats: int, entries: Iterable[LoggedEntry]) -> Timeline:
    """Return the timeline of a log."""
    return Timeline(seats, list(entries))
