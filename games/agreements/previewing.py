"""What a proposal would change, as everyone at the table may know it: a part of what admins see of a ruling.

It names kinds of facts and never their contents. When a question that is asked again would be due is left out: that
depends on its player's habits, which show only in what happens.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from games.kinds import RulingKind
from games.models import Game, Proposal
from games.rulings import Learned, Order, Preview, preview_for_the_table
from games.rulings.commands import read

OF_CLOCKS: Final = (RulingKind.EXTENDED, RulingKind.SET_BACK)


class PointsChange(NamedTuple):
    """A seat's points before and after."""

    seat: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class TablePreview:
    """What would change: entries that no longer count, or count again; what was seen in the former; who is asked what.

    `deadlines` are before and after, by prompt, where the proposal is about these. `status` is before and after.
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
    """What of it everyone at the table may know."""
    changes = [(one.seat, one.points) for one in preview.seats]
    return TablePreview(
        order=preview.order,
        undoes=undoes,
        taken_back=preview.taken_back,
        brought_back=preview.brought_back,
        learned=preview.learned,
        asked=[(one.seat, one.kind) for one in preview.opened],
        points=[PointsChange(seat, *points) for seat, points in changes if points and points[0] != points[1]],
        deadlines=preview.deadlines if preview.order.kind in OF_CLOCKS else {},
        status=preview.status,
    )


def preview(proposal: Proposal, game: Game, now: datetime) -> TablePreview:
    """What an open proposal would change now. Raises Refused or Unprocessable where it no longer can."""
    order = read(proposal.asked)
    made = preview_for_the_table(by=proposal.by, game=game, order=order, now=now, undoes=proposal.undoes)
    return shown(made, proposal.undoes)
