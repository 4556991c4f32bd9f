"""The Old West (W1-W11): the board game with starting cities, networks and city markers; the option "alvin"."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypedDict

from engine.boards import City, Routes
from engine.boards.old_west import OLD_WEST as BOARD
from engine.model import AnyMoveRule, Default, Event, Move, Prompt, Reaction, Ruleset
from engine.parts import alvin, claims, connections, globetrotter, marker_points, markers, market, tickets, turns
from engine.parts.alvin import Alvin, AlvinPosition
from engine.parts.claims import Sequel
from engine.parts.globetrotter import score_globetrotter
from engine.parts.markers import Marked, MarkedPosition
from engine.parts.scoring import completed_tickets, standings
from engine.parts.turns import TakeTurn
from engine.rules import board
from engine.stand_in import alvin as stand_in_with_alvin
from engine.stand_in import markers as stand_in

TRAINS: Final = 40
FIRST_TICKETS, KEEP_FIRST = 5, 3
MORE_TICKETS, KEEP_MORE = 4, 1
ALVINS_CITY: Final = BOARD.city_of["roswell"]

Moves = dict[type[Prompt], tuple[AnyMoveRule, ...]]


class _MarkedFields(board.BoardFields):
    """The fields that a position with markers has."""

    markers: tuple[tuple[City, ...], ...]
    reach: tuple[Routes, ...]


class _Tables(TypedDict):
    """The tables of the ruleset that depend on Alvin."""

    moves: Moves
    fallback: Mapping[type[Prompt], AnyMoveRule]
    controls: Mapping[type[Move], AnyMoveRule]
    reactions: tuple[Reaction, ...]
    default: Mapping[type[Prompt], Default]


def new(rules: Ruleset, seats: int, chosen: Mapping[str, bool]) -> MarkedPosition:
    """Return an empty table (W1). Raises UnknownRuleset if the number of seats is wrong."""
    return MarkedPosition(**_empty(rules, seats, chosen))


def new_with_alvin(rules: Ruleset, seats: int, chosen: Mapping[str, bool]) -> AlvinPosition:
    """Return an empty table, with Alvin in Roswell (W11). Raises UnknownRuleset if the number of seats is wrong."""
    return AlvinPosition(**_empty(rules, seats, chosen), alvin=Alvin(ALVINS_CITY, None))


def _empty(rules: Ruleset, seats: int, chosen: Mapping[str, bool]) -> _MarkedFields:
    return {**board.empty_table(rules, seats, chosen, TRAINS), "markers": ((),) * seats, "reach": (0,) * seats}


def final_points(state: MarkedPosition) -> Iterator[Event]:
    """Score the tickets, and the Globetrotter for all who completed the most of them (B19, W10)."""
    yield from connections.ticket_points(state)
    yield from score_globetrotter(state)


def final_points_with_alvin(state: AlvinPosition) -> Iterator[Event]:
    """Score the end of the game as without Alvin, then the seat that controls him (W11)."""
    yield from final_points(state)
    yield from alvin.score_control(state)


def _moves(
    barred: Collection[City], after_claim: Sequence[Sequel[Marked]], after_marker: Sequence[Sequel[Marked]]
) -> Moves:
    """Return the moves by prompt. `barred`: the cities in which no marker may stand.

    `after_claim` follows a claim, `after_marker` the answer to the question whether to place a marker.
    """
    sequel: Sequence[Sequel[Marked]] = (
        marker_points.owners_score,
        *after_claim,
        markers.marker_due(barred),
        *after_marker,
    )
    claim = claims.claim_rule(markers.within_network, markers.refuse_outside, sequel)
    return {
        tickets.KeepFirstTickets: (tickets.keep_first_rule(tickets.shuffled_to_the_bottom),),
        markers.ChooseStart: (markers.start_rule(barred),),
        TakeTurn: board.turn(claim, MORE_TICKETS, KEEP_MORE),
        market.DrawAgain: market.SECOND_CARD,
        tickets.KeepTickets: (tickets.KEEP,),
        markers.PlaceMarker: markers.marker_rules(barred, after_marker),
    }


def _tables(moves: Moves, score: Callable[[Marked], Iterator[Event]]) -> _Tables:
    """Return the tables that depend on the moves and on what scores at the end."""
    return {
        "moves": moves,
        "fallback": {TakeTurn: turns.pass_rule(moves[TakeTurn])},
        "controls": turns.controls(score),
        "reactions": (markers.next_start, *board.reactions(score)),
        "default": {
            **board.DEFAULT,
            markers.ChooseStart: turns.first_listed(*moves[markers.ChooseStart]),
            markers.PlaceMarker: markers.default_marker,
        },
    }


def old_west() -> Ruleset:
    """Return the ruleset of the Old West, without Alvin."""
    return Ruleset(
        id="old_west@1",
        board=BOARD,
        seat_counts=range(2, 7),
        position=MarkedPosition,
        new=new,
        set_up=board.dealing(FIRST_TICKETS, KEEP_FIRST),
        **_tables(_moves((), (), ()), final_points),
        features=(
            *board.FEATURES,
            tickets.SHUFFLED,
            markers.feature(board.CLAIMS),
            marker_points.FEATURE,
            globetrotter.FEATURE,
        ),
        forgo={**board.FORGO, markers.ChooseStart: turns.by_default, markers.PlaceMarker: turns.by_default},
        standings=standings,
        tie_breaks={"completed": completed_tickets},
        stand_in=stand_in.CHOOSERS,
        connecting=connections.own_routes,
        replaces={"B3": "W3", "B14": "W2", "B16": "W9"},
        variants={"alvin": with_alvin},
    )


def with_alvin(rules: Ruleset) -> Ruleset:
    """Return these rules with Alvin in play (W11)."""
    moves = _moves((ALVINS_CITY,), (alvin.caught,), (alvin.move_due,))
    tables = _tables({**moves, alvin.MoveAlvin: (alvin.SEND,)}, final_points_with_alvin)
    tables["default"] = {**tables["default"], alvin.MoveAlvin: turns.first_listed(alvin.SEND)}
    return replace(
        rules,
        **tables,
        position=AlvinPosition,
        new=new_with_alvin,
        pieces={"alvin": (ALVINS_CITY,)},
        features=(*rules.features, alvin.FEATURE),
        forgo={**rules.forgo, alvin.MoveAlvin: turns.by_default},
        stand_in=stand_in_with_alvin.CHOOSERS,
    )


RULESETS: Final = (old_west(),)
