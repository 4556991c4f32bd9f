"""Positions of the Old West for the tests: starting cities, markers, and Alvin."""

from collections.abc import Mapping
from typing import Any

from engine.boards import City
from engine.parts.alvin import Alvin, AlvinPosition
from engine.parts.markers import MarkedPosition, MarkerPlaced, StartChosen

from .positions import ALVIN, OLD_WEST, WEST, Game, Kind, card, table

BOARD = OLD_WEST.board


def city(slug: str) -> City:
    return BOARD.city_of[slug]


def frontier(
    seats: int = 2, *, markers: Mapping[int, str] | None = None, alvin: str = "", kind: Kind = WEST, **rest: Any
) -> Game:
    """Build a game in which it is a seat's turn, like `table`; `markers`: each seat's cities, the starting city first.

    With `alvin` he takes part and is in this city.
    """
    game = table(seats, kind=ALVIN if alvin else kind, **rest)
    state = game.state
    assert isinstance(state, MarkedPosition)
    asked, reducers = state.prompts, state.rules.reducers
    for seat, cities in (markers or {}).items():
        start, *others = cities.split()
        reducers[StartChosen](state, StartChosen(seat, city(start)))
        for slug in others:
            reducers[MarkerPlaced](state, MarkerPlaced(seat, city(slug), card("blue"), 0, 0))
    if isinstance(state, AlvinPosition):
        state.alvin = Alvin(city(alvin), None)
    state.prompts = asked
    return game


def marked(game: Game) -> dict[str, int]:
    """Return the owner of the marker in each city."""
    assert isinstance(game.state, MarkedPosition)
    return {BOARD.cities[city].slug: seat for seat, cities in enumerate(game.state.markers) for city in cities}
