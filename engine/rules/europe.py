"""Europe (E1-E10): the board game with ferries, tunnels, stations and long tickets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.boards import Ticket
from engine.boards.europe import EUROPE
from engine.chance import Chance
from engine.copies import copyable
from engine.core import options
from engine.model import AnyMoveRule, Event, Move, MoveRule, Ruleset
from engine.parts import (
    claims,
    connections,
    long_tickets,
    longest_path,
    market,
    removed_tickets,
    stations,
    tickets,
    tunnels,
    turns,
)
from engine.parts.longest_path import LONGEST_PATH, score_longest_path
from engine.parts.scoring import bonuses, completed_tickets
from engine.parts.setup import GameStarted, seating
from engine.parts.stations import StationPosition
from engine.parts.tunnels import PayTunnel
from engine.parts.turns import Pass, TakeTurn
from engine.rules import board
from engine.stand_in import europe as stand_in

TRAINS: Final = 45
REGULAR, KEEP = 3, 2
SEQUEL: Final = (claims.claimer_scores,)


@copyable
class EuropePosition(StationPosition):
    """A position with stations and tunnels; the tickets `removed` are out of the game."""

    removed: tuple[Ticket, ...]


def new(rules: Ruleset, seats: int, chosen: Mapping[str, bool]) -> EuropePosition:
    """Return an empty table (E1). Raises UnknownRuleset if the number of seats is wrong."""
    table = board.empty_table(rules, seats, chosen, TRAINS)
    return EuropePosition(**table, aside=tunnels.NOTHING, stations=((),) * seats, removed=())


def set_up(state: EuropePosition, chance: Chance, order: Sequence[int] | None) -> Iterator[Event]:
    """Set up seating, hands, market, and the first tickets, of which one is long (B4, B9, E1, E2)."""
    yield GameStarted(seating(state, chance, order))
    yield from market.deal(state, chance, board.HAND)
    yield from market.fill_market(state, chance) or ()
    yield from market.flush_market(state, chance) or ()
    yield from long_tickets.deal(state, chance, REGULAR, KEEP)


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
        for other in others:  # quicker than any(), and asked in every turn
            if other.options(state, prompt):
                return ()
        return (Pass(),)

    return MoveRule(Pass, choices, rule.check, rule.events)


TIE_BREAKS: Final = {
    "completed": completed_tickets,
    "stations": stations.unbuilt,
    "longest_path": bonuses(LONGEST_PATH),
}


def europe() -> Ruleset:
    """Return the ruleset of Europe."""
    base = board.usa()
    plain = claims.claim_rule(claims.open_routes, claims.refuse_closed, SEQUEL)
    claim = tunnels.claim_or_enter(plain, SEQUEL)
    required = board.turn(claim, board.MORE_TICKETS, board.KEEP_MORE)
    return replace(
        base,
        id="europe@1",
        board=EUROPE,
        position=EuropePosition,
        new=new,
        set_up=set_up,
        moves={
            **base.moves,
            tickets.KeepFirstTickets: (tickets.keep_first_rule(removed_tickets.settle),),
            TakeTurn: (*required, _pass_rule(required), stations.BUILD),
            PayTunnel: tunnels.pay_rules(SEQUEL),
        },
        fallback={},
        controls=turns.controls(final_points),
        reactions=board.reactions(final_points),
        default={**base.default, TakeTurn: default_turn, PayTunnel: tunnels.default_withdraw},
        forgo={**base.forgo, PayTunnel: turns.by_default},
        features=(
            *board.FEATURES,
            longest_path.FEATURE,
            claims.feature(board.parallels, tunnels.pay),
            tunnels.FEATURE,
            long_tickets.FEATURE,
            removed_tickets.FIRST,
            stations.FEATURE,
        ),
        tie_breaks=TIE_BREAKS,
        stand_in=stand_in.CHOOSERS,
        connecting=stations.with_borrowed,
        replaces={"B3": "E2", "B14": "E5"},
        stacks=long_tickets.stacks(EUROPE, REGULAR),
        lending=stations.may_borrow,
    )


RULESETS: Final = (europe(),)
