"""How urgent a dispute is.

Pure: the hours that it has cost so far. Those for which it has been open count once; those for which somebody waits
count once more for each who waits; all of them count more where it hurts. Abuse comes before a stale turn (`rank`).
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
}

FIRST: Final = ("canary", "abuse")
"""These come before all else, however long that has waited: a server that stands still, and people who are hurt."""


def rank(kind: str) -> int:
    """Return where a kind stands in the queue, before its urgency counts: 0 comes first."""
    return FIRST.index(kind) if kind in FIRST else len(FIRST)


def urgency(kind: str, age: timedelta, waiting: timedelta, people: int) -> float:
    """Return an urgency, the higher the sooner: open for `age`, while this many `people` have waited for `waiting`."""
    return WEIGHT.get(kind, 1.0) * (age + people * waiting) / HOUR
