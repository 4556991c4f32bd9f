"""The longest continuous path: cities may be passed again, routes not (B20).

A set of routes is one path if it is connected and at most two cities have an odd number of its routes (Euler). The
longest such set is found by a sweep over the map from west to east that walks or leaves out each route in turn. Of the
choices made so far only this matters: which of the cities that still have routes to come have an odd number of walked
routes, which of them are already connected, and how many cities behind the sweep are ends of the path. Of all choices
that agree in this, the longest is kept. Boards are maps, where few cities are open at a time, so there are few such
states (hundreds, where there are millions of paths).

Before that, the dead-end branches are removed tip by tip: no path comes back from them, so at a city only the two
longest ways out into them matter. Most networks are little more than such branches.

A state is a tuple: the number of ends behind the sweep, then a label for each open city: 0 where nothing was walked,
else twice the number of its piece of path, plus one where the number of walked routes is odd. Zeros at the end are left
out, so that a state stays as it is when a city opens.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from engine.boards import Board, Route

Frontier = tuple[int, ...]
ENDS = 2
DEAD: Frontier = ()
COMPLETE: Frontier = (ENDS, -1)


class Leg(NamedTuple):
    """A route in the sweep from west to east: its ends, numbered from the west, and its length."""

    east: int
    west: int
    length: int


APART: Final = 3
"""The distance between the numbers of two cities, which leaves room for two ways out of each."""


def longest_path(board: Board, routes: Iterable[Route], least: int = 1) -> int:
    """Return the length of the longest continuous path over these routes; 0 if it is shorter than `least`."""
    legs = _legs(board)
    best, core = _without_tips([legs[route] for route in routes], least - 1)
    for part in _parts(core):
        total = sum([track.length for track in part])
        if total > best:
            best = total if _is_one_path(part) else _sweep(sorted(part), max(best, _walk(part)))
    return best if best >= least else 0


@lru_cache
def _legs(board: Board) -> tuple[Leg, ...]:
    """Return all routes of a board as legs."""
    from_west = sorted(range(len(board.cities)), key=lambda city: board.cities[city].longitude)
    number = {city: APART * index for index, city in enumerate(from_west)}
    ends = [sorted(number[city] for city in route.ends) for route in board.routes]
    return tuple(Leg(east, west, route.length) for (west, east), route in zip(ends, board.routes, strict=True))


def _without_tips(tracks: list[Leg], best: int) -> tuple[int, list[Leg]]:
    """Return the longest path within the dead-end branches (at least `best`), and the tracks that are left.

    The tracks that are left include the two longest ways out of each city.
    """
    at: dict[int, list[Leg]] = {}
    for track in tracks:
        at.setdefault(track.east, []).append(track)
        at.setdefault(track.west, []).append(track)
    out = dict.fromkeys(at, (0, 0))
    tips = [city for city, here in at.items() if len(here) == 1]
    for city in tips:
        if at[city]:  # not the last city of its tree
            track = at[city].pop()
            other = track.east + track.west - city
            at[other].remove(track)
            way, (longest, second) = out[city][0] + track.length, out[other]
            best = max(best, way + longest)
            out[other] = (way, longest) if way > longest else (longest, max(way, second))
            if len(at[other]) == 1:
                tips.append(other)
    return best, list(_core(at, out))


def _core(at: Mapping[int, list[Leg]], out: Mapping[int, tuple[int, int]]) -> Iterator[Leg]:
    """Yield the tracks that are left, and the ways out of their cities as tracks to separate cities."""
    for city, here in at.items():
        if here:
            yield from (track for track in here if track.west == city)
            yield from (Leg(city + number, city, way) for number, way in enumerate(out[city], 1) if way)


def _parts(tracks: Iterable[Leg]) -> list[list[Leg]]:
    """Return the connected parts of a network, found by the sets of their cities."""
    parts: list[tuple[int, list[Leg]]] = []
    for track in tracks:
        cities, joined = 1 << track.east | 1 << track.west, [track]
        apart = []
        for part in parts:
            if part[0] & cities:
                cities |= part[0]
                joined += part[1]
            else:
                apart.append(part)
        parts = [*apart, (cities, joined)]
    return [joined for _, joined in parts]


def _is_one_path(part: list[Leg]) -> bool:
    odd = 0
    for east, west, _ in part:
        odd ^= 1 << east ^ 1 << west
    return odd.bit_count() <= ENDS


def _walk(part: list[Leg]) -> int:
    """Return the length of a long path, found greedily: from the longest way out, along the longest tracks."""
    at: dict[int, list[Leg]] = {}
    for track in sorted(part, key=_onward):
        at.setdefault(track.east, []).append(track)
        at.setdefault(track.west, []).append(track)
    first = max(part, key=_outward)
    city, walked = first.east, 0
    while at[city]:
        track = at[city].pop()
        city = track.east + track.west - city
        at[city].remove(track)
        walked += track.length
    return walked


def _onward(track: Leg) -> tuple[bool, int]:
    return track.east % APART == 0, track.length


def _outward(track: Leg) -> tuple[bool, int]:
    return track.east % APART > 0, track.length


def _sweep(tracks: list[Leg], best: int) -> int:
    """Return the length of the longest path over these tracks, or `best` if none is longer."""
    last = {city: number for number, track in enumerate(tracks) for city in (track.west, track.east)}
    most_after = _most_after_each(tracks)
    cities: list[int] = []
    states: dict[Frontier, int] = {(0,): 0}
    for number, (east, west, length) in enumerate(tracks):
        for city in (west, east):
            if city not in cities:
                cities.append(city)
        states = _with_track(states, 1 + cities.index(west), 1 + cities.index(east), length, best - most_after[number])
        for city in (west, east):
            if last[city] == number:
                states, best = _without_city(states, 1 + cities.index(city), best)
                cities.remove(city)
    return best


def _most_after_each(tracks: list[Leg]) -> list[int]:
    """Return the most length that can follow each track: all later tracks of the core, and two ways out.

    There are two ways out because a path has two ends.
    """
    core = longest = second = 0
    lengths: list[int] = []
    for east, _, length in reversed(tracks):
        lengths.append(core + longest + second)
        if east % APART == 0:
            core += length
        elif length > longest:
            longest, second = length, longest
        elif length > second:
            second = length
    return lengths[::-1]


def _with_track(states: dict[Frontier, int], a: int, b: int, length: int, hopeless: int) -> dict[Frontier, int]:
    """Return the states after a track between the cities at `a` and `b`, which is left out or walked."""
    following = {state: walked for state, walked in states.items() if walked > hopeless}
    for state, walked in states.items():
        longer = walked + length
        if longer > hopeless:
            joined = _joined(state, a, b)
            if following.get(joined, -1) < longer:
                following[joined] = longer
    return following


def _without_city(states: dict[Frontier, int], place: int, best: int) -> tuple[dict[Frontier, int], int]:
    """Return the states after the last track of the city at `place`, and the length of the longest complete path."""
    following: dict[Frontier, int] = {}
    for state, walked in states.items():
        behind = _behind(state, place)
        if behind == COMPLETE:
            best = max(best, walked)
        elif behind and following.get(behind, -1) < walked:
            following[behind] = walked
    return following, best


# The same few states come up on every board and in every game, so their steps are cached.
@lru_cache(maxsize=1 << 15)
def _joined(state: Frontier, a: int, b: int) -> Frontier:
    """Return the state after walking the track between two cities.

    The parity of both cities changes, and their pieces are joined.
    """
    labels = [*state, *[0] * (1 + max(a, b) - len(state))]
    piece, other = labels[a] >> 1, labels[b] >> 1
    if not piece and not other:
        piece = len(labels)
    elif not piece or not other:
        piece = piece or other
    elif piece != other:
        labels[1:] = [2 * piece + (label & 1) if label >> 1 == other else label for label in labels[1:]]
    labels[a] = 2 * piece + (~labels[a] & 1)
    labels[b] = 2 * piece + (~labels[b] & 1)
    return _tidy(labels)


@lru_cache(maxsize=1 << 15)
def _behind(state: Frontier, place: int) -> Frontier:
    """Return the state without a city that has no tracks left; COMPLETE if the path is, DEAD if no path can result."""
    if place >= len(state):
        return state
    label, others = state[place], state[1:place] + state[place + 1 :]
    ends = state[0] + (label & 1)
    if ends > ENDS:
        return DEAD
    if label and label | 1 not in others and label & ~1 not in others:
        return DEAD if any(others) else COMPLETE
    return _tidy([ends, *others])


def _tidy(labels: list[int]) -> Frontier:
    """Return the state with its pieces renumbered in the order of the cities and without trailing zeros."""
    while not labels[-1]:
        labels.pop()
    number = {0: 0}
    return (labels[0], *[2 * number.setdefault(label >> 1, len(number)) + (label & 1) for label in labels[1:]])
