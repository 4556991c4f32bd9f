"""The lines of text for the card game.

place blue 3 loco 1                 a row of one color in the own yard, locomotives on top ("place blue 2")
place blue red green                a card each of three colors
complete 3 17                       complete the tickets with these numbers ("complete none")
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine import notation
from engine.boards import Board
from engine.cards import KINDS, LOCOMOTIVE, Card
from engine.completing import Complete
from engine.core import Move
from engine.errors import MalformedMove
from engine.yards import PlaceRow, PlaceThree

PLACE: Final = "place blue 3 loco 1, or place blue red green"


def _place(board: Board, words: list[str]) -> Move:
    counted = any(word.isdigit() for word in words)
    if not counted and len(words) > 1:
        return PlaceThree(tuple(notation.kind(word) for word in words))
    if not counted or len(words) % 2:
        raise MalformedMove("place_what", expected=PLACE)
    placed: dict[Card, int] = {}
    for name, count in zip(words[::2], words[1::2], strict=True):
        kind = notation.kind(name)
        placed[kind] = placed.get(kind, 0) + notation.number(count)
    locomotives = placed.pop(LOCOMOTIVE, 0)
    if len(placed) > 1:
        raise MalformedMove("place_what", expected=PLACE)
    color, cards = next(iter(placed.items()), (LOCOMOTIVE, 0))
    return PlaceRow(color, cards, locomotives)


def _complete(board: Board, words: list[str]) -> Move:
    return Complete(notation.tickets(board, words, "complete_what", notation.a_choice(board, "complete")))


def _write_row(board: Board, move: PlaceRow) -> str:
    return f"place {notation.cards(move.color, move.cards, move.locomotives)}"


def _write_three(board: Board, move: PlaceThree) -> str:
    return " ".join(["place", *(KINDS[color] for color in move.colors)])


def _write_complete(board: Board, move: Complete) -> str:
    return f"complete {notation.numbers(board, move.tickets)}"


VERBS: Final[Mapping[str, Callable[[Board, list[str]], Move]]] = {"place": _place, "complete": _complete}
WRITERS: Final[Mapping[type[Move], Callable[[Board, Any], str]]] = {
    PlaceRow: _write_row,
    PlaceThree: _write_three,
    Complete: _write_complete,
}
