"""The longest continuous path: cities may be passed again, routes not (B20).

A longest path that cannot be made longer ends at cities with an odd number of routes, or it is a round trip over
everything: a path that stopped at a city with an even number would have a route left to leave by. So a connected
part with at most two odd cities is walked whole (Euler), and elsewhere only odd cities are worth starting from.

The search keeps the set of routes still free as a bit mask. It visits each pair (city, free routes) once, since
whatever way led there was equally long, and gives up a branch as soon as even the best of what is left could not
beat the longest path found: of the routes still free, every odd city but the two ends must leave one unused.
"""

from collections.abc import Iterable

from engine.boards import Board, City, Route
from engine.network import connected, neighbours

Steps = dict[City, list[tuple[int, int, City]]]


def longest_path(board: Board, routes: Iterable[Route]) -> int:
    """The length of the longest continuous path over these routes; 0 without any."""
    routes = list(routes)
    roots = connected(board, routes)
    parts: dict[City, list[Route]] = {}
    for route in routes:
        parts.setdefault(roots[board.routes[route].ends[0]], []).append(route)
    best = 0
    for part in sorted(parts.values(), key=lambda part: -_total(board, part)):
        best = max(best, _longest_in(board, part, best))
    return best


def _total(board: Board, routes: Iterable[Route]) -> int:
    return sum(board.routes[route].length for route in routes)


def _longest_in(board: Board, part: list[Route], floor: int) -> int:
    """The longest path in a connected part, or anything up to `floor` if none is longer than that."""
    total = _total(board, part)
    steps = _steps(board, part)
    odd = [city for city, ways in steps.items() if len(ways) % 2]
    if total <= floor or len(odd) <= 2:
        return total if len(odd) <= 2 else floor
    search = _Search(steps, floor)
    odd.sort(key=lambda city: len(steps[city]))
    for city in odd[:-1]:
        search.walk(city, (1 << len(part)) - 1, 0, total)
    return search.best


def _steps(board: Board, part: list[Route]) -> Steps:
    bit = {route: 1 << index for index, route in enumerate(part)}
    return {
        city: sorted(((bit[route], length, other) for other, length, route in ways), key=lambda way: -way[1])
        for city, ways in neighbours(board, part).items()
    }


class _Search:
    """Depth-first with memory and a bound; `best` is the longest path found so far."""

    def __init__(self, steps: Steps, best: int) -> None:
        self._steps = steps
        self._seen: set[tuple[City, int]] = set()
        self.best = best

    def walk(self, city: City, free: int, length: int, left: int) -> None:
        """Go on from this city; `length` is walked already, `left` is the length of all free routes."""
        if (city, free) in self._seen:
            return
        self._seen.add((city, free))
        self.best = max(self.best, length)
        if length + left - self._waste(city, free) <= self.best:
            return
        for bit, step, other in self._steps[city]:
            if free & bit:
                self.walk(other, free ^ bit, length + step, left - step)

    def _waste(self, city: City, free: int) -> int:
        """A length that must stay unused: half the shortest free route of every odd city but the path's ends."""
        shortest = 0
        spared = 0
        for other, ways in self._steps.items():
            lengths = [length for bit, length, _ in ways if free & bit]
            if len(lengths) % 2 and other != city:
                shortest += lengths[-1]
                spared = max(spared, lengths[-1])
        return (shortest - spared + 1) // 2
