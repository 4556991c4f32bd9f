"""From an order to an entry of the log."""

from dataclasses import dataclass, field
from datetime import datetime

from engine.codec import Json
from games.models import Player, Ruling
from games.services.rulings.orders import Order


@dataclass(frozen=True)
class Learned:
    """What a seat (None: everybody) saw so many times that it would not have seen: a fact's tag, never its content."""

    seat: int | None
    fact: str
    times: int
    things: int


@dataclass(frozen=True)
class Preview:
    """What an order would change; nothing has been changed, drawn or written."""

    order: Order
    facts: Json
    events: list[Json]
    taken_back: list[int] = field(default_factory=list)
    learned: list[Learned] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    opened: list[Json] = field(default_factory=list)
    deadlines: dict[str, tuple[datetime, datetime]] = field(default_factory=dict)
    seats: list[Json] = field(default_factory=list)
    status: tuple[str, str] = ("", "")
    pauses: tuple[list[str], list[str]] = ((), ())  # type: ignore[assignment]
    needs_two: bool = False


def preview(*, admin: Player, game_id: str, order: Order, now: datetime) -> Preview:
    """What the order would change. Raises what `rule` would raise."""
    raise NotImplementedError


def rule(*, admin: Player, game_id: str, order: Order, now: datetime, text: str = "", note: str = "") -> Ruling:
    """Carry the order out; or only propose it, where it takes two admins (`ruling.state`)."""
    raise NotImplementedError


def rule_in_bulk(*, admin: Player, game_id: str, order: Order, now: datetime, text: str = "", note: str = "") -> Ruling:
    """The same for one of many games (extend, pause, resume): it takes the right `bulk` instead of the order's own."""
    raise NotImplementedError


def confirm(*, admin: Player, ruling_id: int, now: datetime) -> Ruling:
    """Another admin agrees: the proposal is carried out. Raises Forbidden("same_admin")."""
    raise NotImplementedError


def withdraw(*, admin: Player, ruling_id: int, now: datetime) -> Ruling:
    """A proposal is not carried out after all."""
    raise NotImplementedError
