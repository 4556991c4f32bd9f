"""A ticket with several goals: it stays open for better ones, for whoever sees a view: prospects, map, stand-in (B19).

The ticket of these tests scores 2 from Anchor Bay to Brine, 5 to Eddy, 7 to Heron Isle; if none is reached, it costs 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

import engine
from engine.boards import Goal
from engine.boards.lagoon import LAGOON
from engine.boards.tables import board_from_tables
from engine.parts import goals
from engine.parts.network import routes_in
from engine.parts.tickets import HeldTicketView, ticket_view
from engine.stand_in import seen
from engine.stand_in.board import value
from engine.stand_in.ways import ground, plan
from games.presentation import words
from games.presentation.pictures.scene import Scene
from games.presentation.prospects import ticket_status
from games.presentation.prospects.claims import Claims
from games.presentation.prospects.ways import Land

from .positions import Game, Kind, table

A, B, E, H = (LAGOON.city_of[slug] for slug in ("anchor", "brine", "eddy", "heron"))
FACT = LAGOON.tickets[0]._replace(ends=(A, B), points=2, attributes={"also": (Goal((A, E), 5), Goal((H, A), 7))})
BOARD = replace(LAGOON, tickets=(FACT, *LAGOON.tickets[1:]))
KIND = Kind(replace(engine.RULESETS["lagoon@1"], board=BOARD))
TO_BRINE, TO_EDDY, TO_HERON = "anchor-brine", "brine-eddy", "eddy-heron"


@dataclass
class Seen:
    """A position from one seat's view."""

    rules: engine.Ruleset
    seat: int
    view: engine.View
    options: engine.Options

    def name(self, seat: int) -> str:
        return f"Player {seat}"


def game(own: Sequence[str], others: Sequence[str] = (), hand: str = "green 3 purple 3") -> Game:
    return table(hands={0: hand}, tickets={0: [1]}, routes={0: own, 1: others}, kind=KIND)


def look(game: Game) -> tuple[Seen, Land]:
    state = game.state
    seen = Seen(state.rules, 0, engine.view(state, 0), engine.options(state, 0))
    return seen, Land(seen.rules, seen.view, 0)


def held(game: Game) -> HeldTicketView:
    (ticket,) = engine.own(look(game)[0].view)["tickets"]
    return ticket


def standing(game: Game) -> ticket_status.TicketStanding:
    (found,) = ticket_status.of_held(*look(game))
    return found


def test_a_view_has_what_a_ticket_with_several_goals_has_earned() -> None:
    assert "earned" not in held(game([]))
    assert [
        (held(game(own))["completed"], held(game(own)).get("earned")) for own in ([TO_BRINE], [TO_BRINE, TO_EDDY])
    ] == [
        (True, 2),
        (True, 5),
    ]
    ordinary = table(tickets={0: [2]}, routes={0: ["anchor-driftwood", "driftwood-gull"]}, kind=KIND)
    assert {"also", "earned"}.isdisjoint(held(ordinary))


def test_it_lacks_what_each_better_goal_lacks() -> None:
    assert standing(game([])).text == "+2: 2 spaces to go; +5: 5 spaces to go; +7: 7 spaces to go"
    reached = standing(game([TO_BRINE]))
    assert (reached.state, reached.earned) == (ticket_status.OPEN, 2)
    assert reached.text == "+2 so far; +5: 3 spaces to go; +7: 6 spaces to go"
    assert ticket_status.spaces(reached) == 3
    assert standing(game([TO_BRINE, TO_EDDY, TO_HERON])) == ticket_status.TicketStanding("done", "done, +7")


def test_a_better_goal_may_become_impossible() -> None:
    into_heron = [fact.slug for fact in BOARD.routes if H in fact.ends]
    assert standing(game([TO_BRINE], into_heron)).text == "+2 so far; +5: 3 spaces to go; +7: no longer possible"
    assert standing(game([TO_BRINE, TO_EDDY], into_heron)) == ticket_status.TicketStanding("done", "done, +5")
    seen, land = look(game([], into_heron))
    assert ticket_status.most_points(held(game([])), ticket_status.of_held(seen, land)[0]) == 5


def test_the_routes_that_are_missing_are_named_for_the_nearest_goal() -> None:
    seen, land = look(game([TO_BRINE]))
    told = ticket_status.each_in_full(land, [held(game([TO_BRINE]))], ticket_status.of_held(seen, land))
    assert told == ["+2 so far; +5: 3 spaces to go: Brine – Eddy; +7: 6 spaces to go"]


def test_a_route_towards_any_better_goal_helps_the_ticket() -> None:
    useful = Claims(*look(game([TO_BRINE]))).useful
    assert {TO_EDDY, TO_HERON} <= {row.slug for row in useful}
    assert all(row.helps == [1] for row in useful)
    assert "completes A" in useful[0].reason
    assert not Claims(*look(game([TO_BRINE, TO_EDDY, TO_HERON]))).open_tickets


def test_the_map_has_its_letter_at_each_goal() -> None:
    def rings(own: Sequence[str]) -> dict[str, tuple[str, bool]]:
        scene = Scene.from_view(BOARD, look(game(own))[0].view)
        return {city: (ring.letters, ring.arrived) for city, ring in scene.rings().items()}

    assert rings([]) == dict.fromkeys(("anchor", "brine", "eddy", "heron"), ("A", False))
    assert rings([TO_BRINE, TO_EDDY]) == {"anchor": ("A", False), "eddy": ("A", True), "heron": ("A", False)}


def test_its_name_has_every_goal_with_its_value() -> None:
    assert words.ticket(1, BOARD) == "Anchor Bay – Brine (2), Eddy (5) or Heron Isle (7)"
    assert words.ticket(2, BOARD) == "Anchor Bay – Gull Point (6)"
    apart = replace(BOARD, tickets=(FACT._replace(attributes={"also": (Goal((E, H), 3),)}),))
    assert words.ticket(1, apart) == "Anchor Bay – Brine (2) or Eddy – Heron Isle (3)"
    assert goals.list_cities(ticket_view(BOARD, BOARD.ticket_of[1])) == ["anchor", "brine", "eddy", "heron"]


def test_the_stand_in_goes_on_to_the_goal_that_gains_most() -> None:
    def planned(own: Sequence[str]) -> tuple[int, list[str]]:
        view = look(game(own))[0].view
        at = ground(KIND.rules, view, ())
        route_plan = plan(at, seen.unfinished(BOARD, engine.own(view)["tickets"]))
        return route_plan.points, [BOARD.routes[route].slug for route in routes_in(route_plan.routes)]

    assert planned([TO_BRINE]) == (7, [TO_EDDY, TO_HERON])
    assert planned([TO_BRINE, TO_EDDY]) == (7, [TO_HERON])
    assert planned([TO_BRINE, TO_EDDY, TO_HERON]) == (0, [])


def test_what_it_has_earned_is_worth_something_to_the_stand_in() -> None:
    walls = [fact.slug for fact in BOARD.routes if {E, H} & {*fact.ends}]
    view = look(game([TO_BRINE], walls))[0].view
    assert value(ground(KIND.rules, view, ()), [BOARD.ticket_of[1]]) == 2


def test_goals_of_one_ticket_differ_in_value() -> None:
    with pytest.raises(ValueError, match="same value"):
        board_from_tables("Twos", "a|A|1|1\nb|B|2|2\nc|C|3|3", "a|b|1|red", "1|a|b|8||a-c=8", {1: 1})
