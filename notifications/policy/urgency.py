"""How urgent a kind of notification is. Pure."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final


@dataclass(frozen=True, slots=True)
class Urgency:
    """How long something may wait for a digest and for the end of quiet hours, and what it asks of its reader.

    `asks`: it asks its reader to do something, which a suspended player cannot do. `by_strangers`: anyone who knows the
    reader's name can cause it; so it is bounded, and its subject has no word of theirs. `time_left`: what part of the
    time must still be left when it is sent. None: it may wait as long as it has to. `at_table`: how long it waits while
    its reader has the table open, where it says the same.
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
