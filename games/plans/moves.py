"""Orders that every game has: a move as it stands, and what the stand-in would do."""

from dataclasses import dataclass
from typing import ClassVar

import engine
from engine.model import Choices
from games.plans.vocabulary import PlanOrder, Seen


@dataclass(frozen=True)
class Exactly(PlanOrder):
    """This move and no other, as soon as it is legal."""

    wanted: engine.Move

    def move(self, seen: Seen, options: Choices) -> engine.Move | None:
        """The move itself."""
        return self.wanted if self.wanted in options else None


@dataclass(frozen=True)
class Best(PlanOrder):
    """The stand-in's answer, where it begins with this verb (None: whatever it is)."""

    lasting: ClassVar[bool] = True
    verb: str | None

    def move(self, seen: Seen, options: Choices) -> engine.Move | None:
        """What the stand-in would play."""
        move = seen.best(options)
        verb = engine.notation.write(seen.rules, move).split()[0]
        return move if self.verb in (None, verb) else None
