"""What a competition waits for that should have happened."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HeldUp:
    """How many games hold a competition up: those that have not begun, are put aside, or run on after their end."""

    not_begun: int
    put_aside: int
    not_ended: int
