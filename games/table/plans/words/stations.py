"""Orders to build stations.

station wien                     as soon as it can be paid for: with the fewest locomotives, in the color with the most
                                 cards in the hand
station wien red 1 loco 1        with exactly these cards
"""

from dataclasses import dataclass
from typing import Final

import engine
from engine.boards import City
from engine.errors import EngineError
from engine.model import Choices
from engine.notation import city
from engine.parts.stations import BuildStation
from games.table.plans.moves import Exactly
from games.table.plans.vocabulary import PlanOrder, PlanWords, Seen


@dataclass(frozen=True)
class StationOrder(PlanOrder):
    """An order to build a station in this city, for whatever it costs least."""

    city: City

    def move(self, situation: Seen, options: Choices) -> engine.Move | None:
        """Return the cheapest payment that the hand allows."""
        hand = situation.hand
        moves = [move for move in options if isinstance(move, BuildStation) and move.city == self.city]
        return min(moves, key=lambda move: (move.locomotives, -hand[move.color], move.color), default=None)

    def _owner(self, situation: Seen) -> int | None:
        return situation.view["stations"].get(situation.board.cities[self.city].slug)

    def trouble(self, situation: Seen) -> EngineError | None:
        """Return the reason if the city has another's station, or the seat has none left."""
        if self._owner(situation) not in (None, situation.seat):
            return EngineError("city_has_station", city=situation.board.cities[self.city].slug)
        if self._owner(situation) is None and not situation.own["stations_left"]:
            return EngineError("no_station_left")
        return None

    def done(self, situation: Seen) -> bool:
        """Check whether the seat has a station there."""
        return self._owner(situation) == situation.seat


def _read_station(rules: engine.Ruleset, words: list[str]) -> PlanOrder:
    if len(words) == 1:
        return StationOrder(city(rules.board, words[0]))
    return Exactly(engine.notation.parse(rules, " ".join(["station", *words])))


WORDS: Final = PlanWords(orders={"station": _read_station})
