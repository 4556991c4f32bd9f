"""What others do near a route, whether the seat's tickets can still be completed, and how near the end is.

... when others claim near denver-omaha      a route with an end in Denver or Omaha, since the plan was given
... when others claim within 2 of mine       up to two routes away from one of mine ("of denver": from a city)
... when others claim denver-omaha           this very one, or a track beside it
... when ticket 17 impossible    it cannot be completed any more ("ticket impossible": any of mine)
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
from games.plans.vocabulary import Condition, ConditionReader, PlanWords, Seen, on_boards, only_number
from games.plans.words.claiming import tracks_named
from games.prospects.ways import Land

MINE: Final = "mine"


@dataclass(frozen=True)
class OthersClaim(Condition):
    """Since the plan was given, another seat has claimed a route this near to these cities (None: to its own)."""

    cities: frozenset[City] | None
    steps: int

    def holds(self, seen: Seen) -> bool:
        """Whether one did."""
        cities = _own_cities(seen) if self.cities is None else self.cities
        near = _around(seen.board, cities, self.steps - 1)
        return any(near.intersection(_ends(seen.board, slug)) for slug in _claimed_by_others(seen))


@dataclass(frozen=True)
class OthersClaimIt(Condition):
    """Since the plan was given, another seat has claimed one of these tracks."""

    tracks: tuple[Route, ...]

    def holds(self, seen: Seen) -> bool:
        """Whether one did."""
        slugs = {seen.board.routes[track].slug for track in self.tracks}
        return any(slug in slugs for slug in _claimed_by_others(seen))


def _claimed_by_others(seen: Seen) -> Iterator[str]:
    return (event["route"] for event in seen.events("route_claimed") if event["seat"] != seen.seat)


def _ends(board: Board, slug: str) -> tuple[City, City]:
    return board.routes[board.route_of[slug]].ends


def _own_cities(seen: Seen) -> frozenset[City]:
    """The cities on the seat's routes, and where its network starts, if anywhere."""
    start = seen.own.get("start")
    own = {end for each in routes_in(seen.ground.own) for end in seen.board.routes[each].ends}
    return frozenset(own | ({seen.board.city_of[start]} if start else set()))


def _around(board: Board, cities: Iterable[City], steps: int) -> set[City]:
    """These cities and all that are so many routes away at most: none is further than there are cities."""
    reached = set(cities)
    for _ in range(min(steps, len(board.cities))):
        reached |= {end for fact in board.routes if not reached.isdisjoint(fact.ends) for end in fact.ends}
    return reached


def _a_deed(board: Board) -> str:
    """What others may do on this board, as it is written."""
    slug = a_route(board).slug
    return f"others claim near {slug}, others claim within 2 of mine, or others claim {slug}"


def _others(rules: engine.Ruleset, words: list[str]) -> Condition:
    if words[:1] != ["claim"] or len(words) < 2:
        raise MalformedMove("others_what", expected=_a_deed(rules.board))
    if len(words) == 2 and words[1] != MINE:
        return OthersClaimIt(tracks_named(rules.board, words[1]))
    if words[1] == "near" and len(words) == 3:
        return OthersClaim(_cities(rules.board, words[2]), 1)
    if words[1] == "within" and words[3:4] == ["of"] and len(words) == 5:
        return OthersClaim(_cities(rules.board, words[4]), max(1, number(words[2])))
    raise MalformedMove("others_what", expected=_a_deed(rules.board))


def _cities(board: Board, name: str) -> frozenset[City] | None:
    """A city, or the ends of a route; None for the seat's own. Raises MalformedMove."""
    if name == MINE:
        return None
    if name in board.city_of:
        return frozenset({city(board, name)})
    return frozenset(end for track in tracks_named(board, name) for end in board.routes[track].ends)


@dataclass(frozen=True)
class TicketImpossible(Condition):
    """A ticket (None: any of the seat's) can no longer be completed, whatever happens."""

    number: int | None

    def holds(self, seen: Seen) -> bool:
        """Whether routes or trains are lacking for it."""
        unfinished = [ticket["number"] for ticket in seen.tickets if not ticket["completed"]]
        return any(_is_impossible(seen, number) for number in unfinished if self.number in (None, number))

    def refusal(self, seen: Seen) -> EngineError | None:
        """The seat does not hold it."""
        held = [ticket["number"] for ticket in seen.tickets]
        return None if self.number in (None, *held) else EngineError("not_your_ticket", tickets=held)


def _is_impossible(seen: Seen, number: int) -> bool:
    """Its cities cannot be joined by own and open routes, or only with more trains than are left."""
    land = Land(seen.rules, seen.view, seen.seat)
    return land.missing(seen.board.tickets[seen.board.ticket_of[number]]) is None


@dataclass(frozen=True)
class TrainsAtMost(Condition):
    """The end is near: some seat has this few trains."""

    count: int

    def holds(self, seen: Seen) -> bool:
        """Whether one has."""
        return any(seat["trains"] <= self.count for seat in seen.view["seats"])


def _ticket(rules: engine.Ruleset, words: list[str]) -> Condition:
    expected = f"ticket {min(rules.board.ticket_of)} impossible, or ticket impossible"
    if words[-1:] != ["impossible"] or len(words) > 2:
        raise MalformedMove("ticket_what", expected=expected)
    if len(words) == 1:
        return TicketImpossible(None)
    (wanted,) = engine.notation.tickets(rules.board, words[:1], "ticket_what", expected) or (None,)
    if wanted is None:
        raise MalformedMove("ticket_what", expected=expected)
    return TicketImpossible(rules.board.tickets[wanted].number)


def _trains_left(rules: engine.Ruleset, words: list[str]) -> Condition:
    return TrainsAtMost(only_number(words, "trains 6"))


WORDS: Final = PlanWords(
    conditions={
        "others": ConditionReader(_others, on_boards),
        "ticket": ConditionReader(_ticket, on_boards),
        "trains": ConditionReader(_trains_left, on_boards),
    },
)
