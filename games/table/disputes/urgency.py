"""The urgency of a dispute.

It is pure and measures the hours that a dispute has cost so far: the hours it has been open count once, and the hours
of waiting once more for each person who waits; severe kinds weigh more. Abuse comes before a stale turn (`rank`).
"""

from datetime import timedelta
from typing import Final

HOUR: Final = timedelta(hours=1)
WEIGHT: Final = {
    "canary": 100.0,
    "abuse": 3.0,
    "suspected_bug": 2.0,
    "mistaken_move": 1.5,
    "absent_player": 1.0,
    "suspected_collusion": 1.0,
    "other": 1.0,
    "for_admins": 1.0,
}

FIRST: Final = ("canary", "abuse")
"""The kinds that come before all others, however long those have waited: a server at a standstill, and abuse."""


def rank(kind: str) -> int:
    """Return a kind's rank in the queue, which counts before urgency: 0 comes first."""
    return FIRST.index(kind) if kind in FIRST else len(FIRST)


def urgency(kind: str, age: timedelta, waiting: timedelta, people: int) -> float:
    """Return the urgency (the higher the sooner) if open for `age` while `people` players have waited for `waiting`."""
    return WEIGHT.get(kind, 1.0) * (age + people * waiting) / HOUR
