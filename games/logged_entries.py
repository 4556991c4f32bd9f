"""The types of log entries as a reader may know them; a test compares them with the API's schemas."""

from typing import NotRequired, TypedDict

from engine.logged_events import LoggedEvent
from engine.logged_moves import LoggedMove


class RulingFacts(TypedDict, total=False):
    """What an entry says of a ruling, or of who sits down."""

    ruling: str
    by: str
    confirmed_by: str
    agreed: list[int]
    asked_by: int
    rule: str
    is_open: bool
    undoes: int
    as_of: int
    away: dict[str, str]
    how: str
    unread: bool
    idle: bool
    seats: list[int]
    points: int
    pauses: list[str]
    reasons: list[str]
    was: str
    deadlines_before: dict[str, str]
    player: str
    before: str | None
    stand_in: bool
    handed_over: bool
    came_back: bool
    rated: bool


class PublicEntry(RulingFacts):
    """The part of an entry that everybody may know; members that are not required belong to some kinds."""

    number: int
    kind: str
    seat: int | None
    at: str
    events: list[LoggedEvent]
    move: NotRequired[LoggedMove]
    prompt: NotRequired[str]
    played_by: NotRequired[str]
    goes_on: NotRequired[bool]
    reason: NotRequired[str]
    ruleset: NotRequired[str]
    options: NotRequired[dict[str, bool]]
    board: NotRequired[str]
    players: NotRequired[list[str]]
    contributions: NotRequired[list[str]]
    clock: NotRequired[dict[str, object]]
    deadlines: NotRequired[dict[str, str]]
    expires: NotRequired[dict[str, str]]
    banks: NotRequired[dict[str, int]]
    stopped: NotRequired[dict[str, int]]


class LoggedEntry(PublicEntry):
    """An entry, with the hash of the chain up to there; `events` and `move` hold what the reader's seat alone knows."""

    hash: str


def is_own_move_taken_back(entry: PublicEntry) -> bool:
    """Check whether a player took back their own last move without asking anyone; `agreed` is that player's seat."""
    return entry.get("ruling") == "taken_back" and len(entry.get("agreed", ())) == 1


def acting_seat(entry: PublicEntry) -> int:
    """Return the seat that an entry is about. Raises ValueError if there is none."""
    if entry["seat"] is None:
        raise ValueError(f"entry {entry['number']} is about no seat")
    return entry["seat"]
