"""The invented board: four lanterns, each won by the first to claim a route to it."""

import pytest

import engine
from engine.boards.lagoon import LAGOON
from engine.cards import full_deck
from engine.parts.lanterns import LanternPosition
from engine.parts.turns import TurnBegan

from .positions import bag

RULES = engine.RULESETS["lagoon@1"]


@pytest.fixture
def state() -> LanternPosition:
    """Return a position with seat 0 of two to play; both hold three of every color and three locomotives."""
    state = RULES.new(RULES, 2, {})
    assert isinstance(state, LanternPosition)
    state.cards.hands = [full_deck(3, 3)] * 2
    state.cards.market = [None] * 5
    state.cards.deck = bag("red 40")
    RULES.reducers[TurnBegan](state, TurnBegan(0))
    return state


def claim(state: LanternPosition, seat: int, line: str) -> tuple[LanternPosition, list[tuple[int, str, str]]]:
    """Return the position after a claim, and the points that it scored."""
    move = engine.notation.parse(RULES, f"claim {line}")
    after, _ = engine.decide(state, seat, move, engine.Chance(bytes(32)))
    assert isinstance(after, LanternPosition)
    return after, [(line.points, line.reason, line.subject) for line in after.ledger[len(state.ledger) :]]


def shining(state: LanternPosition) -> list[str]:
    lanterns: list[str] = engine.view(state, None)["lanterns"]
    return lanterns


def test_four_lanterns_shine_at_the_start(state: LanternPosition) -> None:
    assert shining(state) == ["anchor", "gull", "heron", "inlet"]


def test_anyone_who_claims_a_route_to_a_lantern_takes_it(state: LanternPosition) -> None:
    after, points = claim(state, 0, "anchor-brine red 2")
    assert points == [(2, "route", "anchor-brine"), (3, "lantern", "anchor")]
    assert shining(after) == ["gull", "heron", "inlet"]


def test_a_route_between_two_lanterns_brings_both(state: LanternPosition) -> None:
    after, points = claim(state, 0, "gull-inlet yellow 2")
    assert points[1:] == [(3, "lantern", "gull"), (3, "lantern", "inlet")]
    assert shining(after) == ["anchor", "heron"]


def test_a_lantern_is_taken_once(state: LanternPosition) -> None:
    after, _ = claim(state, 0, "anchor-brine red 2")
    _, points = claim(after, 1, "anchor-driftwood blue 2")
    assert points == [(2, "route", "anchor-driftwood")]


def test_a_route_without_a_lantern_brings_its_points_alone(state: LanternPosition) -> None:
    after, points = claim(state, 0, "coral-driftwood yellow 2")
    assert points == [(2, "route", "coral-driftwood")]
    assert len(shining(after)) == 4


def test_all_else_is_as_on_the_other_boards(state: LanternPosition) -> None:
    with pytest.raises(engine.IllegalMove) as refusal:
        claim(state, 0, "driftwood-gull blue 3 loco 1")
    assert (refusal.value.code, refusal.value.detail["need"]) == ("ferry_needs_locomotives", 2)
    after, _ = claim(state, 0, "foam-heron-1 red 2")
    with pytest.raises(engine.IllegalMove) as refusal:
        claim(after, 1, "foam-heron-2 blue 2")
    assert refusal.value.code == "track_closed"


def test_every_ticket_can_be_completed_and_names_its_shortest_way() -> None:
    for ticket in LAGOON.tickets:
        assert ticket.points == shortest(*ticket.ends)


def shortest(start: int, end: int) -> int:
    """Return the smallest number of trains from one city to another."""
    distance = {start: 0}
    for _ in LAGOON.cities:
        for route in LAGOON.routes:
            for a, b in (route.ends, route.ends[::-1]):
                if a in distance:
                    distance[b] = min(distance.get(b, 99), distance[a] + route.length)
    return distance[end]
