"""Stations: each lets its owner use one route of another seat into its city at the end (E6-E9).

station bern red 1 loco 1     build the second station in this city (a lone "red" stands for as many as it costs)
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import chain
from operator import getitem, or_
from typing import Annotated, ClassVar, Final, TypedDict

from engine import notation
from engine.boards import GRAY, Board, City, Routes, Ticket
from engine.cards import CARDS, COLORS, LOCOMOTIVE, ONE, Card, counts
from engine.chance import Chance
from engine.copies import copyable
from engine.effects import Effect
from engine.errors import IllegalMove
from engine.model import Event, Feature, Move, MoveRule, Phase, Prompt, ScoringAccount, value
from engine.options import Product
from engine.parts import claims
from engine.parts.loans import choose_loans
from engine.parts.scoring import Score, one_line
from engine.parts.tunnels import TunnelPosition
from engine.parts.turns import PointsScored
from engine.prices import Price
from engine.visibility import CityId, SeatNumber

EACH: Final = 3
UNBUILT: Final = "station"
UNBUILT_POINTS: Final = 4


@copyable
class StationPosition(TunnelPosition):
    """A position with stations: the cities of each seat, in the order of building. A value, never changed."""

    stations: tuple[tuple[City, ...], ...]

    def left(self, seat: int) -> int:
        """Return how many stations the seat has not built."""
        return EACH - len(self.stations[seat])

    def price(self, seat: int) -> Price:
        """Return what the seat's next station costs: 1, 2 or 3 cards of one color (E6)."""
        cards = 1 + len(self.stations[seat])
        return Price(GRAY, cards, 0, cards)


@value
class BuildStation(Move):
    """Build a station in a city with cards of one color and this many locomotives."""

    tag: ClassVar[str] = "build_station"
    city: City
    color: Card
    cards: int
    locomotives: int


@value
class StationBuilt(Event):
    """A seat built a station and paid this many cards of a color and this many locomotives."""

    tag: ClassVar[str] = "station_built"
    seat: int
    city: City
    color: Card
    cards: int
    locomotives: int


def _free(state: StationPosition) -> Sequence[City]:
    return _without_station(state.rules.board, state.stations)


@lru_cache
def _without_station(board: Board, stations: tuple[tuple[City, ...], ...]) -> tuple[City, ...]:
    """Return the cities in which nobody has a station; cached, because few turns build one."""
    built = {city for cities in stations for city in cities}
    return tuple(city for city in map(City, range(len(board.cities))) if city not in built)


PaymentParts = tuple[Card, int, int]
"""A payment for a station: its color, how many cards of it, and locomotives."""


def _payments(hand: bytes, price: Price) -> list[PaymentParts]:
    """Return the payments that this hand allows, by color, those with the fewest locomotives first."""
    capped = hand.translate(_CAPPED)
    return [*chain.from_iterable(map(getitem, _PAYMENTS[price.cards][capped[LOCOMOTIVE]], capped))]


def _payments_of(card: Card, count: int, need: int, wild: int) -> Iterator[PaymentParts]:
    """Yield the payments with so many cards of a kind at hand."""
    if card == LOCOMOTIVE:
        if count >= need:
            yield LOCOMOTIVE, 0, need
    else:
        for locomotives in range(need - min(count, need), min(wild, need - 1) + 1):
            yield card, need - locomotives, locomotives


_NUMBERS: Final = range(EACH + 1)
_CAPPED: Final = bytes(min(count, EACH) for count in range(256))
_PAYMENTS: Final = [
    [[[tuple(_payments_of(card, count, need, wild)) for count in _NUMBERS] for card in CARDS] for wild in _NUMBERS]
    for need in _NUMBERS
]
"""The payments by the cards that a station costs, locomotives, kind of card, and how many of it; three are enough."""


def _build(city: City, payment: tuple[Card, int, int]) -> BuildStation:
    return BuildStation(city, *payment)


def _options(state: StationPosition, prompt: Prompt) -> Sequence[Move]:
    if not state.left(prompt.seat):
        return ()
    payments = _payments(counts(state.cards.hands[prompt.seat]), state.price(prompt.seat))
    return Product(_build, _free(state), payments) if payments else ()


def _check(state: StationPosition, prompt: Prompt, move: BuildStation) -> None:
    if not state.left(prompt.seat):
        raise IllegalMove("no_station_left", rule="E6")
    if any(move.city in cities for cities in state.stations):
        raise IllegalMove("city_has_station", rule="E6", city=state.rules.board.cities[move.city].slug)
    price = state.price(prompt.seat)
    if move.cards != price.cards - move.locomotives:
        raise IllegalMove("wrong_number_of_cards", rule="E6", need=price.cards)
    claims.refuse_mixture(price, move, "E6")
    claims.refuse_missing(state.cards.hands[prompt.seat], price, move, "E6")


