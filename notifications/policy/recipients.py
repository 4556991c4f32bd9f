"""Who should hear what of one entry of a log. Pure: nothing is read or written here.

Nobody hears of an own move; whose turn it became does. Everybody hears of the beginning and the end. When a turn is
played by default its holder hears so, and so do all others: those whose turn it became in that turn's mail, which
tells what happened, the rest in a short one. Everybody at the table hears of a ruling, and who lost a seat by it. Who
takes a seat over gets all that it holds by mail; the others read of it in their next one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from notifications.kinds import Kind

PLAYING = "playing"
ABSENT = "absent"
STARTED = "started"
TIMEOUT = "timeout"
FORFEITED = "forfeited"
TAKEN_OVER = "taken_over"
RULED = "ruled"
BY_DISPUTE = "dispute"
BY_AGREEMENT = "agreement"
OWN_DEEDS = frozenset({"move", "planned", "resigned", "returned"})


class RecordedEntry(Protocol):
    """What is looked at of an `Entry`."""

    kind: str
    seat: int | None


class OpenedTurn(Protocol):
    """What is looked at of a `Turn`."""

    seat: int
    prompt_opened: int
    deadline_at: datetime


class TakenSeat(Protocol):
    """What is looked at of a `Seat`."""

    number: int
    status: str


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that one seat should hear; the prompt (by the number of the entry that opened it) and deadline when
    it is about a turn.
    """

    kind: Kind
    seat: int
    prompt_opened: int | None = None
    deadline_at: datetime | None = None


def of_entry(
    entry: RecordedEntry, turns_opened: Sequence[OpenedTurn], seats: Sequence[TakenSeat], *, over: bool
) -> list[Notice]:
    """What each seat should hear of the entry, which opened these turns, and after which the game is over or not."""
    playing = [seat.number for seat in seats if seat.status == PLAYING]
    notices = [*_beginning(entry, playing), *_turns(entry, turns_opened), *_default_play(entry), *_sitting_down(entry)]
    if over:
        notices += [Notice(Kind.GAME_OVER, seat.number) for seat in seats]
    if entry.kind in (TIMEOUT, FORFEITED):
        notices += _announcement(playing, told={notice.seat for notice in notices})
    return notices


def of_ruling(public: Mapping[str, Any], seats: Sequence[TakenSeat]) -> list[Notice]:
    """Who hears that an admin has ruled: all who have not left, and whose seat it is about.

    Nobody hears it of a pause for a dispute or its end: the mail about the dispute says so.
    """
    if public.get("reasons") == [BY_DISPUTE]:
        return []
    staying = [seat.number for seat in seats if seat.status in (PLAYING, ABSENT) or seat.number == public["seat"]]
    kind = Kind.PAUSE if public.get("reasons") == [BY_AGREEMENT] else Kind.RULING
    return [Notice(kind, seat) for seat in staying]


def of_lateness(turn: OpenedTurn, seats: Sequence[TakenSeat]) -> list[Notice]:
    """Who hears that a turn's grace runs: who is asked, and all who wait."""
    playing = [seat.number for seat in seats if seat.status == PLAYING]
    return [
        Notice(
            Kind.TIME_IS_OVER if seat == turn.seat else Kind.SOMEBODY_IS_LATE,
            seat,
            turn.prompt_opened,
            turn.deadline_at,
        )
        for seat in playing
    ]


def is_silent(entry: RecordedEntry, turns_opened: Iterable[OpenedTurn], *, over: bool) -> bool:
    """Whether nobody hears of the entry, whoever sits there: an own move that only leads to an own choice."""
    return entry.kind in OWN_DEEDS and not over and all(turn.seat == entry.seat for turn in turns_opened)


def _beginning(entry: RecordedEntry, playing: Iterable[int]) -> Iterator[Notice]:
    if entry.kind == STARTED:
        yield from (Notice(Kind.GAME_STARTED, seat) for seat in playing)


def _turns(entry: RecordedEntry, turns_opened: Iterable[OpenedTurn]) -> Iterator[Notice]:
    for turn in turns_opened:
        if turn.seat != entry.seat or entry.kind not in OWN_DEEDS:
            yield Notice(Kind.YOUR_TURN, turn.seat, turn.prompt_opened, turn.deadline_at)


def _default_play(entry: RecordedEntry) -> Iterator[Notice]:
    if entry.kind == TIMEOUT and entry.seat is not None:
        yield Notice(Kind.PLAYED_FOR_YOU, entry.seat)
    if entry.kind == FORFEITED and entry.seat is not None:
        yield Notice(Kind.FORFEITED, entry.seat)


def _sitting_down(entry: RecordedEntry) -> Iterator[Notice]:
    if entry.kind == TAKEN_OVER and entry.seat is not None:
        yield Notice(Kind.SEAT_IS_YOURS, entry.seat)


def _announcement(playing: Iterable[int], told: set[int]) -> list[Notice]:
    return [Notice(Kind.TIME_RAN_OUT, seat) for seat in playing if seat not in told]
