"""The viewer's tickets and how they stand: done, so many spaces missing, no longer possible; or what is left to pay."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cards import KINDS
from games.pictures.scene import LETTERS
from games.pictures.svg import number
from games.web.table import cards
from games.web.table.sight import Sight
from games.web.table.ways import Land

DONE, OPEN, LOST = "done", "open", "lost"
WIDE: Final = 300
EDGE: Final = 7


@dataclass(frozen=True)
class TicketStop:
    """A city on a ticket's line: where it is drawn, and whether a joined stretch touches it."""

    x: str
    joined: bool
    end: bool


@dataclass(frozen=True)
class Stretch:
    """A route on a ticket's line: joined already, or missing."""

    x: str
    to: str
    joined: bool


@dataclass(frozen=True)
class TicketTrail:
    """A ticket as a line with stops."""

    stops: Sequence[TicketStop]
    stretches: Sequence[Stretch]


@dataclass(frozen=True)
class Slot:
    """A card that a ticket takes, and whether the own track has it; None where that is not to be seen."""

    kind: str
    covered: bool | None


@dataclass(frozen=True)
class TicketRow:
    """A ticket with its letter on the board. `told` says how it stands."""

    number: int
    letter: str
    a: str
    b: str
    points: int
    state: str
    told: str
    line: TicketTrail | None = None
    slots: Sequence[Slot] = ()


def rows(sight: Sight, land: Land | None) -> list[TicketRow]:
    """The viewer's tickets, lettered as on the board."""
    held = sight.you["tickets"] if sight.you else []
    found = [_row(sight, land, ticket, letter) for letter, ticket in zip(letters(len(held)), held, strict=True)]
    return found if land else sorted(found, key=lambda row: row.state == DONE)


def offered(sight: Sight, land: Land | None, offer: Sequence[Mapping[str, Any]]) -> list[TicketRow]:
    """Tickets to choose from, lettered after those that are held."""
    held = len(sight.you["tickets"]) if sight.you else 0
    every = letters(held + len(offer))[held:]
    return [_row(sight, land, ticket, letter) for letter, ticket in zip(every, offer, strict=True)]


def letters(count: int) -> list[str]:
    """So many letters; beyond the alphabet there are none."""
    return [*LETTERS[:count], *[""] * (count - len(LETTERS))]


def _row(sight: Sight, land: Land | None, ticket: Mapping[str, Any], letter: str) -> TicketRow:
    a, b = (sight.board.cities[sight.board.city_of[ticket[end]]].name for end in ("from", "to"))
    of_board: tuple[Any, ...] = _on_board(land, ticket) if land else _to_pay(sight, ticket)
    if not sight.running and of_board[0] != DONE:
        of_board = LOST, _("not completed")
    return TicketRow(ticket["number"], letter if land else "", a, b, ticket["points"], *of_board)


def _on_board(land: Land, ticket: Mapping[str, Any]) -> tuple[str, str, TicketTrail | None]:
    fact = land.board.tickets[land.board.ticket_of[ticket["number"]]]
    way = land.reach(fact.ends[0]).way(fact.ends[1])
    line = _line([bool(land.at.own >> route & 1) for route in way])
    if ticket.get("completed"):
        return DONE, _("done"), line
    missing = land.missing(fact)
    if missing is None:
        return LOST, _("no longer possible"), None
    told = ngettext("%(n)d space missing", "%(n)d spaces missing", missing.spaces)
    return OPEN, told % {"n": missing.spaces}, line


def _line(joined: Sequence[bool]) -> TicketTrail:
    step = (WIDE - 2 * EDGE) / max(1, len(joined))
    xs = [number(EDGE + step * place) for place in range(len(joined) + 1)]
    touched = [any(joined[max(0, place - 1) : place + 1]) for place in range(len(xs))]
    stops = [
        TicketStop(x, on, place in (0, len(joined))) for place, (x, on) in enumerate(zip(xs, touched, strict=True))
    ]
    ends = zip(xs, xs[1:], joined, strict=False)
    return TicketTrail(stops, [Stretch(x, to, on) for x, to, on in ends])


def _to_pay(sight: Sight, ticket: Mapping[str, Any]) -> tuple[str, str, None, Sequence[Slot]]:
    kinds = ticket.get("cards", ())
    if ticket.get("completed"):
        return DONE, _("done"), None, [Slot(kind, True) for kind in kinds]
    lying = sight.you.get("on_track") if sight.you else None
    if lying is None:
        return OPEN, cards.told(Counter(kinds)), None, [Slot(kind, None) for kind in kinds]
    slots = list(_covered(kinds, lying))
    left = Counter(slot.kind for slot in slots if not slot.covered)
    told = _("left to pay: %(cards)s") % {"cards": cards.told(left)} if left else _("the track pays for it")
    return OPEN, told, None, slots


def _covered(kinds: Sequence[str], lying: Mapping[str, int]) -> Iterator[Slot]:
    """Which of the cards lie on the track, each ticket for itself; locomotives stand in for what is lacking."""
    have = {kind: lying.get(kind, 0) for kind in KINDS}
    for kind in kinds:
        pays = kind if have[kind] else cards.LOCO
        covered = have[pays] > 0
        have[pays] -= covered
        yield Slot(kind, covered)
