"""Questions without a module of their own: all their answers, or all moves of a kind, as a list in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

import engine
from games.presentation import words
from games.presentation.prospects import deeds
from games.presentation.prospects.ways import Land
from games.presentation.words.capitals import begin_line
from games.presentation.words.lists import listed
from games.presentation.words.vocabulary import RISKS
from games.web.table.asked import Question
from games.web.table.sight import Sight
from games.web.table.steps import Step


@dataclass(frozen=True)
class ToldMove:
    """A move in notation, and in words."""

    move: str
    words: str


@dataclass(frozen=True)
class Anything:
    """A list of all moves. `label` says what they are; `refused` is the one that was posted and refused."""

    template: ClassVar[str] = "web/table/_anything.html"
    label: str
    moves: Sequence[ToldMove]
    refused: str


def anything(sight: Sight, land: Land | None, step: Step) -> Question:
    """Ask a question of any kind with all its answers as a list."""
    kind = words.question(sight.prompt["type"]) if sight.prompt else ""
    return Question(_("Your turn"), begin_line(kind), list_moves(sight.rules, _("Your answer"), sight.options, step))


def list_moves(rules: engine.Ruleset, label: str, moves: Iterable[engine.Move], step: Step) -> Anything:
    """Build a list of these moves to choose from, each with what it risks."""
    moves_in_words = [ToldMove(engine.notation.write(rules, move), _describe(rules, move)) for move in moves]
    return Anything(label, moves_in_words, step.refused[0] if step.refused else "")


def _describe(rules: engine.Ruleset, move: engine.Move) -> str:
    """Return a move in words, with what may still happen after it: "..., up to 3 more"."""
    text, board = begin_line(deeds.name(rules, move)), rules.board
    route = board.route_of.get(str(engine.codec_of(rules).move(move).public.get("route")))
    fact = None if route is None else board.routes[route]
    risks = [str(RISKS[name]) for name in fact.attributes if name in RISKS] if fact else []
    return listed([text, *risks])
