"""How a ticket stands: done, so many spaces missing, no longer possible; or what is left to pay for it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import TicketFact
from engine.cards import KINDS
from games.prospects import cards
from games.prospects.viewpoint import Viewpoint, you
from games.prospects.ways import Land, Missing

DONE, OPEN, LOST = "done", "open", "lost"
STACK: Final = "on_track"


@dataclass(frozen=True)
class Slot:
    """A card that a ticket takes, and whether the viewer's track has it; None if that cannot be seen."""

    kind: str
    covered: bool | None


@dataclass(frozen=True)
class TicketStanding:
    """How a ticket stands. `told` says it in words; `missing` is what an open one lacks on a board, `slots` are the
    cards of one that is paid for."""

    state: str
    told: str
    missing: Missing | None = None
    slots: Sequence[Slot] = ()


def land_of(seen: Viewpoint) -> Land | None:
    """The board as the viewer's seat finds it; None for a spectator, and in a game without a map."""
    if seen.seat is None or not seen.rules.board.routes:
        return None
    return Land(seen.rules, seen.view, seen.seat)


def of(seen: Viewpoint, land: Land | None, ticket: Mapping[str, Any]) -> TicketStanding:
    """How this ticket of the viewer's stands, as the view has it; or would stand, if it were kept."""
    return _on_board(land, ticket) if land else _paid_for(seen, ticket)


def fact(land: Land, ticket: Mapping[str, Any]) -> TicketFact:
    """What the board knows of a ticket."""
    return land.board.tickets[land.board.ticket_of[ticket["number"]]]


def _on_board(land: Land, ticket: Mapping[str, Any]) -> TicketStanding:
    if ticket.get("completed"):
        return TicketStanding(DONE, _("done"))
    missing = land.missing(fact(land, ticket))
    if missing is None:
        return TicketStanding(LOST, _("no longer possible"))
    told = ngettext("%(n)d space missing", "%(n)d spaces missing", missing.spaces)
    return TicketStanding(OPEN, told % {"n": missing.spaces}, missing)


def _paid_for(seen: Viewpoint, ticket: Mapping[str, Any]) -> TicketStanding:
    kinds = ticket.get("cards", ())
    if ticket.get("completed"):
        return TicketStanding(DONE, _("done"), slots=[Slot(kind, True) for kind in kinds])
    lying = you(seen).get(STACK)
    if lying is None:
        told = _("takes %(cards)s") % {"cards": cards.told(Counter(kinds))}
        return TicketStanding(OPEN, told, slots=[Slot(kind, None) for kind in kinds])
    slots = list(_covered(kinds, lying))
    left = Counter(slot.kind for slot in slots if not slot.covered)
    told = _("left to pay: %(cards)s") % {"cards": cards.told(left)} if left else _("the track pays for it")
    return TicketStanding(OPEN, told, slots=slots)


def _covered(kinds: Sequence[str], lying: Mapping[str, int]) -> Iterator[Slot]:
    """Which of the cards lie on the track, each ticket for itself; locomotives stand in for what is lacking."""
    have = {kind: lying.get(kind, 0) for kind in KINDS}
    for kind in kinds:
        pays = kind if have[kind] else cards.LOCO
        covered = have[pays] > 0
        have[pays] -= covered
        yield Slot(kind, covered)
