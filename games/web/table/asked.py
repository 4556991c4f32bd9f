"""A question with its answers, as shown in the panel and built by the modules of `questions`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from engine.parts.tickets import TicketView
from games.presentation.pictures.scene import Spotlight


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
