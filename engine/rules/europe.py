"""Europe (E1-E10): the board game with ferries and stations. Without tunnels and long tickets, it is not offered."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from engine.boards.europe import EUROPE
from engine.core import options
from engine.model import AnyMoveRule, Event, Move, MoveRule, Ruleset
from engine.parts import claims, connections, market, stations, turns
from engine.parts.longest_path import LONGEST_PATH, score_longest_path
from engine.parts.scoring import bonuses, completed_tickets
from engine.parts.stations import UNBUILT, StationPosition
from engine.parts.turns import Pass, TakeTurn
from engine.rules import board

TRAINS: Final = 45


def new(rules: Ruleset, seats: int, chosen: Mapping[str, bool]) -> StationPosition:
    """Return an empty table (E1). Raises UnknownRuleset if the number of seats is wrong."""
    return StationPosition(**board.empty_table(rules, seats, chosen, TRAINS), stations=((),) * seats)


def final_points(state: StationPosition) -> Iterator[Event]:
    """Score the tickets, the stations not built, and the longest path (B19, E7, E8)."""
    yield from connections.ticket_points(state)
    yield from stations.unbuilt_points(state)
    yield from score_longest_path(state)


def default_turn(state: StationPosition, prompt: TakeTurn) -> Move:
    """Return the default: a draw, else the first legal move of the list, in which stations come last (E6)."""
    draw = market.default_draw(state, prompt)
    return options(state, prompt.seat)[0] if draw is None else draw


def _pass_rule(others: tuple[AnyMoveRule, ...]) -> AnyMoveRule:
    """Return the rule for passing, which no station keeps a seat from (B11, E6)."""
    rule = turns.pass_rule(others)

    def choices(state: StationPosition, prompt: TakeTurn) -> tuple[Move, ...]:
        return () if any(other.options(state, prompt) for other in others) else (Pass(),)

    return MoveRule(Pass, choices, rule.check, rule.events)


def europe() -> Ruleset:
    """Return the ruleset of Europe, as far as it goes."""
    base = board.usa()
    claim = claims.claim_rule(claims.open_routes, claims.refuse_closed, (claims.claimer_scores,))
    required = board.turn(claim, board.MORE_TICKETS, board.KEEP_MORE)
    return replace(
        base,
        id="europe@1",
        board=EUROPE,
        position=StationPosition,
        new=new,
        moves={**base.moves, TakeTurn: (*required, _pass_rule(required), stations.BUILD)},
        fallback={},
        controls=turns.controls(final_points),
        reactions=board.reactions(final_points),
        default={**base.default, TakeTurn: default_turn},
        features=(*base.features, stations.FEATURE),
        tie_breaks={
            "completed": completed_tickets,
            "stations": bonuses(UNBUILT),
            "longest_path": bonuses(LONGEST_PATH),
        },
        connecting=stations.with_borrowed,
        lending=stations.may_borrow,
    )


RULESETS: Final[tuple[Ruleset, ...]] = ()
