"""City markers: where networks start, how far they reach, and who scores (W4-W7).

Every seat has three markers. The first lies in its starting city, from which its network grows: the cities joined to it
by the seat's own routes, which are all cities on its routes, since each route touches the network when it is claimed.
So the set of routes that touch a seat's network is kept up to date, and the seat may claim those of them that are open.
Further markers are bought after a claim, at either end of the route, with a pair.

`barred` are cities in which no marker may ever stand.

start denver                    choose this starting city
marker denver blue 1 loco 1     place a marker in this city, and the pair that pays for it
marker none                     place no marker
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from typing import Annotated, ClassVar, Final, TypedDict, TypeVar

from engine import notation
from engine.boards import GRAY, Board, City, Route, Routes
from engine.cards import CARDS, LOCOMOTIVE, ONE, Card, counts, size
from engine.chance import Chance
from engine.copies import copyable
from engine.effects import Effect
from engine.errors import IllegalMove, MalformedMove
from engine.model import Event, Feature, Move, MoveRule, Prompt, Reducer, value
from engine.options import Product
from engine.parts import claims
from engine.parts.claims import BoardPosition, RouteClaimed
from engine.prices import Price
from engine.visibility import CityId, RouteId, SeatNumber

EACH: Final = 3
PAIR: Final = 2
PRICE: Final = Price(GRAY, PAIR, 0, PAIR)


@copyable
class MarkedPosition(BoardPosition):
    """A position of a board with city markers.

    `markers` are each seat's cities in the order in which it placed markers there, the starting city first; `reach` are
    the routes that touch each seat's network. Both are values: reducers replace them.
    """

    markers: tuple[tuple[City, ...], ...]
    reach: tuple[Routes, ...]

    def marked_by(self, city: City) -> int | None:
        """Return the seat whose marker stands in this city, if there is one."""
        for seat, cities in enumerate(self.markers):
            if city in cities:
                return seat
        return None


Marked = TypeVar("Marked", bound=MarkedPosition)
"""The position of a game with city markers, or of a subclass."""


@value
class ChooseStart(Prompt):
    """In which city to start (W4)."""

    tag: ClassVar[str] = "choose_start"
    rule: ClassVar[str] = "W4"
    within_turn: ClassVar[bool] = False


@value
class PlaceMarker(Prompt):
    """Whether to place a marker in an end of the route just claimed, and in which (W6)."""

    tag: ClassVar[str] = "place_marker"
    rule: ClassVar[str] = "W6"
    route: Route


@value
class Start(Move):
    """Start in this city."""

    tag: ClassVar[str] = "start"
    city: City


@value
class Mark(Move):
    """Place a marker for two cards of one color, this many of them locomotives; if both, the color is `locomotive`."""

    tag: ClassVar[str] = "mark"
    city: City
    color: Card
    locomotives: int


@value
class MarkNothing(Move):
    """Place no marker this time."""

    tag: ClassVar[str] = "mark_nothing"


@value
class StartDue(Event):
    """This seat has to choose its starting city."""

    tag: ClassVar[str] = "start_due"
    seat: int


@value
class StartChosen(Event):
    """A seat placed its first marker: it starts in this city."""

    tag: ClassVar[str] = "start_chosen"
    seat: int
    city: City


@value
class MarkerDue(Event):
    """The seat that claimed this route may place a marker at one of its ends."""

    tag: ClassVar[str] = "marker_due"
    seat: int
    route: Route


@value
class MarkerPlaced(Event):
    """A seat placed a marker and paid this many cards of a color and this many locomotives."""

    tag: ClassVar[str] = "marker_placed"
    seat: int
    city: City
    color: Card
    cards: int
    locomotives: int


@value
class MarkerDeclined(Event):
    """A seat placed no marker."""

    tag: ClassVar[str] = "marker_declined"
    seat: int


@cache
def routes_at(board: Board, city: City) -> Routes:
    """Return all routes with an end in this city."""
    return sum(1 << index for index, fact in enumerate(board.routes) if city in fact.ends)


def _start_due(state: MarkedPosition, event: StartDue) -> None:
    state.ask(ChooseStart(event.seat, state.entry))


def _start_chosen(state: MarkedPosition, event: StartChosen) -> None:
    state.close_prompt(event.seat)
    _place(state, event.seat, event.city)
    _reach(state, event.seat, (event.city,))


def _marker_due(state: MarkedPosition, event: MarkerDue) -> None:
    state.ask(PlaceMarker(event.seat, state.entry, event.route))


def _marker_placed(state: MarkedPosition, event: MarkerPlaced) -> None:
    state.close_prompt(event.seat)
    claims.pay(state, event.seat, event.cards * ONE[event.color] + event.locomotives * ONE[LOCOMOTIVE])
    _place(state, event.seat, event.city)


def _marker_declined(state: MarkedPosition, event: MarkerDeclined) -> None:
    state.close_prompt(event.seat)


def _place(state: MarkedPosition, seat: int, city: City) -> None:
    markers = state.markers
    state.markers = (*markers[:seat], (*markers[seat], city), *markers[seat + 1 :])


def _reach(state: MarkedPosition, seat: int, cities: Iterable[City]) -> None:
    reach, board = state.reach, state.rules.board
    further = reach[seat]
    for city in cities:
        further |= routes_at(board, city)
    state.reach = (*reach[:seat], further, *reach[seat + 1 :])


def _reaching(claimed: Reducer) -> Callable[[MarkedPosition, RouteClaimed], None]:
    """Return a reducer of RouteClaimed that runs `claimed` and then extends the seat's network (W5)."""

    def reduce(state: MarkedPosition, event: RouteClaimed) -> None:
        claimed(state, event)
        _reach(state, event.seat, state.rules.board.routes[event.route].ends)

    return reduce


