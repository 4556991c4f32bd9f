"""The lines of text for city markers.

start denver                        start in this city
marker denver blue 1 loco 1         place a marker in this city, and the pair that pays for it
marker none                         place no marker
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine import notation
from engine.boards import Board
from engine.core import Move
from engine.errors import MalformedMove
from engine.markers import PAIR, Mark, MarkNothing, Start


def _start(board: Board, words: list[str]) -> Move:
    if len(words) != 1:
        raise MalformedMove("start_where", expected=f"start {notation.a_city(board)}")
    return Start(notation.city(board, words[0]))


def _marker(board: Board, words: list[str]) -> Move:
    if words == ["none"]:
        return MarkNothing()
    expected = f"marker {notation.a_city(board)} blue 1 loco 1, or marker none"
    if not words:
        raise MalformedMove("marker_what", expected=expected)
    return Mark(notation.city(board, words[0]), *notation.payment(words[1:], PAIR, "marker_what", expected))


def _write_mark(board: Board, move: Mark) -> str:
    pair = notation.cards(move.color, PAIR - move.locomotives, move.locomotives)
    return f"marker {board.cities[move.city].slug} {pair}"


VERBS: Final[Mapping[str, Callable[[Board, list[str]], Move]]] = {"start": _start, "marker": _marker}
WRITERS: Final[Mapping[type[Move], Callable[[Board, Any], str]]] = {
    Start: lambda board, move: f"start {board.cities[move.city].slug}",
    Mark: _write_mark,
    MarkNothing: notation.word("marker none"),
}
