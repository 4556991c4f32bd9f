"""The card game (C1-C16): rail yards, stacks on the track, tickets completed with cards; the option "open_stack"."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.boards.card_game import CARD_GAME as BOARD
from engine.cards import EMPTY, PLACES, RoundCards, full_deck
from engine.model import AnyMoveRule, Prompt, Ruleset
from engine.parts import market, rounds, scoring, setup, ticket_completion, tickets, turns, yards
from engine.parts.position import TicketCards
from engine.parts.scoring import bonuses, completed_tickets, standings
from engine.parts.setup import refuse_unplayable
from engine.parts.turns import TakeTurn
from engine.parts.yards import YardPosition
from engine.rules.board import DEFAULT, FORGO
from engine.stand_in import yards as stand_in

EACH_COLOR, LOCOMOTIVES = 10, 16
GIVEN_LOCOMOTIVES, HAND = 1, 7
HAND_OF_ANOTHER_ROUND: Final = 4
FIRST_TICKETS, KEEP_FIRST = 6, 1
MORE_TICKETS, KEEP_MORE = 4, 0
TWO_ROUNDS: Final = 4


def new(rules: Ruleset, seats: int, chosen: Mapping[str, bool]) -> YardPosition:
    """Return an empty table (C1). Raises UnknownRuleset if the game cannot be played with this many seats."""
    refuse_unplayable(rules, seats)
    return YardPosition(
        rules=rules,
        seats=seats,
        options=chosen,
        entry=0,
        prompts=(),
        ledger=(),
        away={},
        outcome="",
        turn=-1,
        passed=(),
        turns_left=None,
        cards=RoundCards(full_deck(EACH_COLOR, LOCOMOTIVES), EMPTY, [None] * PLACES, [EMPTY] * seats),
        tickets=TicketCards((), ((),) * seats, {}),
        yards=((),) * seats,
        on_track=(EMPTY,) * seats,
        completed=((),) * seats,
        chosen={},
        round=1,
    )


def rounds_played(seats: int) -> int:
    """Return the number of rounds, which is two with four players (C13)."""
    return 2 if seats >= TWO_ROUNDS else 1


def open_stack(rules: Ruleset) -> Ruleset:
    """Return these rules with the option for learners, whose stacks are open to their owners (C6)."""
    return replace(rules, features=(*rules.features, yards.OPEN_STACK))


TURN: Final = (*market.FIRST_CARD, *yards.PLACE, tickets.draw_rule(MORE_TICKETS, KEEP_MORE))
MOVES: Final[Mapping[type[Prompt], tuple[AnyMoveRule, ...]]] = {
    tickets.KeepFirstTickets: (tickets.keep_first_rule(tickets.shuffled_into_the_deck),),
    TakeTurn: TURN,
    market.DrawAgain: market.SECOND_CARD,
    tickets.KeepTickets: (tickets.KEEP,),
    ticket_completion.CompleteTickets: (ticket_completion.COMPLETE,),
}
FEATURES: Final = (
    setup.FEATURE,
    turns.FEATURE,
    scoring.FEATURE,
    market.FEATURE,
    tickets.FEATURE,
    tickets.RETURNED,
    tickets.SHUFFLED_IN,
    yards.FEATURE,
    ticket_completion.FEATURE,
    rounds.feature(rounds_played),
)
REACTIONS: Final = (
    market.fill_market,
    rounds.last_turns,
    market.second_card,
    rounds.end_of_round(rounds_played, HAND_OF_ANOTHER_ROUND),
    rounds.next_turn,
)


def card_game() -> Ruleset:
    """Return the ruleset of the card game."""
    return Ruleset(
        id="card_game@1",
        board=BOARD,
        seat_counts=range(2, 5),
        position=YardPosition,
        new=new,
        set_up=rounds.dealing(GIVEN_LOCOMOTIVES, HAND, FIRST_TICKETS, KEEP_FIRST),
        features=FEATURES,
        moves=MOVES,
        controls=turns.controls(rounds.points_at_once),
        fallback={TakeTurn: turns.pass_rule(TURN)},
        reactions=REACTIONS,
        default={**DEFAULT, ticket_completion.CompleteTickets: ticket_completion.default_completion},
        forgo={**FORGO, ticket_completion.CompleteTickets: turns.by_default},
        standings=standings,
        tie_breaks={"completed": completed_tickets, "big_cities": bonuses(rounds.BIG_CITY)},
        stand_in=stand_in.CHOOSERS,
        replaces={"B3": "C3", "B5": "C5", "B10": "C7", "B16": "C10", "B18": "C13"},
        variants={"open_stack": open_stack},
    )


RULESETS: Final = (card_game(),)
