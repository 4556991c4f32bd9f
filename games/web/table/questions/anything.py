"""A question of which the page knows nothing: its moves as the notation has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Final

from django.utils.translation import gettext as _

import engine
from games import words
from games.web.table.asked import Question
from games.web.table.sight import Sight
from games.web.table.steps import Step
from games.web.table.ways import Land

MOST: Final = 200


@dataclass(frozen=True)
class Anything:
    """All moves, or the first of very many."""

    template: ClassVar[str] = "web/table/_anything.html"
    moves: Sequence[str]
    said: str


def anything(sight: Sight, land: Land | None, step: Step) -> Question:
    """All moves as a list."""
    moves = [engine.notation.write(sight.rules, move) for move in islice(sight.options, MOST)]
    kind = words.question(sight.prompt["type"]) if sight.prompt else ""
    said = step.said[0] if step.said else ""
    return Question(_("Your turn"), kind[:1].upper() + kind[1:], Anything(moves, said))
