"""The kinds of entries in a log, and of rulings among them: what follows from the kind alone stands in its record here.

The values are stored for ever.
"""

from enum import StrEnum
from typing import Final


class EntryKind(StrEnum):
    """Why there is an entry.

    `in_time`: with it a move was made in time, or missed (None: it counts neither way). `own_move`: a player's own
    move, which refills the bank. `deed`: the seat has done something, so that it is there. `seating`: the entry may
    say who holds a seat. `leaving`: with it somebody may have left the game.
    """

    in_time: bool | None
    own_move: bool
    deed: bool
    seating: bool
    leaving: bool

    def __new__(
        cls,
        tag: str,
        in_time: bool | None = None,
        own_move: bool = False,
        deed: bool = True,
        seating: bool = False,
        leaving: bool = False,
    ) -> "EntryKind":
        """A kind with all that follows from it."""
        kind = str.__new__(cls, tag)
        kind._value_, kind.in_time, kind.own_move = tag, in_time, own_move
        kind.deed, kind.seating, kind.leaving = deed, seating, leaving
        return kind

    STARTED = "started", None, False, True, True
    MOVE = "move", True, True
    PLANNED = "planned", True, True
    TIMEOUT = "timeout", False
    STAND_IN = "stand_in"
    RESIGNED = "resigned", None, False, True, False, True
    FORFEITED = "forfeited", False, False, True, False, True
    ABSENT = "absent"
    RETURNED = "returned"
    TAKEN_OVER = "taken_over", None, False, True, True, True
    RULED = "ruled", None, False, False, True
    CLOCK = "clock", None, False, False


class RulingKind(StrEnum):
    """What an admin has decided.

    `right` is the permission that it takes. `rewinds`: undone, it restores an earlier position. `ousts`: by it
    somebody may lose a seat while the game goes on. `in_bulk`: it can be made on many games at once.
    """

    right: str
    rewinds: bool
    ousts: bool
    in_bulk: bool

    def __new__(
        cls, tag: str, right: str = "rule", rewinds: bool = False, ousts: bool = False, in_bulk: bool = False
    ) -> "RulingKind":
        """A kind with all that follows from it."""
        kind = str.__new__(cls, tag)
        kind._value_, kind.right = tag, right
        kind.rewinds, kind.ousts, kind.in_bulk = rewinds, ousts, in_bulk
        return kind

    EXTENDED = "extended", "extend", False, False, True
    SET_BACK = "set_back"
    PAUSED = "paused", "rule", False, False, True
    RESUMED = "resumed", "rule", False, False, True
    TAKEN_BACK = "taken_back", "rule", True
    MOVED_FOR = "moved_for", "rule", True
    REPLACED = "replaced", "replace", False, True
    REMOVED = "removed", "rule", False, True
    REINSTATED = "reinstated"
    ENDED = "ended", "rule", True, True
    REOPENED = "reopened", "rule", True
    CORRECTED = "corrected", "rule", True


SEATING: Final = tuple(kind for kind in EntryKind if kind.seating)
"""Kinds of entries that may say who holds a seat."""
