"""Questions without a module of their own: all their answers, or all moves of a kind, as a list in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Final

from django.utils.translation import gettext as _

import engine
from games.presentation import words
from games.presentation.prospects import deeds
from games.presentation.prospects.ways import Land
from games.web.table.asked import Question
from games.web.table.sight import Sight
from games.web.table.steps import Step

MOST: Final = 200


@dataclass(frozen=True)
class ToldMove:
    """A move in notation, and in words."""

    move: str
    words: str


@dataclass(frozen=True)
class Anything:
    """A list of all moves, or of the first of very many. `label` says what they are; `refused` is the one that was
    posted and refused.
    """

    template: ClassVar[str] = "web/table/_anything.html"
    label: str
    moves: Sequence[ToldMove]
    refused: str


def anything(sight: Sight, land: Land | None, step: Step) -> Question:
    """Ask a question of any kind with all its answers as a list."""
    kind = words.question(sight.prompt["type"]) if sight.prompt else ""
    return Question(_("Your turn"), capital(kind), listed(sight, _("Your answer"), sight.options, step))


def listed(sight: Sight, label: str, moves: Iterable[engine.Move], step: Step) -> Anything:
    """Build a list of these moves to choose from."""
    moves_in_words = [
        ToldMove(engine.notation.write(sight.rules, move), capital(deeds.name(sight.rules, move)))
        for move in islice(moves, MOST)
    ]
    return Anything(label, moves_in_words, step.refused[0] if step.refused else "")


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]
