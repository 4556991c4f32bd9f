"""The stand-in on a board: it claims routes towards its tickets, draws the cards it lacks, then goes for points.

As long as tickets can be completed, their routes are the targets; after that it draws new tickets or, late in the game,
targets the routes that score most for the turns they take. It claims the best target that it can pay for; if there is
none, it draws cards for the nearest target. When the turn is probably the last, only immediate points count.

`Valuation` says what differs from board to board: where a seat's network starts, and what a claimed route brings it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from engine.boards import GRAY, City, Route, RouteFact, Ticket
from engine.cards import COLORS, LOCOMOTIVE, Card
from engine.model import Choices, Chooser, Move, Prompt, Ruleset
from engine.parts.claims import ClaimRoute
from engine.parts.connections import earned
from engine.parts.market import DrawAgain, TakeCard
from engine.parts.network import connected, routes_in
from engine.parts.substitutes import ClaimWith
from engine.parts.tickets import DrawTickets, Keep, KeepFirstTickets, KeepTickets
from engine.parts.turns import TakeTurn
from engine.prices import Price
from engine.stand_in import seen
from engine.stand_in.ways import Ground, RoutePlan, ground, plan
from engine.views import View, own

HALF_TURN: Final = 2
"""The number of points that half a turn is worth."""
MOST_EXTRA: Final = 4
"""The most cards that a route may cost more because some stand for others, before the last turn."""
LATE: Final = 14
"""The number of trains of any seat at or below which it is too late for new tickets."""


Claim = ClaimRoute | ClaimWith


def no_spare(route: RouteFact) -> int:
    """Return none, for boards on which a route costs what it shows."""
    return 0


class Valuation(NamedTuple):
    """The functions that differ by board. `home`: where the network starts. `worth`: a claim's immediate points.

    `spare`: how many cards to hold besides the price before a route is claimed, since it may cost more.
    """

    home: Callable[[Ruleset, View], tuple[City, ...]]
    worth: Callable[[Ruleset, View, Route], int]
    spare: Callable[[RouteFact], int] = no_spare


class Outlook(NamedTuple):
    """A seat with what it sees and plans.

    `price` returns what a route costs, `worth` the immediate points for claiming it, `spare` the cards to hold besides.
    """

    at: Ground
    view: View
    hand: list[int]
    tickets: list[Ticket]
    plan: RoutePlan
    price: Callable[[RouteFact], Price]
    worth: Callable[[Route], int]
    spare: Callable[[RouteFact], int]


class Target(NamedTuple):
    """A route to claim, the color to pay with, and the number of missing cards; the lowest rank comes first."""

    rank: float
    route: Route
    color: Card
    lacking: int


def choosers(valuation: Valuation) -> Mapping[type[Prompt], Chooser]:
    """Return the functions that answer the prompts of every board."""

    def seat(rules: Ruleset, view: View) -> Outlook:
        at = ground(rules, view, valuation.home(rules, view))
        tickets = seen.unfinished(rules.board, own(view)["tickets"])
        worth = partial(valuation.worth, rules, view)
        return Outlook(at, view, seen.hand(view), tickets, plan(at, tickets), rules.price, worth, valuation.spare)

    def choose_tickets(rules: Ruleset, view: View, options: Choices) -> Move:
        return _keep_tickets(seat(rules, view), options)

    def turn(rules: Ruleset, view: View, options: Choices) -> Move:
        return _turn(seat(rules, view), options)

    def draw_again(rules: Ruleset, view: View, options: Choices) -> Move:
        chooser = seat(rules, view)
        return _draw(chooser, options, _targets(chooser))

    return {KeepFirstTickets: choose_tickets, KeepTickets: choose_tickets, TakeTurn: turn, DrawAgain: draw_again}


def _keep_tickets(seat: Outlook, options: Choices) -> Move:
    """Return the move that keeps the tickets worth most together with those held."""
    sets = [move for move in options if isinstance(move, Keep)]
    return max(sets, key=lambda move: value(seat.at, (*seat.tickets, *move.tickets)))


def value(at: Ground, tickets: Sequence[Ticket]) -> int:
    """Return the value of these tickets: those that can be completed count as gains, the others as losses."""
    route_plan, board = plan(at, tickets), at.board
    unplanned = (ticket for ticket in tickets if ticket not in route_plan.tickets)
    points = route_plan.points + sum(at.earned.get(ticket, -board.tickets[ticket].points) for ticket in unplanned)
    routes = sum(board.route_points[board.routes[route].length] for route in routes_in(route_plan.routes))
    return points + routes - HALF_TURN * route_plan.effort


def _turn(seat: Outlook, options: Choices) -> Move:
    claims = [move for move in options if isinstance(move, Claim) and _has_spare(seat, move)]
    targets = _targets(seat)
    return (
        (seat.at.turns == 1 and _claim(seat, claims, lambda route: _at_once(seat, route)))
        or _claim(seat, [claim for claim in claims if _planned(seat, claim.route)], lambda route: _length(seat, route))
        or _more_tickets(seat, options)
        or _claim(seat, [claim for claim in claims if _is_first(seat, targets, claim.route)], seat.worth)
        or _draw(seat, options, targets)
    )


def _has_spare(seat: Outlook, claim: Claim) -> bool:
    """Check whether the hand has enough besides the price for what the route may cost more; in the last turn, any.

    Nor may too many cards stand for others.
    """
    fact = seat.at.board.routes[claim.route]
    if isinstance(claim, ClaimWith):
        return seat.at.turns == 1 or _count_extra(seat, claim) <= MOST_EXTRA
    spare = seat.spare(fact)
    if not spare or seat.at.turns == 1:
        return True
    colored = 0 if claim.color == LOCOMOTIVE else seat.hand[claim.color]
    return colored + seat.hand[LOCOMOTIVE] >= seat.price(fact).cards + spare


def _count_extra(seat: Outlook, claim: Claim) -> int:
    """Return how many cards this pays more than the route is long, because some stand for others."""
    return len(claim.cards) - _length(seat, claim.route) if isinstance(claim, ClaimWith) else 0


def _claim(seat: Outlook, claims: Sequence[Claim], worth: Callable[[Route], int]) -> Claim | None:
    """Return the best claim with a positive worth, paid with the cards least needed elsewhere, if there is one."""
    worths = {route: worth(route) for route in {claim.route: None for claim in claims}}
    best = max(worths.values(), default=0)
    if best <= 0:
        return None
    needed = {seat.at.board.routes[route].color for route in routes_in(seat.plan.routes)}
    good = [claim for claim in claims if worths[claim.route] == best]
    return min(
        good,
        key=lambda claim: (
            _count_extra(seat, claim),
            claim.locomotives,
            claim.color in needed,
            seat.hand[claim.color],
        ),
    )


def _at_once(seat: Outlook, route: Route) -> int:
    """Return the immediate gain from claiming this route, including tickets."""
    board = seat.at.board
    roots = connected(board, routes_in(seat.at.connecting | 1 << route))
    completed = ((earned(board.tickets[ticket], roots) or 0) - seat.at.earned.get(ticket, 0) for ticket in seat.tickets)
    return seat.worth(route) + sum(2 * points for points in completed)


def _planned(seat: Outlook, route: Route) -> bool:
    """Check whether this route or a parallel track is planned."""
    return bool(seat.plan.routes & (1 << route | seat.at.board.parallels[route]))


def _length(seat: Outlook, route: Route) -> int:
    return seat.at.board.routes[route].length


def _is_first(seat: Outlook, targets: Sequence[Target], route: Route) -> bool:
    return bool(targets) and route == targets[0].route


def _more_tickets(seat: Outlook, options: Choices) -> Move | None:
    """Draw new tickets if nothing is left to do for those held and it is not late."""
    if seat.plan.routes or min(other["trains"] for other in seat.view["seats"]) <= LATE:
        return None
    return next((move for move in options if isinstance(move, DrawTickets)), None)


def _targets(seat: Outlook) -> list[Target]:
    """Return the planned routes, fewest missing cards first; or, without a plan, routes for points."""
    if not seat.plan.routes:
        return sorted(_for_points(seat))
    return sorted(
        min(_target(seat, track) for track in _open_tracks(seat, route)) for route in routes_in(seat.plan.routes)
    )


def _open_tracks(seat: Outlook, route: Route) -> list[Route]:
    """Return the route and its parallel tracks that are also open."""
    return list(routes_in(1 << route | seat.at.board.parallels[route] & seat.at.open))


def _target(seat: Outlook, route: Route) -> Target:
    fact, hand = seat.at.board.routes[route], seat.hand
    price = seat.price(fact)
    color = Card(price.color) if price.color != GRAY else max(COLORS, key=lambda card: hand[card])
    wild = min(hand[LOCOMOTIVE], price.most)
    lacking = max(0, price.cards + seat.spare(fact) - hand[color] - wild, price.fewest - wild)
    return Target(lacking, route, color, lacking)


def _for_points(seat: Outlook) -> list[Target]:
    """Return the routes that can be claimed in time, ranked by points per turn."""
    targets = []
    for route in routes_in(seat.at.near):
        target = _target(seat, route)
        turns = 1 + (target.lacking + 1) // 2
        if _length(seat, route) <= seat.at.trains and turns <= seat.at.turns:
            targets.append(target._replace(rank=-seat.worth(route) / turns))
    return targets


def _draw(seat: Outlook, options: Choices, targets: Sequence[Target]) -> Move:
    """Draw a card for the first target that the market has one for, else from the deck, else play the first move."""
    market = seen.market(seat.view)
    face_up = [(move, market[move.place]) for move in options if isinstance(move, TakeCard)]
    for target in targets:
        for move, card in face_up:
            if target.lacking and card == target.color:
                return move
        if target.lacking == 1:
            for move, card in face_up:
                if card == LOCOMOTIVE:
                    return move
    return seen.anything(options)


def no_home(rules: Ruleset, view: View) -> tuple[City, ...]:
    """Return an empty tuple, for boards on which routes may be claimed anywhere (B13)."""
    return ()


def route_points(rules: Ruleset, view: View, route: Route) -> int:
    """Return the points for the route's length, which the claimer scores (B15)."""
    return rules.board.route_points[rules.board.routes[route].length]


CHOOSERS: Final = choosers(Valuation(no_home, route_points))
