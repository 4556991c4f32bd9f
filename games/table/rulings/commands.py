"""The orders that an admin, or the table, can give, as values; `handler` carries them out.

An order is converted to JSON (`written`) and back (`read`), so that a form, the API and a proposal that waits for a
second admin all hold the same thing. Instants are aware; a prompt is given by its public id ("41.2"); a move is a line
of notation or an object, as players send it.
"""

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import ClassVar, Final

from engine.codec import Json
from games import instants
from games.errors import Unprocessable
from games.kinds import RulingKind

PROMPT: Final = re.compile(r"[1-9][0-9]{0,8}\.[0-5]")
"""The id of a prompt: the entry that opened it, and its seat."""
VOID: Final = "void"
PRESENT_POINTS: Final = "adjudicated"
FORFEIT: Final = "forfeit"
BY_RULING: Final = "ruling"
"""The reason for a pause unless the order gives another; a dispute has its own."""


@dataclass(frozen=True, slots=True)
class Order:
    """An order; `kind` is its kind in the log, with the traits of that kind."""

    kind: ClassVar[RulingKind]

    @property
    def right(self) -> str:
        """The permission that the order requires (see `games.people.rights`)."""
        return self.kind.right

    @property
    def is_weighty(self) -> bool:
        """Whether the order takes two admins if the site requires it for weighty orders."""
        return False

    @property
    def in_bulk(self) -> bool:
        """Whether the order can be given for many games at once."""
        return self.kind.in_bulk

    @property
    def needs_position(self) -> bool:
        """Whether the order takes a log that can be folded; otherwise it is about clocks, talk or the end alone."""
        return not self.kind.without_position


@dataclass(frozen=True, slots=True)
class Extend(Order):
    """Give a prompt (None: every open one) more time: until then, or by some hours."""

    kind: ClassVar = RulingKind.EXTENDED
    deadline_at: datetime | None = None
    hours: int | None = None
    prompt: str | None = None


@dataclass(frozen=True, slots=True)
class SetBack(Order):
    """The opposite of extending: deadlines are again what they were before this entry, as far as that is fair."""

    kind: ClassVar = RulingKind.SET_BACK
    entry: int


@dataclass(frozen=True, slots=True)
class Pause(Order):
    """Stop the clocks and refuse moves until no reason is left. `reason` is a code, never free text."""

    kind: ClassVar = RulingKind.PAUSED
    reason: str = BY_RULING


@dataclass(frozen=True, slots=True)
class Resume(Order):
    """Take one reason to pause away (None: all of them). With the last one the clocks run on."""

    kind: ClassVar = RulingKind.RESUMED
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class TakeBack(Order):
    """The position is again what it was after this entry; also one that had itself been taken back."""

    kind: ClassVar = RulingKind.TAKEN_BACK
    as_of: int


@dataclass(frozen=True, slots=True)
class TakeBackTimeouts(Order):
    """Take back what was played because time ran out between these instants, unless somebody has moved since."""

    kind: ClassVar = RulingKind.TAKEN_BACK
    since: datetime
    until: datetime

    @property
    def in_bulk(self) -> bool:
        """True, since an outage concerns many games."""
        return True


@dataclass(frozen=True, slots=True)
class MoveFor(Order):
    """Answer a seat's open prompt; without a move, by default, as if its time had run out."""

    kind: ClassVar = RulingKind.MOVED_FOR
    seat: int
    move: str | Json | None = None


@dataclass(frozen=True, slots=True)
class Replace(Order):
    """Give a seat, with all it holds, to this player (an id), or to a stand-in of the house (P2)."""

    kind: ClassVar = RulingKind.REPLACED
    seat: int
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Remove(Order):
    """The player forfeits the game; the seat stays on the board (P1)."""

    kind: ClassVar = RulingKind.REMOVED
    seat: int


@dataclass(frozen=True, slots=True)
class Reinstate(Order):
    """A seat that has left or is absent is waited for again, its holder ranked as if never away (P2)."""

    kind: ClassVar = RulingKind.REINSTATED
    seat: int


