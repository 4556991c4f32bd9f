"""What one can order of the site, each a value; and what was read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from games.table.clocks.terms import Terms

At = Literal["join", "accept", "decline", "leave", "start"]


@dataclass(frozen=True, slots=True)
class Help:
    """An order to show these words."""

    line: str


@dataclass(frozen=True, slots=True)
class SignUp:
    """An order to make an account of this name."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class ShowGames:
    """An order to list where the player sits, and is invited."""

    line: str


@dataclass(frozen=True, slots=True)
class ShowTables:
    """An order to list where a seat is free."""

    line: str


@dataclass(frozen=True, slots=True)
class AtTable:
    """An order about a table: by its id, or its number in our answer; "": the only one there can be.

    `stand_ins`: when it starts, in the free seats.
    """

    kind: At
    table: str
    line: str
    stand_ins: bool = False


@dataclass(frozen=True, slots=True)
class MakeTable:
    """An order to make a table. `seats` is None if it follows from who is invited. `guests`: names and addresses."""

    ruleset: str
    line: str
    seats: int | None = None
    terms: Terms | None = None
    public: bool = True
    invited_only: bool = False
    stand_ins: int = 0
    name: str = ""
    options: Mapping[str, bool] | None = None
    guests: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """An order to show the settings, and where they are changed."""

    line: str


@dataclass(frozen=True, slots=True)
class StopMail:
    """An order to send no more emails, but for answers."""

    line: str


@dataclass(frozen=True, slots=True)
class SendMail:
    """An order to send all emails again."""

    line: str


SiteOrder = Help | SignUp | ShowGames | ShowTables | AtTable | MakeTable | ShowSettings | StopMail | SendMail


TALK: Final = "talk"
"""Why a line is no order that nobody meant as one."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that looks like an order and is none: why (a code), what it is about, and what it may have meant."""

    line: str
    reason: str
    about: str = ""
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteOrders:
    """The orders up to the first line that could not be read; `meant_below`: lines below it meant as orders."""

    orders: tuple[SiteOrder, ...]
    unread: Unread | None = None
    meant_below: tuple[str, ...] = ()

    @property
    def has_order(self) -> bool:
        """True if a line was meant as an order, be it one or not."""
        return bool(self.orders) or (self.unread is not None and self.unread.reason != TALK)

    def undone_from(self, place: int) -> list[str]:
        """Return the lines that are not done where the order at this place is not."""
        stopped = [self.unread.line] if self.unread else []
        return [*(order.line for order in self.orders[place + 1 :]), *stopped, *self.meant_below]
