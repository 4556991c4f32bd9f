"""The log in sentences: what has happened since the viewer's last move, and before."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from games import instants, words
from games.web.table import clock
from games.web.table.sight import Sight
from games.words.vocabulary import Names

Entry = Mapping[str, Any]
SHOWN_ELSEWHERE: Final = frozenset({"market_filled"})
"""Facts that the page shows as they stand now."""
OF_A_CLAIM: Final = frozenset({"route", "marker"})
DEEDS: Final = frozenset({"move", "planned"})
OWN: Final = frozenset(
    {
        "route_claimed",
        "card_taken",
        "tickets_drawn",
        "tickets_kept",
        "turn_passed",
        "marker_placed",
        "marker_declined",
        "alvin_caught",
        "alvin_moved",
        "lantern_taken",
        "row_placed",
        "train_robbed",
        "tickets_completed",
    }
)
"""Sentences in which "You" stands as well as a name."""
SHOWN: Final = 8


@dataclass(frozen=True)
class LogLine:
    """An entry: when it was made, what happened, points that the claim brought its seat, and whether that is new."""

    number: int
    when: str
    at: datetime
    mark: int | None
    told: str
    points: int
    new: bool


def lines(sight: Sight, entries: Iterable[Entry] | None = None) -> list[LogLine]:
    """These entries, or the newest, the newest first; entries that tell nothing are left out."""
    return list(_told(sight, sight.entries if entries is None else list(entries)))


def _told(sight: Sight, entries: Sequence[Entry]) -> Iterator[LogLine]:
    """The newest first, each told when it is asked for."""
    since = last_deed(sight)
    for entry in reversed(entries):
        line = _line(sight, entry, entry["number"] > since)
        if line.told:
            yield line


def last_deed(sight: Sight) -> int:
    """The number of the viewer's last own move; 0 where it is none of the newest entries. For a spectator, the head."""
    if sight.seat is None:
        return sight.game.head
    own = (entry["number"] for entry in reversed(sight.entries) if is_deed(entry, sight.seat))
    return next(own, 0)


def is_deed(entry: Entry, seat: int) -> bool:
    """Whether the seat has done this itself."""
    return bool(entry["seat"] == seat and entry["kind"] in DEEDS)


def recent(sight: Sight) -> list[LogLine]:
    """What the page shows: all that is new, and as much of what was before as there is room for."""
    shown: list[LogLine] = []
    for line in _told(sight, sight.entries):
        if len(shown) >= SHOWN and not line.new:
            break
        shown.append(line)
    return shown


def claimed_lately(sight: Sight) -> list[str]:
    """Tracks that others have claimed since the viewer's last move; for a spectator the newest one."""
    since = last_deed(sight) if sight.seat is not None else 0
    found = [
        event["route"]
        for entry in reversed(sight.entries)
        if entry["number"] > since
        for event in entry["events"]
        if event["type"] == "route_claimed"
    ]
    return found[:1] if sight.seat is None else found


def _line(sight: Sight, entry: Entry, new: bool) -> LogLine:
    at = instants.read(entry["at"])
    return LogLine(
        number=entry["number"],
        when=clock.when(at, sight.now, sight.zone),
        at=at,
        mark=None if entry["seat"] is None else entry["seat"] + 1,
        told=tell(sight, entry),
        points=_points(entry),
        new=new,
    )


def _points(entry: Entry) -> int:
    return sum(
        event["points"]
        for event in entry["events"]
        if event["type"] == "points_scored" and event["seat"] == entry["seat"] and event["reason"] in OF_A_CLAIM
    )


def tell(sight: Sight, entry: Entry) -> str:
    """One entry, in sentences. What the end has scored stands in the ranking."""
    if entry["kind"] == "taken_over":
        return words.taken_over(entry, sight.name)
    ended = any(event["type"] == "game_ended" for event in entry["events"])
    events = [event for event in entry["events"] if not (ended and event["type"] == "points_scored")]
    told = [sentence for event in events if (sentence := _sentence(sight, entry, event))]
    if entry["kind"] == "planned" and entry["seat"] == sight.seat:
        told.insert(0, _("Your plan played:"))
    if entry["kind"] == "timeout":
        told.insert(0, _("%(name)s ran out of time, so this was played:") % {"name": sight.name(entry["seat"])})
    if entry["kind"] == "ruled":
        told.insert(0, words.ruling(entry, sight.name))
    return " ".join(told)


def _sentence(sight: Sight, entry: Entry, event: Entry) -> str:
    of_claim = event["type"] == "points_scored" and event["reason"] in OF_A_CLAIM and event["seat"] == entry["seat"]
    if event["type"] in SHOWN_ELSEWHERE or of_claim:
        return ""
    named = _you(sight, event) if event["type"] in OWN else sight.name
    return words.tell(event, named, sight.board)


def _you(sight: Sight, event: Entry) -> Names:
    def name(seat: int) -> str:
        if seat != sight.seat:
            return sight.name(seat)
        return _("You") if seat == event.get("seat") else _("you")

    return name


def played(sight: Sight, first: int) -> Sequence[LogLine]:
    """The viewer's own moves from this entry on, oldest first: what was just played."""
    if sight.seat is None:
        return ()
    own = [entry for entry in sight.entries if entry["number"] >= first and is_deed(entry, sight.seat)]
    return lines(sight, own)[::-1]
