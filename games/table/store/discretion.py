"""What log entries once revealed about players' lives, and no longer do.

A deadline moves for a player's quiet hours, days off and vacations alike, and the log doesn't say for which: it
says `PLAYER`. Older entries do say which. They stay as they are, since the chain covers them, and the export of a game
whose secrets are open has them; everything else shows an entry as `as_shown` has it.
"""

from typing import Final

from engine.codec import Json
from games.kinds import EntryKind

PLAYER: Final = "player"
"""Why a deadline has moved: for something about its player."""


def hides(kind: str) -> bool:
    """Check whether something of the public part of such an entry is not shown as it is kept."""
    return kind == EntryKind.CLOCK


def as_shown(public: Json) -> Json:
    """Return the public part of an entry as it is shown."""
    return {**public, "reason": PLAYER} if hides(public["kind"]) else dict(public)
