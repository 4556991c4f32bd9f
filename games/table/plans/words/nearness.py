"""Conditions on other seats' claims near a route, impossible tickets, and the approaching end.

... when others claim near denver-omaha      a route with an end in Denver or Omaha, since the plan was given
... when others claim within 2 of mine       up to two routes away from one of mine ("of denver": from a city)
... when others claim denver-omaha           this route, or a parallel track
... when ticket 17 impossible    it can no longer be completed ("ticket impossible": any of mine)
... when trains 6                some seat has at most six trains left
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import engine
from engine.boards import Board, City, Route
from engine.errors import EngineError, MalformedMove
from engine.notation import a_route, city, number
from engine.parts.network import routes_in
from games.presentation.prospects.ways import Land
from games.table.plans.vocabulary import Condition, ConditionReader, PlanWords, Seen, on_boards, only_number
from games.table.plans.words.claims import tracks_named

MINE: Final = "mine"


@dataclass(frozen=True)
class OthersClaim(Condition):
    """The condition that another seat has claimed a route this near to these cities since the plan was given.

    `cities`: None for the seat's own cities.
    """

    cities: frozenset[City] | None
    steps: int

    def holds(self, situation: Seen) -> bool:
        cities = _own_cities(situation) if self.cities is None else self.cities
        near = _cities_within(situation.board, cities, self.steps - 1)
        return any(near.intersection(_ends(situation.board, slug)) for slug in _claimed_by_others(situation))


@dataclass(frozen=True)
class OthersClaimIt(Condition):
    """The condition that another seat has claimed one of these tracks since the plan was given."""

    tracks: tuple[Route, ...]

    def holds(self, situation: Seen) -> bool:
        slugs = {situation.board.routes[track].slug for track in self.tracks}
        return any(slug in slugs for slug in _claimed_by_others(situation))


def _claimed_by_others(situation: Seen) -> Iterator[str]:
    return (
        event["route"]
        for event in situation.events()
        if event["type"] == "route_claimed" and event["seat"] != situation.seat
    )


def _ends(board: Board, slug: str) -> tuple[City, City]:
    return board.routes[board.route_of[slug]].ends


def _own_cities(situation: Seen) -> frozenset[City]:
    """Return the cities on the seat's routes, and its starting city if it has one."""
    start = situation.own.get("start")
    own = {end for route in routes_in(situation.ground.own) for end in situation.board.routes[route].ends}
    return frozenset(own | ({situation.board.city_of[start]} if start else set()))


def _cities_within(board: Board, cities: Iterable[City], steps: int) -> set[City]:
    """Return these cities and all cities at most `steps` routes away, which the number of cities bounds."""
    reached = set(cities)
    for _ in range(min(steps, len(board.cities))):
        reached |= {end for fact in board.routes if not reached.isdisjoint(fact.ends) for end in fact.ends}
    return reached


def _example(board: Board) -> str:
    """Return examples of conditions on others' claims on this board."""
    slug = a_route(board).slug
    return f"others claim near {slug}, others claim within 2 of mine, or others claim {slug}"


def _read_others(rules: engine.Ruleset, words: list[str]) -> Condition:
    if words[:1] != ["claim"] or len(words) < 2:
        raise MalformedMove("others_what", expected=_example(rules.board))
    if len(words) == 2 and words[1] != MINE:
        return OthersClaimIt(tracks_named(rules.board, words[1]))
    if words[1] == "near" and len(words) == 3:
        return OthersClaim(_read_cities(rules.board, words[2]), 1)
    if words[1] == "within" and words[3:4] == ["of"] and len(words) == 5:
        return OthersClaim(_read_cities(rules.board, words[4]), max(1, number(words[2])))
    raise MalformedMove("others_what", expected=_example(rules.board))


def _read_cities(board: Board, name: str) -> frozenset[City] | None:
    """Return the named city, or the ends of a route; None for the seat's own cities. Raises MalformedMove."""
    if name == MINE:
        return None
    if name in board.city_of:
        return frozenset({city(board, name)})
    return frozenset(end for track in tracks_named(board, name) for end in board.routes[track].ends)


@dataclass(frozen=True)
class TicketImpossible(Condition):
    """The condition that a ticket (None: any of the seat's) can no longer be completed."""

    number: int | None

    def holds(self, situation: Seen) -> bool:
        unfinished = [ticket["number"] for ticket in situation.tickets if not ticket["completed"]]
        return any(_is_impossible(situation, number) for number in unfinished if self.number in (None, number))

    def refusal(self, situation: Seen) -> EngineError | None:
        """Return an error if the seat does not hold the ticket."""
        own_numbers = [ticket["number"] for ticket in situation.tickets]
        return None if self.number in (None, *own_numbers) else EngineError("not_your_ticket", tickets=own_numbers)


def _is_impossible(situation: Seen, number: int) -> bool:
    """Check whether no routes that count, or that may still come to, can join a ticket's cities."""
    land = Land(situation.rules, situation.view, situation.seat)
    return land.missing_if_lent(situation.board.tickets[situation.board.ticket_of[number]]) is None


@dataclass(frozen=True)
class TrainsAtMost(Condition):
    """The condition that some seat has at most this many trains, so that the end is near."""

    count: int

    def holds(self, situation: Seen) -> bool:
        return any(seat["trains"] <= self.count for seat in situation.view["seats"])


def _read_ticket(rules: engine.Ruleset, words: list[str]) -> Condition:
    expected = f"ticket {min(rules.board.ticket_of)} impossible, or ticket impossible"
    if words[-1:] != ["impossible"] or len(words) > 2:
        raise MalformedMove("ticket_what", expected=expected)
    if len(words) == 1:
        return TicketImpossible(None)
    (ticket,) = engine.notation.tickets(rules.board, words[:1], "ticket_what", expected) or (None,)
    if ticket is None:
        raise MalformedMove("ticket_what", expected=expected)
    return TicketImpossible(rules.board.tickets[ticket].number)


def _read_trains(rules: engine.Ruleset, words: list[str]) -> Condition:
    return TrainsAtMost(only_number(words, "trains 6"))


WORDS: Final = PlanWords(
    conditions={
        "others": ConditionReader(_read_others, on_boards),
        "ticket": ConditionReader(_read_ticket, on_boards),
        "trains": ConditionReader(_read_trains, on_boards),
    },
)
