"""Payments belong to a rule and a seat: locomotives may be limited, and one seat may pay otherwise than another."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.boards import Route, RouteFact
from engine.boards.lagoon import LAGOON as BOARD
from engine.cards import CARDS, KINDS
from engine.parts import claims
from engine.parts.claims import BoardPosition, ClaimRoute, Payments, RouteClaimed, payments_on
from engine.parts.turns import TakeTurn
from engine.prices import Price, route_price
from engine.rules import board
from games.presentation.prospects.prices import find_price

from .play import refusal
from .positions import Kind, card, hand, table

LAGOON = engine.RULESETS["lagoon@1"]
FERRY, ROUTE = "driftwood-gull", "coral-driftwood"


def on_ferries(fact: RouteFact) -> Price:
    """Return a price for which locomotives stand in on ferries only, as in N4."""
    return Price(fact.color, fact.length, fact.ferry_locomotives, fact.length if fact.ferry_locomotives else 0)


def at_most_one(fact: RouteFact) -> Price:
    return Price(fact.color, fact.length, min(1, fact.ferry_locomotives), 1)


def by_seat(state: BoardPosition, seat: int) -> Payments:
    """Let locomotives stand in for seat 0 only."""
    return payments_on(state.rules.board, on_ferries if seat else route_price)


PRICED = Kind(replace(LAGOON, price=on_ferries))
BY_SEAT = Kind(
    replace(
        LAGOON,
        moves={
            **LAGOON.moves,
            TakeTurn: board.turn(
                claims.claim_rule(claims.open_routes, claims.refuse_closed, (), by_seat),
                board.MORE_TICKETS,
                board.KEEP_MORE,
            ),
        },
    )
)
TABLES = [(LAGOON, 0), (PRICED.rules, 0), (replace(LAGOON, price=at_most_one), 0), (BY_SEAT.rules, 1)]


@pytest.mark.parametrize(("rules", "seat"), TABLES, ids=["anywhere", "on ferries", "at most one", "by seat"])
@settings(max_examples=10)
@given(hand=st.lists(st.integers(0, 7), min_size=len(KINDS), max_size=len(KINDS)), trains=st.integers(0, 18))
def test_offered_is_accepted_for_all_prices(rules: engine.Ruleset, seat: int, hand: list[int], trains: int) -> None:
    cards = " ".join(f"{name} {count}" for name, count in zip(KINDS, hand, strict=True))
    game = table(turn=seat, hands={seat: cards}, trains={seat: trains}, deck="red 1", kind=Kind(rules))
    wanted = {
        ClaimRoute(Route(index), card, locomotives)
        for (index, fact), card in product(enumerate(BOARD.routes), CARDS)
        for locomotives in range(-1, fact.length + 2)
    }
    offered = {move for move in engine.options(game.state, seat) if isinstance(move, ClaimRoute)}
    assert offered == {move for move in wanted if not refusal(game.state, seat, move)}


def test_n4_locomotives_stand_in_on_ferries_only() -> None:
    game = table(hands={0: "yellow 1 blue 2 loco 4"}, kind=PRICED)
    lines = game.may(0)
    assert not any(ROUTE in line for line in lines)
    assert f"claim {FERRY} blue 2 loco 2" in lines
    assert f"claim {FERRY} loco 4" in lines
    refused = {"code": "too_many_locomotives", "rule": "B12", "most": 0}
    assert game.why_not(0, f"claim {ROUTE} yellow 1 loco 1") == refused
    assert game.why_not(0, f"claim {ROUTE} loco 2") == refused


def test_a_claim_pays_as_many_cards_as_it_costs() -> None:
    dear = Kind(replace(LAGOON, price=lambda fact: route_price(fact)._replace(cards=fact.length + 1)))
    game = table(hands={0: "yellow 3"}, deck="red 1", kind=dear)
    (claimed, *_) = game.do(0, ClaimRoute(BOARD.route_of[ROUTE], card("yellow"), 0))
    assert claimed == RouteClaimed(0, BOARD.route_of[ROUTE], card("yellow"), cards=3, locomotives=0, trains=2)
    assert hand(game.state, 0) == {}


def test_seats_may_pay_differently() -> None:
    line = f"claim {ROUTE} yellow 1 loco 1"
    offered = [line in table(turn=seat, hands={seat: "yellow 1 loco 1"}, kind=BY_SEAT).may(seat) for seat in range(2)]
    assert offered == [True, False]


def test_what_a_route_lacks_counts_locomotives_only_where_they_stand_in() -> None:
    facts, hand = {fact.slug: fact for fact in BOARD.routes}, {"yellow": 1, "locomotive": 3}
    assert find_price(route_price(facts[ROUTE]), hand).lacking == []
    assert find_price(on_ferries(facts[ROUTE]), hand).lacking == ["yellow"]
    assert find_price(on_ferries(facts[FERRY]), hand).lacking == []
