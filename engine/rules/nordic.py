"""The Nordic Countries (N1-N10): ferries, tunnels, scarce locomotives, and cards that stand for others."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.boards import Board, Route, RouteFact, Ticket
from engine.boards.nordic import NORDIC
from engine.chance import Chance
from engine.copies import copyable
from engine.model import Event, Ruleset
from engine.parts import (
    any_card,
    claims,
    connections,
    globetrotter,
    market,
    removed_tickets,
    scoring,
    setup,
    substitutes,
    tickets,
    tunnels,
    turns,
)
from engine.parts.network import Network
from engine.parts.scoring import completed_tickets
from engine.parts.setup import GameStarted, seating
from engine.parts.tariffs import NONE, Substitution
from engine.parts.tunnels import PayTunnel, TunnelPosition
from engine.parts.turns import TakeTurn
from engine.prices import Price
from engine.rules import board
from engine.stand_in import nordic as stand_in

TRAINS: Final = 40
FIRST_TICKETS, KEEP_FIRST = 5, 2
MORE_TICKETS, KEEP_MORE = 3, 1
GLOBETROTTER_POINTS: Final = 10
MANY_PLAYERS: Final = 3
FOR_A_SYMBOL: Final = 3
SEQUEL: Final = (claims.claimer_scores,)


@copyable
class NordicPosition(TunnelPosition):
    """A position with tunnels; the tickets `removed` are out of the game."""

    removed: tuple[Ticket, ...]


def price(fact: RouteFact) -> Price:
    """Return what a route costs: locomotives are wild on ferries and in tunnels only (N4, N5)."""
    wild = fact.length if fact.ferry_locomotives or "tunnel" in fact.attributes else 0
    return Price(fact.color, fact.length, fact.ferry_locomotives, wild)


def substituting(fact: RouteFact) -> Substitution:
    """Return what stands for others: any three cards for a symbol of a ferry, any four on Lieksa–Murmansk (N5, N7)."""
    each = fact.attributes.get("substitute")
    if isinstance(each, int):
        return Substitution(each, fact.length - 1, "N7")
    symbols = fact.ferry_locomotives
    return Substitution(FOR_A_SYMBOL, symbols, "N5") if symbols else NONE


def parallels(seats: int) -> Callable[[Network, Board, int, Route], None]:
    """Return the function that closes parallel tracks after a claim, by the number of seats (N8)."""
    return claims.close_own_parallels if seats >= MANY_PLAYERS else claims.close_all_parallels


def new(rules: Ruleset, seats: int, chosen: Mapping[str, bool]) -> NordicPosition:
    """Return an empty table (N1). Raises UnknownRuleset if the number of seats is wrong."""
    return NordicPosition(**board.empty_table(rules, seats, chosen, TRAINS), aside=tunnels.NOTHING, removed=())


def set_up(state: NordicPosition, chance: Chance, order: Sequence[int] | None) -> Iterator[Event]:
    """Set up seating, hands, a market with any number of locomotives, and the first tickets (N1-N3)."""
    yield GameStarted(seating(state, chance, order))
    yield from market.deal(state, chance, board.HAND)
    yield from market.fill_market(state, chance) or ()
    yield from tickets.deal_first(state, chance, FIRST_TICKETS, KEEP_FIRST)


def final_points(state: NordicPosition) -> Iterator[Event]:
    """Score the tickets, and the Globetrotter for all who completed the most of them (B19, N10)."""
    yield from connections.ticket_points(state)
    yield from globetrotter.score_globetrotter(state, GLOBETROTTER_POINTS)


PLAIN: Final = claims.claim_rule(claims.open_routes, claims.refuse_closed, SEQUEL)
CLAIM: Final = tunnels.claim_or_enter(PLAIN, SEQUEL)
CLAIM_WITH: Final = substitutes.claim_rule(substituting, claims.open_routes, claims.refuse_closed, SEQUEL)
TURN: Final = (*board.turn(CLAIM, MORE_TICKETS, KEEP_MORE), CLAIM_WITH)
REACTIONS: Final = (
    market.fill_market,
    any_card.second_card,
    board.last_round,
    turns.the_end(final_points),
    turns.next_turn,
)
FEATURES: Final = (
    setup.FEATURE,
    turns.FEATURE,
    scoring.FEATURE,
    market.FEATURE,
    any_card.FEATURE,
    tickets.FEATURE,
    removed_tickets.FIRST,
    removed_tickets.LATER,
    connections.FEATURE,
    claims.feature(parallels, tunnels.pay),
    substitutes.feature(substituting),
    tunnels.FEATURE,
    globetrotter.FEATURE,
)


def nordic() -> Ruleset:
    """Return the ruleset of the Nordic Countries."""
    base = board.usa()
    return replace(
        base,
        id="nordic@1",
        board=NORDIC,
        seat_counts=range(2, 4),
        position=NordicPosition,
        new=new,
        set_up=set_up,
        moves={
            tickets.KeepFirstTickets: (tickets.keep_first_rule(removed_tickets.settle),),
            TakeTurn: TURN,
            market.DrawAgain: market.FIRST_CARD,
            tickets.KeepTickets: (removed_tickets.TAKE,),
            PayTunnel: tunnels.pay_rules(SEQUEL),
        },
        fallback={TakeTurn: turns.pass_rule(TURN)},
        controls=turns.controls(final_points),
        reactions=REACTIONS,
        default={**base.default, market.DrawAgain: any_card.default_second, PayTunnel: tunnels.default_withdraw},
        forgo={**base.forgo, PayTunnel: turns.by_default},
        features=FEATURES,
        tie_breaks={"completed": completed_tickets},
        stand_in=stand_in.CHOOSERS,
        price=price,
        replaces={"B3": "N2", "B12": "N4", "B14": "N8", "B16": "N2", "E4": "N6", "W8": "N5"},
    )


RULESETS: Final = (nordic(),)
