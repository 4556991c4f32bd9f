"""The orders that an email can give to the site, and the result of reading one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from games.table.clocks.terms import Terms
from notifications.inbox.orders import EndVacation, SetSleep

At = Literal["join", "accept", "decline", "leave", "start"]


@dataclass(frozen=True, slots=True)
class Help:
    """An order to show the help."""

    line: str


@dataclass(frozen=True, slots=True)
class SignUp:
    """An order to create an account with this name."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class Rename:
    """An order to give the player this name."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class ShowGames:
    """An order to list the player's games and invitations."""

    line: str


@dataclass(frozen=True, slots=True)
class ShowTables:
    """An order to list tables with free seats."""

    line: str


@dataclass(frozen=True, slots=True)
class AtTable:
    """An order about a table, given by its id or its number in our answer; "" for the only possible one.

    `stand_ins`: when starting, fill the free seats with stand-ins; `players`: start with so many, without free seats.
    """

    kind: At
    table: str
    line: str
    stand_ins: bool = False
    players: int | None = None


@dataclass(frozen=True, slots=True)
class JoinByLink:
    """An order to take a seat by the join link with this token."""

    token: str
    line: str


@dataclass(frozen=True, slots=True)
class MakeTable:
    """An order to create a table. `seats` is None if the guests determine it; `guests` are names and addresses."""

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
    """An order to show the settings, and where to change them."""

    line: str


@dataclass(frozen=True, slots=True)
class StopMail:
    """An order to stop all emails except answers."""

    line: str


@dataclass(frozen=True, slots=True)
class SendMail:
    """An order to resume sending all emails."""

    line: str


@dataclass(frozen=True, slots=True)
class GoOnVacation:
    """An order to go on vacation until the end of the day that this text names; "" if it names none."""

    until: str
    line: str


SiteOrder = (
    Help
    | SignUp
    | Rename
    | ShowGames
    | ShowTables
    | AtTable
    | JoinByLink
    | MakeTable
    | ShowSettings
    | StopMail
    | SendMail
    | SetSleep
    | GoOnVacation
    | EndVacation
)
