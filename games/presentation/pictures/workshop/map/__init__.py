"""The base maps under the boards: coast, lakes, rivers, state lines and borders, in degrees.

The JSON files were generated once by `convert` (which says where the data come from) and are committed, so that nothing
is downloaded when the project is built or run.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True)
class BaseMap:
    """What a base map shows: the window's west, south, east and north in degrees, and the continents it is made from.

    `political`: with borders; a board of another age has none. `rivers_south`: no river reaches farther south.
    """

    name: str
    window: tuple[float, float, float, float]
    continents: tuple[str, ...]
    political: bool
    rivers_south: float

    @property
    def file(self) -> Path:
        """Return where the map is stored."""
        return FOLDER / f"{self.name}.json"

    def shows(self, longitude: float, latitude: float) -> bool:
        """Check whether a place lies in the window."""
        west, south, east, north = self.window
        return west < longitude < east and south < latitude < north


MAPS: Final[Mapping[str, BaseMap]] = {
    base_map.name: base_map
    for base_map in (
        BaseMap("north_america", (-142, 10, -48, 66), ("north-america",), True, 24),
        BaseMap("europe", (-30, 28, 62, 74), ("europe", "asia", "africa"), False, 33),
    )
}


class NoBaseMap(LookupError):
    """The error that no base map shows a board's cities, and that its hints do not call its place fictional."""


def find_map(places: Iterable[tuple[float, float]]) -> BaseMap:
    """Return the first map that shows all these places, as longitude and latitude. Raise NoBaseMap if there is none."""
    degrees = list(places)
    for base_map in MAPS.values():
        if all(base_map.shows(longitude, latitude) for longitude, latitude in degrees):
            return base_map
    raise NoBaseMap(
        f"none of the base maps ({', '.join(MAPS)}) shows all cities: convert another, or say that they are fictional"
    )
