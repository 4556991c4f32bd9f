"""The kinds of log entries and of rulings, each with a record of the traits that follow from the kind alone.

The values are stored for ever.
"""

from enum import StrEnum
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class EntryTraits(NamedTuple):
    """The traits of a kind of entry.

    `in_time`: whether a move was made in time, or missed (None: it does not count). `own_move`: a player's own move,
    which refills the bank. `deed`: an action of the seat, which shows its presence. `seating`: the entry may say who
    holds a seat. `leaving`: by the entry somebody may have left the game.
    """

    tag: str
    in_time: bool | None = None
    own_move: bool = False
    deed: bool = True
    seating: bool = False
    leaving: bool = False


class EntryKind(StrEnum):
    """The reason for an entry, with its traits."""

    in_time: bool | None
    own_move: bool
    deed: bool
    seating: bool
    leaving: bool

    def __new__(cls, tag: str, *traits: bool | None) -> "EntryKind":
        """Return a kind with its traits."""
        kind = str.__new__(cls, tag)
        kind._value_ = tag
        kind.in_time, *others = traits
        kind.own_move, kind.deed, kind.seating, kind.leaving = map(bool, others)
        return kind

    STARTED = EntryTraits("started", seating=True)
    MOVE = EntryTraits("move", in_time=True, own_move=True)
    PLANNED = EntryTraits("planned", in_time=True, own_move=True)
    TIMEOUT = EntryTraits("timeout", in_time=False)
    STAND_IN = EntryTraits("stand_in")
    RESIGNED = EntryTraits("resigned", leaving=True)
    FORFEITED = EntryTraits("forfeited", in_time=False, leaving=True)
    ABSENT = EntryTraits("absent")
    RETURNED = EntryTraits("returned")
    TAKEN_OVER = EntryTraits("taken_over", seating=True, leaving=True)
    RULED = EntryTraits("ruled", deed=False, seating=True)
    CLOCK = EntryTraits("clock", deed=False)


class RulingTraits(NamedTuple):
    """The properties of a kind of ruling.

    `label` is its name for admins, `about` its description for programs, `right` the permission that it requires.
    `rewinds`: undoing it restores an earlier position. `ousts`: it may cost somebody their seat in a running game.
    `in_bulk`: it can be ordered for many games at once. `only_undoes`: admins order it only by undoing another.
    `without_position`: it is possible although the log cannot be folded.
    """

    tag: str
    label: Promise
    about: Promise
    right: str = "rule"
    rewinds: bool = False
    ousts: bool = False
    in_bulk: bool = False
    only_undoes: bool = False
    without_position: bool = False


class RulingKind(StrEnum):
    """The kind of a decision by an admin, or by all at the table, with its traits."""

    label: Promise
    about: Promise
    right: str
    rewinds: bool
    ousts: bool
    in_bulk: bool
    only_undoes: bool
    without_position: bool

    # A kind is also looked up by its tag alone, which mypy takes for a call of this.
    def __new__(cls, *traits: Any) -> "RulingKind":
        """Return a kind with its traits."""
        kind = str.__new__(cls, traits[0])
        kind._value_, kind.label, kind.about, kind.right, *more = RulingTraits(*traits)
        kind.rewinds, kind.ousts, kind.in_bulk, kind.only_undoes, kind.without_position = more
        return kind

    EXTENDED = RulingTraits(
        "extended",
        _("deadline extended"),
        _("More time for a question."),
        right="extend",
        in_bulk=True,
        without_position=True,
    )
    SET_BACK = RulingTraits(
        "set_back",
        _("deadline set back"),
        _("Deadlines as they were before a ruling."),
        only_undoes=True,
        without_position=True,
    )
    PAUSED = RulingTraits("paused", _("paused"), _("The clocks stand still."), in_bulk=True, without_position=True)
    RESUMED = RulingTraits(
        "resumed", _("resumed"), _("A reason to pause is gone."), in_bulk=True, without_position=True
    )
    TAKEN_BACK = RulingTraits(
        "taken_back", _("taken back"), _("The position is again that after an earlier entry."), rewinds=True
    )
    MOVED_FOR = RulingTraits(
        "moved_for", _("moved for a seat"), _("A seat's question is answered for it."), rewinds=True
    )
    REPLACED = RulingTraits(
        "replaced", _("player replaced"), _("Another player has the seat."), right="replace", ousts=True
    )
    REMOVED = RulingTraits("removed", _("player removed"), _("The seat forfeits the game."), ousts=True)
    REINSTATED = RulingTraits("reinstated", _("player reinstated"), _("A seat that was away plays again."))
    ENDED = RulingTraits("ended", _("game ended"), _("The game is ended."), rewinds=True, ousts=True)
    REOPENED = RulingTraits("reopened", _("game resumed after its end"), _("An ended game goes on."), rewinds=True)
    CORRECTED = RulingTraits("corrected", _("points corrected"), _("Points are added or taken away."), rewinds=True)
    TALK_OPENED = RulingTraits(
        "talk_opened",
        _("talk opened or closed"),
        _("Spectators may join in the talk, or no longer."),
        only_undoes=True,
        without_position=True,
    )


SEATING: Final = tuple(kind for kind in EntryKind if kind.seating)
"""The kinds of entries that may say who holds a seat."""
