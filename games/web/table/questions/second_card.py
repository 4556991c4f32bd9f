"""The second card of a draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _

from engine.parts.market import DrawAgain
from games.presentation.prospects import cards
from games.presentation.prospects.ways import Land
from games.web.table import best
from games.web.table.asked import Question
from games.web.table.market import Market, Taking
from games.web.table.sight import Sight
from games.web.table.steps import Step


@dataclass(frozen=True)
class SecondCard:
    """The question's body: the market again, and which of its cards are the best."""

    template: ClassVar[str] = "web/table/_second_card.html"
    hand: Sequence[cards.Chip]
    market: Market
    best: Sequence[best.BestMove]


def draw_again(sight: Sight, land: Land | None, step: Step) -> Question:
    """Ask for the second card of a draw."""
    hand = cards.in_hand(sight)
    body = SecondCard(hand, Taking(sight, step, 1).market(), best.draws(sight, land, 1))
    return Question(_("Your turn"), _("Take your second card"), body)


QUESTIONS: Final = {DrawAgain.tag: draw_again}