def next_start(state: MarkedPosition, chance: Chance) -> Iterable[Event] | None:
    """Ask for the starting cities before the first turn, from the last player counter-clockwise (W4). A reaction."""
    if state.turn >= 0:
        return None
    for seat in reversed(range(state.seats)):
        if not state.markers[seat]:
            return (StartDue(seat),)
    return None


def within_network(state: MarkedPosition, seat: int) -> Routes:
    """Return the routes that this seat may claim: the open routes that touch its network (W5)."""
    return state.network.open[seat] & state.reach[seat]


def refuse_outside(state: MarkedPosition, seat: int, route: Route) -> None:
    """Raise IllegalMove with the reason if this seat may not claim this route (B13, W2, W5)."""
    claims.refuse_closed(state, seat, route)
    if not state.reach[seat] >> route & 1:
        raise IllegalMove("route_outside_network", rule="W5", route=state.rules.board.routes[route].slug)


def _refuse_city(state: MarkedPosition, city: City, barred: Collection[City]) -> None:
    slug = state.rules.board.cities[city].slug
    owner = state.marked_by(city)
    if owner is not None:
        raise IllegalMove("city_taken", rule="W4", city=slug, by=owner)
    if city in barred:
        raise IllegalMove("city_barred", rule="W11", city=slug)


def _free(state: MarkedPosition, cities: Iterable[City], barred: Collection[City]) -> list[City]:
    return [city for city in cities if state.marked_by(city) is None and city not in barred]


def start_rule(barred: Collection[City]) -> MoveRule[MarkedPosition, ChooseStart, Start]:
    """Return the rule for choosing a starting city: any that is free, listed by name (W4)."""

    def options(state: MarkedPosition, prompt: ChooseStart) -> list[Move]:
        return [Start(city) for city in _free(state, map(City, range(len(state.rules.board.cities))), barred)]

    def check(state: MarkedPosition, prompt: ChooseStart, move: Start) -> None:
        _refuse_city(state, move.city, barred)

    def events(state: MarkedPosition, prompt: ChooseStart, move: Start, chance: Chance) -> Iterable[Event]:
        return (StartChosen(prompt.seat, move.city),)

    return MoveRule(Start, options, check, events)


def marker_due(barred: Collection[City]) -> claims.Sequel[MarkedPosition]:
    """Return the sequel of a claim: the seat may place a marker, as far as public knowledge goes (W6)."""

    def follow(state: MarkedPosition, seat: int, route: Route) -> Iterator[Event]:
        can_pay = len(state.markers[seat]) < EACH and size(state.cards.hands[seat]) >= PAIR
        if can_pay and _free(state, state.rules.board.routes[route].ends, barred):
            yield MarkerDue(seat, route)

    return follow


def marker_rules(
    barred: Collection[City], sequel: Iterable[claims.Sequel[Marked]]
) -> tuple[MoveRule[Marked, PlaceMarker, Mark], MoveRule[Marked, PlaceMarker, MarkNothing]]:
    """Return the rules for placing a marker at an end of the route, or none; `sequel` yields what follows (W6)."""
    following = tuple(sequel)

    def options(state: MarkedPosition, prompt: PlaceMarker) -> Product[City, tuple[Card, int]]:
        cities = _free(state, state.rules.board.routes[prompt.route].ends, barred)
        return Product(_mark, cities, list(_pairs(counts(state.cards.hands[prompt.seat]))))

    def check(state: MarkedPosition, prompt: PlaceMarker, move: Mark) -> None:
        fact = state.rules.board.routes[prompt.route]
        if move.city not in fact.ends:
            raise IllegalMove("city_not_on_route", rule="W6", route=fact.slug)
        _refuse_city(state, move.city, barred)
        claims.refuse_mixture(PRICE, move, "W6")
        claims.refuse_missing(state.cards.hands[prompt.seat], PRICE, move, "W6")

    def events(state: Marked, prompt: PlaceMarker, move: Mark, chance: Chance) -> Iterator[Event]:
        yield MarkerPlaced(prompt.seat, move.city, move.color, PAIR - move.locomotives, move.locomotives)
        for follow in following:
            yield from follow(state, prompt.seat, prompt.route)

    def none(state: Marked, prompt: PlaceMarker, move: MarkNothing, chance: Chance) -> Iterator[Event]:
        yield MarkerDeclined(prompt.seat)
        for follow in following:
            yield from follow(state, prompt.seat, prompt.route)

    return MoveRule(Mark, options, check, events), MoveRule(MarkNothing, _nothing, _always, none)


