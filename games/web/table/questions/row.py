"""Placing a row of cards with a turn: a color, or three colors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _

from engine.parts.yards import PlaceRow, PlaceThree
from games.presentation.prospects import cards, rows
from games.presentation.prospects.ways import Land
from games.web.table.asked import Question, TurnChoice
from games.web.table.sight import Sight
from games.web.table.steps import Step


@dataclass(frozen=True)
class PlaceRowBody:
    """The question's body for a chosen color, or three colors."""

    template: ClassVar[str] = "web/table/_place.html"
    hand: Sequence[cards.Chip]
    ways: Sequence[rows.RowWay]
    note: str


def ask_to_place(sight: Sight, land: Land | None, step: Step) -> Question | None:
    """Ask which cards of the step's color, or colors, to place."""
    offer = rows.Rows(sight).ways(step.place, step.refused) if step.place else None
    if offer is None:
        return None
    return Question(_("Place a row"), offer.title, PlaceRowBody(cards.in_hand(sight), offer.ways, offer.note))


TURN_CHOICE: Final = TurnChoice((PlaceRow, PlaceThree), "#place", ask_to_place)
