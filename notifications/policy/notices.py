"""What each seat should hear, and why: about an entry, a ruling, a turn in its grace period. Pure."""

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
    """One thing that one seat should hear."""

    kind: NotificationKind
    to: Recipient


def of_entry(
    entry: RecordedEntry, turns_opened: Sequence[OpenedTurn], seats: Sequence[TakenSeat], *, over: bool
) -> list[Notice]:
    """Return what each seat should hear of the entry, which opened these turns, and whether the game is over then."""
    recorded = Recorded(entry, turns_opened, seats, over)
    return [Notice(kind, to) for kind in kinds.OF_ENTRIES for to in kind.hears(recorded)]


def of_ruling(public: PublicEntry, seats: Sequence[TakenSeat]) -> list[Notice]:
    """Return who hears that an admin, or the table, has ruled: players who have not left, and the one it is about.

    Nobody hears it of a pause for a dispute or its end: the email about the dispute says so; nor of what an announced
    rule did by itself.
    """
    if public.get("reasons") == [BY_DISPUTE] or "rule" in public:
        return []
    staying = [seat.number for seat in seats if seat.status in (PLAYING, ABSENT) or seat.number == public["seat"]]
    if len(public.get("agreed", ())) == 1:  # nobody hears of their own deed
        staying = [seat for seat in staying if seat not in public["agreed"]]
    kind = kinds.PAUSE if public.get("reasons") == [BY_AGREEMENT] else kinds.RULING
    return [Notice(kind, Recipient(seat)) for seat in staying]


def of_lateness(turn: OpenedTurn, seats: Sequence[TakenSeat]) -> list[Notice]:
    """Return who hears that a turn's grace runs: the player who is asked, and all who wait."""
    return [
        Notice(
            kinds.TIME_IS_OVER if seat.number == turn.seat else kinds.SOMEBODY_IS_LATE,
            Recipient(seat.number, turn.prompt_opened, turn.deadline_at),
        )
        for seat in seats
        if seat.status == PLAYING
    ]
