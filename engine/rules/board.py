"""Ticket to Ride on a board: the base game's tables (B1-B22), put together from the shared parts.

Every table is a function of the few things in which boards differ, so that a new board only needs other arguments.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypedDict

from engine.boards import Board, Route
from engine.boards.usa import USA as USA_BOARD
from engine.cards import EMPTY, PLACES, TrainCards, full_deck
from engine.chance import Chance
from engine.core import options
from engine.model import AnyMoveRule, Default, Event, Move, Points, Prompt, Reaction, Ruleset
from engine.parts import claims, connections, longest_path, market, scoring, setup, tickets, turns
from engine.parts.claims import BoardPosition, Own
from engine.parts.longest_path import LONGEST_PATH, score_longest_path
from engine.parts.network import Network, fresh
from engine.parts.position import TicketCards
from engine.parts.scoring import bonuses, completed_tickets, standings
from engine.parts.setup import GameStarted, refuse_unplayable, seating
from engine.parts.turns import LastRoundBegan, TakeTurn
from engine.stand_in import board as stand_in

TRAINS: Final = 45
EACH_COLOR, LOCOMOTIVES = 12, 14
HAND: Final = 4
FIRST_TICKETS, KEEP_FIRST = 3, 2
MORE_TICKETS, KEEP_MORE = 3, 1
LOW_TRAINS: Final = 2
MANY_PLAYERS: Final = 4


class BoardFields(TypedDict):
    """The fields that the position of every board has."""

    rules: Ruleset
    seats: int
    options: Mapping[str, bool]
    entry: int
    prompts: tuple[Prompt, ...]
    ledger: tuple[Points, ...]
    away: Mapping[int, str]
    outcome: str
    turn: int
    passed: tuple[int, ...]
    turns_left: int | None
    cards: TrainCards
    tickets: TicketCards
    network: Network


def new(rules: Ruleset, seats: int, chosen: Mapping[str, bool]) -> BoardPosition:
    """Return an empty table (B1). Raises UnknownRuleset if the game cannot be played with this many seats."""
    return BoardPosition(**empty_table(rules, seats, chosen, TRAINS))


def empty_table(rules: Ruleset, seats: int, chosen: Mapping[str, bool], trains: int) -> BoardFields:
    """Return the fields of every board's initial position, with `trains` for each seat (B1, W1).

    Raises UnknownRuleset if the game cannot be played with this many seats.
    """
    refuse_unplayable(rules, seats)
    return {
        "rules": rules,
        "seats": seats,
        "options": chosen,
        "entry": 0,
        "prompts": (),
        "ledger": (),
        "away": {},
        "outcome": "",
        "turn": -1,
        "passed": (),
        "turns_left": None,
        "cards": TrainCards(full_deck(EACH_COLOR, LOCOMOTIVES), EMPTY, [None] * PLACES, [EMPTY] * seats),
        "tickets": TicketCards((), ((),) * seats, {}),
        "network": fresh(rules.board, seats, trains),
    }


def dealing(first: int, keep: int) -> Callable[[BoardPosition, Chance, Sequence[int] | None], Iterator[Event]]:
    """Return a function that sets up seating, hands, market and first tickets (B2-B4, B9, W3)."""

    def set_up(state: BoardPosition, chance: Chance, order: Sequence[int] | None) -> Iterator[Event]:
        yield GameStarted(seating(state, chance, order))
        yield from market.deal(state, chance, HAND)
        yield from market.fill_market(state, chance) or ()
        yield from market.flush_market(state, chance) or ()
        yield from tickets.deal_first(state, chance, first, keep)

    return set_up


def last_round(state: BoardPosition, chance: Chance) -> Iterable[Event] | None:
    """Begin the last round, once, when a seat has two or fewer trains left (B18). A reaction."""
    if state.network.trains[state.turn] > LOW_TRAINS or state.turns_left is not None or state.turn < 0:
        return None
    return (LastRoundBegan(state.turn),)


def final_points(state: BoardPosition) -> Iterator[Event]:
    """Score the tickets and the longest path (B19, B20)."""
    yield from connections.ticket_points(state)
    yield from score_longest_path(state)


def default_turn(state: BoardPosition, prompt: TakeTurn) -> Move:
    """Return the default: a draw, else the first legal move of the list."""
    draw = market.default_draw(state, prompt)
    return options(state, prompt.seat)[0] if draw is None else draw


def parallels(seats: int) -> Callable[[Network, Board, int, Route], None]:
    """Return the function that closes parallel tracks after a claim, by the number of seats (B14)."""
    return claims.close_own_parallels if seats >= MANY_PLAYERS else claims.close_all_parallels


def turn(claim: AnyMoveRule, more: int, keep: int) -> tuple[AnyMoveRule, ...]:
    """Return the rules for what a seat may do in its turn: draw cards, claim, or draw tickets (B5, B12, B16)."""
    return (*market.FIRST_CARD, claim, tickets.draw_rule(more, keep))


def reactions(score: Callable[[Own], Iterator[Event]]) -> tuple[Reaction, ...]:
    """Return the reactions, which run while no prompt is open; `score` scores the end (B5-B11, B18)."""
    return (
        market.fill_market,
        market.flush_market,
        market.second_card,
        last_round,
        turns.the_end(score),
        turns.next_turn,
    )


TURN: Final = turn(
    claims.claim_rule(claims.open_routes, claims.refuse_closed, (claims.claimer_scores,)), MORE_TICKETS, KEEP_MORE
)
DEFAULT: Final[Mapping[type[Prompt], Default]] = {
    tickets.KeepFirstTickets: tickets.default_keep,
    TakeTurn: default_turn,
    market.DrawAgain: market.default_second,
    tickets.KeepTickets: tickets.default_keep,
}
FORGO: Final = {
    tickets.KeepFirstTickets: turns.by_default,
    TakeTurn: turns.skip_turn,
    market.DrawAgain: turns.by_default,
    tickets.KeepTickets: turns.by_default,
}


CLAIMS: Final = claims.feature(parallels)
FEATURES: Final = (
    setup.FEATURE,
    turns.FEATURE,
    scoring.FEATURE,
    market.FEATURE,
    market.FLUSHED,
    tickets.FEATURE,
    tickets.RETURNED,
    CLAIMS,
    connections.FEATURE,
)


def usa() -> Ruleset:
    """Return the ruleset of the base game."""
    return Ruleset(
        id="usa@1",
        board=USA_BOARD,
        seat_counts=range(2, 6),
        position=BoardPosition,
        new=new,
        set_up=dealing(FIRST_TICKETS, KEEP_FIRST),
        features=(*FEATURES, tickets.TO_THE_BOTTOM, longest_path.FEATURE),
        moves={
            tickets.KeepFirstTickets: (tickets.keep_first_rule(tickets.to_the_bottom),),
            TakeTurn: TURN,
            market.DrawAgain: market.SECOND_CARD,
            tickets.KeepTickets: (tickets.KEEP,),
        },
        controls=turns.controls(final_points),
        fallback={TakeTurn: turns.pass_rule(TURN)},
        reactions=reactions(final_points),
        default=DEFAULT,
        forgo=FORGO,
        standings=standings,
        tie_breaks={"completed": completed_tickets, "longest_path": bonuses(LONGEST_PATH)},
        stand_in=stand_in.CHOOSERS,
        connecting=connections.own_routes,
    )


RULESETS: Final = (usa(),)
