"""The orders that every game has: an exact move, and the stand-in's move."""

from dataclasses import dataclass
from typing import ClassVar

import engine
from engine.model import Choices
from games.table.plans.vocabulary import PlanOrder, Seen


@dataclass(frozen=True)
class Exactly(PlanOrder):
    """An order for exactly this move, as soon as it is legal."""

    exact_move: engine.Move

    def move(self, situation: Seen, options: Choices) -> engine.Move | None:
        """Return the move if it is legal."""
        return self.exact_move if self.exact_move in options else None


@dataclass(frozen=True)
class Best(PlanOrder):
    """An order for the stand-in's answer, if it begins with this verb (None: any answer)."""

    lasting: ClassVar[bool] = True
    verb: str | None

    def move(self, situation: Seen, options: Choices) -> engine.Move | None:
        """Return the move that the stand-in would play."""
        move = situation.best(options)
        verb = engine.notation.write(situation.rules, move).split()[0]
        return move if self.verb in (None, verb) else None
