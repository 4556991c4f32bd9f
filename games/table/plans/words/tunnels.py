"""Orders to dig on where a tunnel costs more.

dig                              pay with the fewest locomotives; take the cards back if they do not suffice
dig red 1 loco 1                 exactly these cards
dig none                         take the cards back
"""

from dataclasses import dataclass
from typing import ClassVar, Final

import engine
from engine.model import Choices
from engine.parts.tunnels import PayMore, Withdraw
from games.table.plans.moves import Exactly
from games.table.plans.vocabulary import PlanOrder, PlanWords, Seen


@dataclass(frozen=True)
class DigOn(PlanOrder):
    """An order to pay what a tunnel costs more, as cheaply as possible, or else to take the cards back."""

    lasting: ClassVar[bool] = True

    def move(self, situation: Seen, options: Choices) -> engine.Move | None:
        """Return the payment with the fewest locomotives, or the way back; None if no tunnel asks."""
        return dig_on(options)


def dig_on(options: Choices) -> engine.Move | None:
    """Return the payment for a tunnel with the fewest locomotives, or the way back; None if no tunnel asks."""
    if Withdraw() not in options:
        return None
    return next((move for move in options if isinstance(move, PayMore)), Withdraw())


def _read_dig(rules: engine.Ruleset, words: list[str]) -> PlanOrder:
    return Exactly(engine.notation.parse(rules, " ".join(["dig", *words]))) if words else DigOn()


WORDS: Final = PlanWords(orders={"dig": _read_dig})
