"""The ruleset alone says which routes count for a seat's tickets: scoring, prospects and the stand-in agree.

In the game of these tests a lantern lends a seat the routes of others into its city. Ticket 2 leads from Anchor Bay to
Gull Point, all routes to which another seat holds.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import engine
from engine.boards import City, Routes
from engine.boards.lagoon import LAGOON as BOARD
from engine.parts import connections
from engine.parts.claims import BoardPosition
from engine.parts.lanterns import LanternPosition
from engine.parts.network import routes_in
from games.presentation.prospects import ticket_status
from games.presentation.prospects.ways import Land
from games.table.plans.vocabulary import Seen
from games.table.plans.words.nearness import TicketImpossible

from .against_random import line
from .positions import Game, Kind, is_of, table

TICKET, GULL, WAY = 2, BOARD.city_of["gull"], "anchor-driftwood"
TO_GULL = [fact.slug for fact in BOARD.routes if GULL in fact.ends]
Table = Callable[[Any, int], Routes]


def lent(state: LanternPosition, seat: int) -> Routes:
    """Return the routes of others into the cities that have their lantern."""
    others = (routes for other, routes in enumerate(state.network.claimed) if other != seat)
    return sum(1 << route for routes in others for route in routes_in(routes) if _is_lit(state, route))


def _is_lit(state: LanternPosition, route: int) -> bool:
    return not set(state.lit).isdisjoint(BOARD.routes[route].ends)


def with_lent(state: LanternPosition, seat: int) -> Routes:
    return state.network.claimed[seat] | lent(state, seat)


LENT = Kind(replace(engine.RULESETS["lagoon@1"], connecting=with_lent))
LATER = Kind(replace(engine.RULESETS["lagoon@1"], lending=lent))
NEVER = Kind(engine.RULESETS["lagoon@1"])


def game(kind: Kind, own: list[str], *, lit: tuple[City, ...] = (GULL,), hand: str = "blue 2") -> Game:
    """Return a game in which another seat holds all routes to Gull Point, and seat 0 has some cards for its way."""
    game = table(hands={0: hand}, tickets={0: [TICKET]}, routes={0: own, 1: TO_GULL}, deck="red 9", kind=kind)
    is_of(LanternPosition, game.state).lit = lit
    return game


def seen(game: Game) -> Seen:
    state = game.state
    return Seen(state.rules, engine.view(state, 0))


def standing(game: Game) -> ticket_status.TicketStanding:
    viewed = seen(game)
    tickets = viewed.tickets
    assert len(tickets) == 1
    return ticket_status._stand_on_board(Land(viewed.rules, viewed.view, 0), tickets[0])


def missing(game: Game) -> int | None:
    viewed = seen(game)
    gap = Land(viewed.rules, viewed.view, 0).missing(BOARD.tickets[BOARD.ticket_of[TICKET]])
    return None if gap is None else gap.spaces


def scored(game: Game) -> list[int]:
    return [fact.points for fact in connections.ticket_points(is_of(BoardPosition, game.state)) if fact.seat == 0]


@pytest.mark.parametrize(("lit", "points", "spaces"), [((GULL,), 6, 0), ((), -6, None)], ids=["lit", "taken"])
def test_a_route_that_counts_completes_a_ticket_for_scoring_and_prospects(
    lit: tuple[City, ...], points: int, spaces: int | None
) -> None:
    position = game(LENT, [WAY], lit=lit)
    completed = engine.own(engine.view(position.state, 0))["tickets"][0]["completed"]
    assert (completed, scored(position), missing(position)) == (points > 0, [points], spaces)


def test_what_is_left_to_claim_is_what_does_not_count() -> None:
    position = game(LENT, [])
    assert (missing(position), standing(position).text) == (2, "2 spaces to go")
    assert line(position) == f"claim {WAY} blue 2"


def test_the_stand_in_does_not_go_where_nothing_counts() -> None:
    assert line(game(NEVER, [], hand="blue 2 green 3")) != f"claim {WAY} blue 2"


@pytest.mark.parametrize(
    ("kind", "own", "state", "text"),
    [
        (NEVER, [WAY], ticket_status.LOST, "no longer possible"),
        (LATER, [WAY], ticket_status.OPEN, "only over routes of others"),
        (LATER, [], ticket_status.OPEN, "2 spaces to go beside routes of others"),
    ],
)
def test_a_ticket_is_not_lost_while_routes_of_others_may_come_to_count(
    kind: Kind, own: list[str], state: str, text: str
) -> None:
    position = game(kind, own)
    found = standing(position)
    assert (found.state, found.text) == (state, text)
    assert TicketImpossible(TICKET).holds(seen(position)) == (state == ticket_status.LOST)


def test_a_ticket_is_lost_once_nothing_can_be_lent() -> None:
    assert standing(game(LATER, [WAY], lit=())).state == ticket_status.LOST
