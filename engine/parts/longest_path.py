"""The bonus for the longest continuous path (B20), and the path itself."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.boards import Board, Route, Routes
from engine.model import Feature, Phase, Points, ScoringAccount, ScoringLine
from engine.parts.claims import BoardPosition
from engine.parts.paths import longest_path
from engine.parts.turns import PLAYED, PointsScored

LONGEST_PATH: Final = "longest_path"
LONGEST_PATH_POINTS: Final = 10


def score_longest_path(state: BoardPosition) -> Iterator[PointsScored]:
    """Score the longest path for every seat that has one of this length (B20)."""
    longest = 1
    lengths = []
    for seat in range(state.seats):
        lengths.append(longest_path(state.rules.board, state.network.routes_of(seat), longest))
        longest = max(longest, lengths[seat])
    for seat, length in enumerate(lengths):
        if length == longest:
            yield PointsScored(seat, LONGEST_PATH_POINTS, LONGEST_PATH, str(length))


def path_of(board: Board, routes: Iterable[Route]) -> tuple[int, Routes]:
    """Return the length of the longest path over these routes, and its routes.

    A route without which the path is as long is left out; what remains in the end is one longest path.
    """
    path = list(routes)
    length = longest_path(board, path)
    for route in tuple(path):
        others = [other for other in path if other != route]
        if longest_path(board, others, length) == length:
            path = others
    return length, sum(1 << route for route in path)


def _show_path(state: BoardPosition, seat: int, ledger: Sequence[Points]) -> Iterator[ScoringLine]:
    """Yield the seat's longest path, which scores nothing if another's is longer."""
    length, routes = path_of(state.rules.board, state.network.routes_of(seat))
    if length and state.outcome == PLAYED:
        yield ScoringLine(sum(line.points for line in ledger), (str(length),), routes)


FEATURE: Final = Feature(accounts={LONGEST_PATH: ScoringAccount(Phase.BONUSES, _show_path)})
