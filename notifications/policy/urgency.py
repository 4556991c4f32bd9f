"""The urgency of a kind of notification. Pure."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final


@dataclass(frozen=True, slots=True)
class Urgency:
    """How long a notification may wait for a digest and for the end of quiet hours, and what it asks of its reader.

    `asks`: the reader must do something, which a suspended player cannot. `by_strangers`: anyone who knows the reader's
    name can cause it, so it is limited, and its subject contains no text by strangers. `time_left` is the part of the
    time that must still be left when it is sent; None if it may wait forever. `at_table` is how long it waits while its
    reader has the table open, which shows the same.
    """

    asks: bool = False
    by_strangers: bool = False
    time_left: float | None = None
    at_table: timedelta = timedelta()

    @property
    def is_of_a_turn(self) -> bool:
        """True if a turn waits for its reader, and time is running."""
        return self.time_left is not None


NEWS: Final = Urgency()
QUESTION: Final = Urgency(asks=True)
OFFER: Final = Urgency(asks=True, by_strangers=True)
TURN: Final = Urgency(asks=True, time_left=1 / 4, at_table=timedelta(minutes=10))
PLAN: Final = Urgency(asks=True, time_left=1 / 4)
SOON_OVER: Final = Urgency(asks=True, time_left=1 / 2)
OVERTIME: Final = Urgency(asks=True, time_left=0)
