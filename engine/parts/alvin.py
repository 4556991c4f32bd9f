"""Alvin: claiming a route to his city catches him and takes him to one of the claimer's cities (W11).

He starts in a city where no marker may stand. Once caught he is always in a city with a marker, whose owner controls
him, and only another seat can catch him. `caught_by` is the seat that has caught him and must still say where he goes:
before that it may place a marker, and move him to that city. The notation is "alvin denver".
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, ClassVar, Final, TypedDict

from engine import notation
from engine.boards import Board, City, Route
from engine.chance import Chance
from engine.copies import copyable
from engine.errors import IllegalMove, MalformedMove
from engine.model import Event, Feature, Move, MoveRule, Phase, Prompt, ScoringAccount, value
from engine.parts.markers import MarkedPosition
from engine.parts.scoring import each_line, one_line
from engine.parts.turns import PointsScored
from engine.visibility import CityId, SeatNumber

CAUGHT: Final = 10
KEPT: Final = 10
ALVIN_CAUGHT, ALVIN = "alvin_caught", "alvin"
"""The reasons of points for him: during the game and at its end."""


@value
class Alvin:
    """Alvin's city, and the seat that has caught him there and must move him."""

    city: City
    caught_by: int | None


@copyable
class AlvinPosition(MarkedPosition):
    """A position of a game with Alvin."""

    alvin: Alvin


@value
class MoveAlvin(Prompt):
    """To which of the seat's cities Alvin moves (W11)."""

    tag: ClassVar[str] = "move_alvin"
    rule: ClassVar[str] = "W11"


@value
class SendAlvin(Move):
    """Alvin moves to this city."""

    tag: ClassVar[str] = "send_alvin"
    city: City


@value
class AlvinCaught(Event):
    """A seat caught Alvin in this city."""

    tag: ClassVar[str] = "alvin_caught"
    seat: int
    city: City


@value
class AlvinMoveDue(Event):
    """This seat has to say where Alvin goes."""

    tag: ClassVar[str] = "alvin_move_due"
    seat: int


@value
class AlvinMoved(Event):
    """The seat that caught Alvin moved him to this city."""

    tag: ClassVar[str] = "alvin_moved"
    seat: int
    city: City


def _alvin_caught(state: AlvinPosition, event: AlvinCaught) -> None:
    state.alvin = replace(state.alvin, caught_by=event.seat)


def _alvin_move_due(state: AlvinPosition, event: AlvinMoveDue) -> None:
    state.ask(MoveAlvin(event.seat, state.entry))


def _alvin_moved(state: AlvinPosition, event: AlvinMoved) -> None:
    state.close_prompt(event.seat)
    state.alvin = Alvin(event.city, None)


def caught(state: AlvinPosition, seat: int, route: Route) -> Iterator[Event]:
    """Yield that a claimed route to Alvin's city catches him, unless the seat controls him already (W11)."""
    city = state.alvin.city
    if city in state.rules.board.routes[route].ends and state.marked_by(city) != seat:
        yield AlvinCaught(seat, city)
        yield PointsScored(seat, CAUGHT, ALVIN_CAUGHT, state.rules.board.cities[city].slug)


def move_due(state: AlvinPosition, seat: int, route: Route) -> Iterator[Event]:
    """Yield that the seat that caught Alvin must move him, once its claim and any marker are done (W11, W6)."""
    if state.alvin.caught_by == seat and state.prompt_of(seat) is None:
        yield AlvinMoveDue(seat)


def _sendings(state: AlvinPosition, prompt: MoveAlvin) -> list[Move]:
    """Return the moves to the seat's cities, by name, which is also their order on the board."""
    return [SendAlvin(city) for city in sorted(state.markers[prompt.seat])]


def _may_send(state: AlvinPosition, prompt: MoveAlvin, move: SendAlvin) -> None:
    if move.city not in state.markers[prompt.seat]:
        raise IllegalMove("city_not_own", rule="W11", city=state.rules.board.cities[move.city].slug)


def _send(state: AlvinPosition, prompt: MoveAlvin, move: SendAlvin, chance: Chance) -> Iterable[Event]:
    return (AlvinMoved(prompt.seat, move.city),)


SEND: Final = MoveRule(SendAlvin, _sendings, _may_send, _send)


def score_control(state: AlvinPosition) -> Iterator[Event]:
    """Score Alvin for the seat that controls his city at the end; for nobody if he was never caught (W11)."""
    city = state.alvin.city
    owner = state.marked_by(city)
    if owner is not None:
        yield PointsScored(owner, KEPT, ALVIN, state.rules.board.cities[city].slug)


class AlvinView(TypedDict):
    """Where Alvin is, and whose he is."""

    city: CityId
    controlled_by: Annotated[SeatNumber | None, "The seat whose marker stands there."]
    caught_by: Annotated[SeatNumber | None, "Who has caught him and is to move him."]


class AlvinTableView(TypedDict, total=False):
    """A board on which Alvin is."""

    alvin: Annotated[AlvinView, "Option “alvin”: where he is."]


def _alvin_view(state: AlvinPosition, viewer: int | None) -> AlvinTableView:
    city, caught_by = state.alvin.city, state.alvin.caught_by
    slug = state.rules.board.cities[city].slug
    return {"alvin": {"city": slug, "controlled_by": state.marked_by(city), "caught_by": caught_by}}


def _read_alvin(board: Board, words: list[str]) -> Move:
    if len(words) != 1:
        raise MalformedMove("alvin_where", expected=f"alvin {notation.a_city(board)}")
    return SendAlvin(notation.city(board, words[0]))


FEATURE: Final = Feature(
    reducers={
        AlvinCaught: _alvin_caught,
        AlvinMoveDue: _alvin_move_due,
        AlvinMoved: _alvin_moved,
    },
    verbs={"alvin": _read_alvin},
    writers={SendAlvin: lambda board, move: f"alvin {board.cities[move.city].slug}"},
    table=_alvin_view,
    accounts={ALVIN_CAUGHT: ScoringAccount(Phase.PLAY, one_line), ALVIN: ScoringAccount(Phase.BONUSES, each_line)},
)