def _events(state: StationPosition, prompt: Prompt, move: BuildStation, chance: Chance) -> Iterable[Event]:
    return (StationBuilt(prompt.seat, move.city, move.color, move.cards, move.locomotives),)


BUILD: Final = MoveRule(BuildStation, _options, _check, _events)
"""The rule for building a station as a turn: in a city that has none (E6)."""


def _station_built(state: StationPosition, event: StationBuilt) -> None:
    seat = event.seat
    claims.pay(state, seat, event.cards * ONE[event.color] + event.locomotives * ONE[LOCOMOTIVE])
    built = (*state.stations[seat], event.city)
    state.stations = (*state.stations[:seat], built, *state.stations[seat + 1 :])
    state.acted(seat)


def _of_others(state: StationPosition, seat: int) -> Routes:
    return sum(routes for other, routes in enumerate(state.network.claimed) if other != seat)


def borrowed(state: StationPosition, seat: int) -> Routes:
    """Return the routes of others that the seat's stations are best used for now (E7)."""
    board, others = state.rules.board, _of_others(state, seat)
    offers = tuple(others & board.routes_at[city] for city in state.stations[seat])
    return _choose(board, state.network.claimed[seat], offers, state.tickets.held[seat]) if any(offers) else 0


@lru_cache
def _choose(board: Board, own: Routes, offers: tuple[Routes, ...], held: tuple[Ticket, ...]) -> Routes:
    """Return the routes to borrow for these tickets; cached, because a position is asked for them again and again."""
    return choose_loans(board, own, offers, [board.tickets[ticket] for ticket in held])


def with_borrowed(state: StationPosition, seat: int) -> Routes:
    """Return the seat's own routes and those that it borrows. For `Ruleset.connecting`."""
    return state.network.claimed[seat] | borrowed(state, seat)


def may_borrow(state: StationPosition, seat: int) -> Routes:
    """Return the routes of others that stations, built or not, could still be used for. For `Ruleset.lending`."""
    cities = [*state.stations[seat], *(_free(state) if state.left(seat) else ())]
    return _of_others(state, seat) & reduce(or_, (state.rules.board.routes_at[city] for city in cities), 0)


def unbuilt_points(state: StationPosition) -> Iterator[PointsScored]:
    """Score the stations that were not built (E8)."""
    for seat in range(state.seats):
        left = state.left(seat)
        if left:
            yield PointsScored(seat, UNBUILT_POINTS * left, UNBUILT, str(left))


def unbuilt(score: Score) -> int:
    """Return how many stations were not built, for the tie-break (E9)."""
    return sum(int(line.subject) for line in score.ledger if line.reason == UNBUILT)


class StationsView(TypedDict, total=False):
    """A board with stations."""

    stations: Annotated[dict[CityId, SeatNumber], "Cities with a station, and whose it is."]


class StationsLeftView(TypedDict, total=False):
    """The stations of a seat."""

    stations_left: Annotated[int, "How many stations it has not built."]


def _stations_view(state: StationPosition, viewer: int | None) -> StationsView:
    cities = state.rules.board.cities
    return {"stations": {cities[city].slug: seat for seat, built in enumerate(state.stations) for city in built}}


def _left_view(state: StationPosition, seat: int, viewer: int | None) -> StationsLeftView:
    return {"stations_left": state.left(seat)}


def _recall(state: StationPosition, view: StationsView) -> None:
    city_of, owners = state.rules.board.city_of, view["stations"]
    state.stations = tuple(
        tuple(city_of[slug] for slug, owner in owners.items() if owner == seat) for seat in range(state.seats)
    )


def _example(board: Board) -> str:
    return f"station {notation.a_city(board)} {notation.cards(COLORS[0], 1, 1)}"


def _read_station(board: Board, words: list[str]) -> Move:
    total = sum(notation.number(word) for word in words[2::2])
    color, locomotives = notation.payment(words[1:], total, "station_what", _example(board))
    return BuildStation(notation.city(board, words[0]), color, total - locomotives, locomotives)


def _read_station_here(state: StationPosition, words: list[str]) -> Move:
    """Read a line in which a lone color stands for as many cards as the seat's next station costs."""
    if len(words) == 2 and state.prompts:
        words = [*words, str(state.price(state.prompts[0].seat).cards)]
    return _read_station(state.rules.board, words)


def _write_station(board: Board, move: BuildStation) -> str:
    return f"station {board.cities[move.city].slug} {notation.cards(move.color, move.cards, move.locomotives)}"


FEATURE: Final = Feature(
    reducers={StationBuilt: _station_built},
    verbs={"station": _read_station},
    verbs_here={"station": _read_station_here},
    writers={BuildStation: _write_station},
    table=_stations_view,
    seat=_left_view,
    accounts={UNBUILT: ScoringAccount(Phase.BONUSES, one_line)},
    recall=_recall,
    effects={StationBuilt: (Effect.PAY,)},
)
