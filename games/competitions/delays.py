"""Delays of a competition: what should have happened already."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HeldUp:
    """Numbers of games that hold a competition up: not begun, set aside, or running past their end."""

    not_begun: int
    put_aside: int
    not_ended: int
