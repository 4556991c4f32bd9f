"""Orders to place city markers.

marker denver blue 1 loco 1      this pair for this city; cards that never form a pair are refused at once
"""

from typing import Final

import engine
from engine.parts.claims import refuse_mixture
from engine.parts.markers import PRICE, Mark
from games.table.plans.moves import Exactly
from games.table.plans.vocabulary import PlanOrder, PlanWords


def _read_marker(rules: engine.Ruleset, words: list[str]) -> PlanOrder:
    move = engine.notation.parse(rules, " ".join(["marker", *words]))
    if isinstance(move, Mark):
        refuse_mixture(PRICE, move, "W6")
    return Exactly(move)


WORDS: Final = PlanWords(orders={"marker": _read_marker})
