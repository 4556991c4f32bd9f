"""From typed lines to orders, one after the other, by the vocabulary of what can be ordered. Pure.

A line is an order only if all of it is understood. The first that looks like one and is none ends it, and what it may
have meant is only named: nothing is guessed. All other lines are talk, and passed over.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from itertools import islice
from typing import Final, Generic, Protocol, TypeVar

from notifications.inbox.orders import words

MOST_LEFT: Final = 20
"""Lines below the one that could not be read: an answer names half as many."""
_GREETINGS: Final = re.compile(
    r"(?:hi|hello|hey|dear|hallo|bonjour|ciao|hej|moi|good (?:morning|evening|day|afternoon)"
    r"|thanks|thank you|thx|cheers|regards|best|kind|yours|greetings|ok|okay|sorry|bye|night mail"
    r")\b.{0,40}"
    r"|(?:take care|keep (?:well|in touch)|always yours"
    r"|see you(?: (?:soon|then|later|there|tomorrow|tonight|around|next week"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day))?)"
    r"(?:,? (?:all|everyone|everybody|guys|friends))?[ .,!:;)(-]*"
)


class Why(StrEnum):
    """The reasons for which a line is no order: any, one about a game, one of the site."""

    NOT_UNDERSTOOD = auto()

    AMBIGUOUS = auto()
    UNSURE = auto()
    TAKEN_BACK = auto()
    CONDITION = auto()
    NOTHING_SAID = auto()
    NUMBER_NOT_FIRST = auto()
    NO_SUCH_NUMBER = auto()
    MANY_WAYS = auto()
    LOCOMOTIVE_AND_MORE = auto()
    NOT_FACE_UP = auto()
    TOO_MUCH_FOR_A_TURN = auto()
    REST_UNCLEAR = auto()
    NOTHING_OFFERED = auto()
    LETTERS_APART = auto()
    LETTERS_NOT_FIRST = auto()
    NO_SUCH_LETTER = auto()
    WHICH_DAY = auto()

    WHICH_NAME = auto()
    WHICH_NEW_NAME = auto()
    WHICH_HOURS = auto()
    WHICH_TABLE = auto()
    WHICH_GAME = auto()
    WHICH_PART = auto()
    HOW_MANY_SEATS = auto()
    TOO_MANY_GUESTS = auto()
    TOO_MANY_ORDERS = auto()


@dataclass(frozen=True, slots=True)
class StoppedAt:
    """The first line that looks like an order and is none, why, and what it may have meant: moves, days, orders.

    `about` is the part of it that the reason is about.
    """

    line: str
    reason: Why
    suggestions: tuple[str, ...] = ()
    about: str = ""


class TypedOrder(Protocol):
    """An order with the line that gave it."""

    @property
    def line(self) -> str: ...


AnOrder = TypeVar("AnOrder", bound=TypedOrder)


@dataclass(frozen=True, slots=True)
class OrdersRead(Generic[AnOrder]):
    """The orders up to the first line that could not be read, and the lines that were passed over as no orders.

    `meant_below` are the lines below the one that could not be read that were meant as orders, too.
    """

    orders: tuple[AnOrder, ...]
    stopped: StoppedAt | None = None
    skipped: tuple[str, ...] = ()
    meant_below: tuple[str, ...] = ()

    @property
    def has_order(self) -> bool:
        """True if a line was meant as an order, be it one or not; where all is talk, `stopped` is one of `skipped`."""
        return bool(self.orders) or (self.stopped is not None and self.stopped.line not in self.skipped)

    def undone_from(self, place: int) -> list[str]:
        """Return the lines that are not done where the order at this place is not; a line may have several orders."""
        later = dict.fromkeys(order.line for order in self.orders[place + 1 :] if order.line != self.orders[place].line)
        return [*later, *([self.stopped.line] if self.stopped else []), *self.meant_below]


class Vocabulary(ABC, Generic[AnOrder]):
    """What can be ordered, and how."""

    @abstractmethod
    def read_line(self, line: str, orders: Sequence[AnOrder], skipped: Sequence[str]) -> Sequence[AnOrder] | StoppedAt:
        """Return the orders of a line below these orders, and this talk below the last of them; none for more talk."""

    def take_rest(self, line: str, below: Sequence[str]) -> AnOrder | None:
        """Return the order that takes this line and all that follow it, if it begins one."""
        return None

    def is_meant(self, line: str) -> bool:
        """Check whether a line by itself was meant as an order, whether it is one or not."""
        return self.take_rest(line, ()) is not None or bool(self.read_line(line, (), ()))

    def suggest(self, line: str) -> tuple[str, ...]:
        """Return what talk may have meant where nothing else was written."""
        return ()


def read(lines: Sequence[str], vocabulary: Vocabulary[AnOrder]) -> OrdersRead[AnOrder]:
    """Return the orders in these lines, up to the first that looks like one and is none."""
    orders: list[AnOrder] = []
    skipped: list[str] = []
    above: list[str] = []
    for index, line in enumerate(lines):
        below = lines[index + 1 :]
        if (rest := vocabulary.take_rest(line, below)) is not None:
            return OrdersRead((*orders, rest), None, tuple(skipped))
        read_orders = vocabulary.read_line(line, orders, above)
        if isinstance(read_orders, StoppedAt):
            meant_below = tuple(islice(filter(vocabulary.is_meant, below), MOST_LEFT))
            return OrdersRead(tuple(orders), read_orders, tuple(skipped), meant_below)
        orders += read_orders
        skipped += [] if read_orders else [line]
        above = [] if read_orders else [*above, line]
    talk = None if orders else next((line for line in skipped if not greets(line)), None)
    stopped = None if talk is None else StoppedAt(talk, Why.NOT_UNDERSTOOD, vocabulary.suggest(talk))
    return OrdersRead(tuple(orders), stopped, tuple(skipped))


def greets(line: str) -> bool:
    """Check whether a line is only a greeting."""
    return _GREETINGS.fullmatch(words.plain(line)) is not None
