"""What a lesson is made of: lines, of which at most one is due."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine import SeatScoring
from engine.boards import Board, Route
from engine.views import OwnView, PromptView, View


class Explanation(NamedTuple):
    """What the coach says: the new thing, in bold, and what it means."""

    thing: str
    meaning: str


@dataclass(frozen=True)
class LearnerView:
    """What the learner's seat may know of a game: its view, and the question that it is asked, if any."""

    board: Board
    view: View
    you: OwnView
    seat: int
    prompt: PromptView | None
    scoring: SeatScoring | None = None
    """How the learner's points add up, once the game is over."""

    @property
    def own_routes(self) -> list[str]:
        return [route for route, seat in self.view["routes"].items() if seat == self.seat]

    @property
    def trains(self) -> int:
        """How many trains the learner has left."""
        return self.view["seats"][self.seat]["trains"]

    def is_asked(self, tag: str) -> bool:
        """Check whether the learner is asked a question of this kind."""
        return self.prompt is not None and self.prompt["type"] == tag


def no_route(at: LearnerView) -> None:
    """Say that a line speaks of no route."""


class LessonLine(NamedTuple):
    """A line of a lesson. `key` is stored for each learner who has read it; `is_due`: there is something to explain.

    `route`: the route that it speaks of, if any, whose cities the map should name.
    """

    key: str
    is_due: Callable[[LearnerView], bool]
    explain: Callable[[LearnerView], Explanation]
    route: Callable[[LearnerView], Route | None] = no_route

    def cities(self, at: LearnerView) -> list[str]:
        """Return the cities that it speaks of, besides those of tickets."""
        route = self.route(at)
        return [] if route is None else [at.board.cities[city].slug for city in at.board.routes[route].ends]


Lesson: TypeAlias = Sequence[LessonLine]
"""The lines that teach a game, in the order in which a learner should read them."""


def replace_lines(lesson: Lesson, instead: Mapping[str, Callable[[LearnerView], Explanation] | None]) -> Lesson:
    """Return the lesson with other explanations for the lines with these keys; None leaves a line out."""
    explained = ((line, instead.get(line.key, line.explain)) for line in lesson)
    return tuple(line._replace(explain=explain) for line, explain in explained if explain is not None)


def choose_due_line(lesson: Lesson, at: LearnerView, read: Collection[str]) -> LessonLine | None:
    """Return the first line that the learner has not read and that this position calls for; None if there is none."""
    return next((line for line in lesson if line.key not in read and line.is_due(at)), None)
