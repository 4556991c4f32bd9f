"""Lagoon, an invented game: the base game on a small board with lanterns. docs/adding-a-board.md walks through it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.boards.lagoon import LAGOON, LANTERNS
from engine.model import Ruleset
from engine.parts import claims, lanterns, turns
from engine.parts.lanterns import LanternPosition
from engine.parts.turns import TakeTurn
from engine.rules import board

TRAINS: Final = 18


def new(rules: Ruleset, seats: int, chosen: Mapping[str, bool]) -> LanternPosition:
    """Return an empty table with all lanterns lit. Raises UnknownRuleset if the number of seats is wrong."""
    return LanternPosition(**board.empty_table(rules, seats, chosen, TRAINS), lit=LANTERNS)


def lagoon() -> Ruleset:
    """Return the ruleset of Lagoon: the base game's tables with lanterns."""
    base = board.usa()
    claim = claims.claim_rule(claims.open_routes, claims.refuse_closed, (claims.claimer_scores, lanterns.taken))
    turn = board.turn(claim, board.MORE_TICKETS, board.KEEP_MORE)
    return replace(
        base,
        id="lagoon@1",
        board=LAGOON,
        seat_counts=range(2, 4),
        position=LanternPosition,
        new=new,
        pieces={"lanterns": LANTERNS},
        moves={**base.moves, TakeTurn: turn},
        fallback={TakeTurn: turns.pass_rule(turn)},
        features=(*base.features, lanterns.FEATURE),
        example=True,
    )


RULESETS: Final = (lagoon(),)