@dataclass(frozen=True, slots=True)
class End(Order):
    """End the game: VOID (no ranks), PRESENT_POINTS (ranks by the ledger as it stands), or FORFEIT of `seats`."""

    kind: ClassVar = RulingKind.ENDED
    how: str
    seats: tuple[int, ...] = ()

    @property
    def is_weighty(self) -> bool:
        """Whether the game will not count."""
        return self.how == VOID

    @property
    def needs_position(self) -> bool:
        """Whether anything is scored."""
        return self.how != VOID


@dataclass(frozen=True, slots=True)
class Reopen(Order):
    """Resume an ended game whose secrets are sealed, from after this entry (None: from before what ended it)."""

    kind: ClassVar = RulingKind.REOPENED
    as_of: int | None = None


@dataclass(frozen=True, slots=True)
class Correct(Order):
    """Add or remove points, as a line of the ledger."""

    kind: ClassVar = RulingKind.CORRECTED
    seat: int
    points: int

    @property
    def is_weighty(self) -> bool:
        """True, because a correction changes who wins."""
        return True


@dataclass(frozen=True, slots=True)
class OpenTalk(Order):
    """Let spectators read the talk and join in, or no longer."""

    kind: ClassVar = RulingKind.TALK_OPENED
    is_open: bool = True


_ALL: Final[tuple[type[Order], ...]] = (
    Extend,
    SetBack,
    Pause,
    Resume,
    TakeBack,
    MoveFor,
    Replace,
    Remove,
    Reinstate,
    End,
    Reopen,
    Correct,
    OpenTalk,
)
ORDERS: Final[dict[str, type[Order]]] = {order.kind.value: order for order in _ALL}
"""The kinds of orders, by their names in the log."""
IN_BULK: Final = tuple(order for order in _ALL if order.kind.in_bulk)
"""The kinds of orders that can be given for many games at once."""


def written(order: Order) -> Json:
    """Return the order ready for JSON."""
    facts = {name: _plain(value) for name, value in asdict(order).items()}
    return {"kind": order.kind.value, **facts}


def read(data: Json) -> Order:
    """Return the order that `written` or a client wrote. Raises Unprocessable if the data is not an order."""
    kind = ORDERS.get(str(data.get("kind")))
    if kind is TakeBack and "since" in data:
        kind = TakeBackTimeouts
    if kind is None:
        raise Unprocessable("unknown_ruling", known=sorted(ORDERS))
    facts = {name: value for name, value in data.items() if name != "kind"}
    try:
        return kind(**{name: _READ.get(name, _same)(value) for name, value in facts.items()})
    except (TypeError, ValueError):
        raise Unprocessable("malformed_ruling", fields=[field.name for field in fields(kind)]) from None


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return instants.rfc3339(value)
    return list(value) if isinstance(value, tuple) else value


def _same(value: object) -> object:
    return value


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError("a whole number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or "\x00" in value:
        raise ValueError("a text")
    return value


def _prompt(value: object) -> str:
    if not PROMPT.fullmatch(prompt := _text(value)):
        raise ValueError("the id of a prompt")
    return prompt


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def _instant(value: object) -> datetime:
    return instants.read(_text(value))


def _seats(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError("a list")
    return tuple(map(_whole, value))


def _if_given(read_value: Callable[[object], object]) -> Callable[[object], object]:
    return lambda value: None if value is None else read_value(value)


_READ: Final[dict[str, Callable[[object], object]]] = {
    "deadline_at": _if_given(_instant),
    "since": _instant,
    "until": _instant,
    "hours": _if_given(_whole),
    "prompt": _if_given(_prompt),
    "reason": _if_given(_text),
    "player": _if_given(_text),
    "how": _text,
    "as_of": _if_given(_whole),
    "entry": _whole,
    "seat": _whole,
    "points": _whole,
    "is_open": _flag,
    "seats": _seats,
}
