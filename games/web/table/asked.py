"""A question with its answers, as shown in the panel and built by the modules of `questions`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import engine
from engine.parts.tickets import TicketView
from games.presentation.pictures.scene import Spotlight
from games.presentation.prospects.ways import Land
from games.web.table.sight import Sight
from games.web.table.steps import Step


class QuestionBody(Protocol):
    """The panel's content below the question, and the template that prints it."""

    template: ClassVar[str]


@dataclass(frozen=True)
class Action:
    """A button that plays: its text, and the moves in notation."""

    words: str
    moves: Sequence[str] = ()


@dataclass(frozen=True)
class Question:
    """A question and its answers.

    `lit`: highlighted tracks; `chosen`: the chosen one; `routes` and `cities`: those that can be chosen on
    the board, with their addresses. `offer`: tickets to draw on the board besides the viewer's own; `cities_named`:
    cities that the question is about, whose names the board shows. `spotlight`: tracks that the board shows alone.
    """

    label: str
    question: str
    body: object
    lit: Sequence[str] = ()
    chosen: str = ""
    routes: Mapping[str, str] = field(default_factory=dict)
    cities: Mapping[str, str] = field(default_factory=dict)
    offer: Sequence[TicketView] = ()
    cities_named: Sequence[str] = ()
    spotlight: Spotlight | None = None


@dataclass(frozen=True)
class Offer:
    """A button of a turn that leads to a choice's own page: its text, what is to be said beside it, and its address."""

    words: str
    beside: str
    href: str


def no_offer(sight: Sight) -> Offer | None:
    """Return None, for choices that the turn lists by themselves."""
    return None


@dataclass(frozen=True)
class TurnChoice:
    """A use of a turn with a page of its own.

    `moves`: the moves that it plays; `lead`: where the turn's question leads for it; `ask`: its question, None if the
    step is about something else or it is not possible now; `offer`: its button among the turn's, if it has one.
    """

    moves: tuple[type[engine.Move], ...]
    lead: str
    ask: Callable[[Sight, Land | None, Step], Question | None]
    offer: Callable[[Sight], Offer | None] = no_offer