def _mark(city: City, pair: tuple[Card, int]) -> Mark:
    return Mark(city, *pair)


def _pairs(hand: bytes) -> Iterator[tuple[Card, int]]:
    """Yield every pair in this hand, with its number of locomotives (W6)."""
    wild = hand[LOCOMOTIVE]
    for color in CARDS[:LOCOMOTIVE]:
        if hand[color]:
            yield from ((color, locomotives) for locomotives in range(PAIR - min(hand[color], PAIR), min(wild, 1) + 1))
    if wild >= PAIR:
        yield LOCOMOTIVE, PAIR


def _nothing(state: MarkedPosition, prompt: PlaceMarker) -> tuple[Move, ...]:
    return (MarkNothing(),)


def _always(state: MarkedPosition, prompt: PlaceMarker, move: MarkNothing) -> None:
    """Do nothing, since declining is always legal (W6)."""


def default_marker(state: MarkedPosition, prompt: PlaceMarker) -> Move:
    """Return the default: to place no marker."""
    return MarkNothing()


class MarkersView(TypedDict, total=False):
    """City markers: all of them are open to all."""

    markers: Annotated[dict[str, SeatNumber], "Cities with a city marker, and whose."]


class SeatMarkersView(TypedDict, total=False):
    """The city markers of a seat."""

    start: Annotated[CityId | None, "The starting city, once it is chosen."]
    markers: Annotated[int, "How many city markers are left."]


class PlaceMarkerView(TypedDict):
    """The question whether to place a marker."""

    route: Annotated[RouteId, "The route just claimed, in an end of which a marker may be placed."]


def _markers_view(state: MarkedPosition, viewer: int | None) -> MarkersView:
    cities = state.rules.board.cities
    return {"markers": {cities[city].slug: seat for seat, own in enumerate(state.markers) for city in own}}


def _seat_markers(state: MarkedPosition, seat: int, viewer: int | None) -> SeatMarkersView:
    own = state.markers[seat]
    return {"start": state.rules.board.cities[own[0]].slug if own else None, "markers": EACH - len(own)}


def _route_asked(state: MarkedPosition, prompt: PlaceMarker, viewer: int | None) -> PlaceMarkerView:
    return {"route": state.rules.board.routes[prompt.route].slug}


def _read_start(board: Board, words: list[str]) -> Move:
    if len(words) != 1:
        raise MalformedMove("start_where", expected=f"start {notation.a_city(board)}")
    return Start(notation.city(board, words[0]))


def _read_marker(board: Board, words: list[str]) -> Move:
    if words == ["none"]:
        return MarkNothing()
    expected = f"marker {notation.a_city(board)} blue 1 loco 1, or marker none"
    if not words:
        raise MalformedMove("marker_what", expected=expected)
    return Mark(notation.city(board, words[0]), *notation.payment(words[1:], PAIR, "marker_what", expected))


def _write_mark(board: Board, move: Mark) -> str:
    pair = notation.cards(move.color, PAIR - move.locomotives, move.locomotives)
    return f"marker {board.cities[move.city].slug} {pair}"


def feature(claiming: Feature) -> Feature:
    """Return the feature of city markers, which extends `claiming` so that a claim also grows the network (W5)."""
    return Feature(
        reducers={
            RouteClaimed: _reaching(claiming.reducers[RouteClaimed]),
            StartDue: _start_due,
            StartChosen: _start_chosen,
            MarkerDue: _marker_due,
            MarkerPlaced: _marker_placed,
            MarkerDeclined: _marker_declined,
        },
        verbs={"start": _read_start, "marker": _read_marker},
        writers={
            Start: lambda board, move: f"start {board.cities[move.city].slug}",
            Mark: _write_mark,
            MarkNothing: notation.word("marker none"),
        },
        table=_markers_view,
        seat=_seat_markers,
        prompts={PlaceMarker: _route_asked},
        effects={MarkerPlaced: (Effect.PAY,)},
    )
