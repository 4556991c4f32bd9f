"""The notices that each seat should get, and why: of an entry, a ruling, or a turn in its grace period. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.logged_entries import PublicEntry
from notifications.policy import kinds
from notifications.policy.kinds import NotificationKind
from notifications.policy.recipients import PLAYING, OpenedTurn, Recipient, Recorded, RecordedEntry, TakenSeat
from notifications.policy.relevance import BY_AGREEMENT

ABSENT: Final = "absent"
BY_DISPUTE: Final = "dispute"


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice of one kind for one seat."""

    kind: NotificationKind
    to: Recipient


def of_entry(
    entry: RecordedEntry, turns_opened: Sequence[OpenedTurn], seats: Sequence[TakenSeat], *, over: bool
) -> list[Notice]:
    """Return every seat's notices of an entry that opened these turns, and whose game may be `over`."""
    recorded = Recorded(entry, turns_opened, seats, over)
    return [Notice(kind, to) for kind in kinds.OF_ENTRIES for to in kind.hears(recorded)]


def of_own_move(no_longer_asked: Sequence[int], public: PublicEntry) -> list[Notice]:
    """Return notices that a player took a move back, for those it had asked: the others have nothing to do."""
    return [Notice(kinds.TAKEN_BACK, Recipient(seat)) for seat in no_longer_asked if seat not in public["agreed"]]


def of_ruling(public: PublicEntry, seats: Sequence[TakenSeat]) -> list[Notice]:
    """Return notices that an admin, or the table, has ruled: for players who have not left, and the one it concerns.

    There is none of a pause for a dispute or its end, which the email about the dispute mentions, nor of the automatic
    effects of an announced rule.
    """
    if public.get("reasons") == [BY_DISPUTE] or "rule" in public:
        return []
    staying = [seat.number for seat in seats if seat.status in (PLAYING, ABSENT) or seat.number == public["seat"]]
    if len(public.get("agreed", ())) == 1:  # nobody is notified of their own action
        staying = [seat for seat in staying if seat not in public["agreed"]]
    kind = kinds.PAUSE if public.get("reasons") == [BY_AGREEMENT] else kinds.RULING
    return [Notice(kind, Recipient(seat)) for seat in staying]


def of_lateness(turn: OpenedTurn, seats: Sequence[TakenSeat]) -> list[Notice]:
    """Return notices that a turn's grace period runs: for the player who must move, and for all who wait."""
    return [
        Notice(
            kinds.TIME_IS_OVER if seat.number == turn.seat else kinds.SOMEBODY_IS_LATE,
            Recipient(seat.number, turn.prompt_opened, turn.deadline_at),
        )
        for seat in seats
        if seat.status == PLAYING
    ]
