"""Previews of proposals: the part of an admin's preview that everyone at the table may know.

A preview names kinds of facts and never their contents. It omits the deadlines of questions that would be asked again:
they depend on the player's habits, which must not be revealed in advance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from games.kinds import RulingKind
from games.models import Game, Proposal
from games.table.rulings import Learned, Order, Preview, preview_for_the_table
from games.table.rulings.commands import read

OF_CLOCKS: Final = (RulingKind.EXTENDED, RulingKind.SET_BACK)


class PointsChange(NamedTuple):
    """The points of a seat before and after a proposal."""

    seat: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class TablePreview:
    """The changes that a proposal would make.

    They are the entries that would no longer count or count again, what was seen in the former, and who would be asked
    what.

    `deadlines` are before and after, by prompt, if the proposal is about deadlines. `status` is before and after.
    """

    order: Order
    undoes: int | None
    taken_back: Sequence[int]
    brought_back: Sequence[int]
    learned: Sequence[Learned]
    asked: Sequence[tuple[int, str]]
    points: Sequence[PointsChange]
    deadlines: Mapping[str, tuple[datetime, datetime]]
    status: tuple[str, str]


def shown(preview: Preview, undoes: int | None) -> TablePreview:
    """Return the part of a preview that everyone at the table may know."""
    changes = [(seat_preview.seat, seat_preview.points) for seat_preview in preview.seats]
    return TablePreview(
        order=preview.order,
        undoes=undoes,
        taken_back=preview.taken_back,
        brought_back=preview.brought_back,
        learned=preview.learned,
        asked=[(prompt.seat, prompt.kind) for prompt in preview.opened],
        points=[PointsChange(seat, *points) for seat, points in changes if points and points[0] != points[1]],
        deadlines=preview.deadlines if preview.order.kind in OF_CLOCKS else {},
        status=preview.status,
    )


def preview(proposal: Proposal, game: Game, now: datetime) -> TablePreview:
    """Return what an open proposal would change now. Raises Refused or Unprocessable if it can no longer be done."""
    order = read(proposal.asked)
    ruling_preview = preview_for_the_table(by=proposal.by, game=game, order=order, now=now, undoes=proposal.undoes)
    return shown(ruling_preview, proposal.undoes)
