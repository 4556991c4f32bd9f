"""Hiding what older log entries reveal about players' lives.

A deadline moves for a player's quiet hours, days off and vacations alike, and the log gives the reason `PLAYER` for all
of them. Older entries give the actual reason. They stay unchanged, since the chain covers them, and the export of a
game whose secrets are open includes them; everything else shows an entry as `as_shown` returns it.
"""

from typing import Final

from engine.codec import Json
from games.kinds import EntryKind

PLAYER: Final = "player"
"""The reason for a moved deadline that concerns its player."""


def hides(kind: str) -> bool:
    """Check whether entries of this kind may have something in their public part that is not shown as stored."""
    return kind == EntryKind.CLOCK


def as_shown(public: Json) -> Json:
    """Return the public part of an entry in the form in which it is shown."""
    return {**public, "reason": PLAYER} if hides(public["kind"]) else dict(public)
