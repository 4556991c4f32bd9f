"""The pictures in the rules: a board, a position on it, the cards."""

from collections.abc import Iterator
from typing import Final

from django.template.loader import render_to_string

from engine import Ruleset
from engine.boards import Board
from engine.cards import KINDS
from games.presentation import pictures, words
from games.presentation.pictures import IN_A_PAGE, Way, inline
from games.presentation.pictures.pieces import PieceInCity
from games.presentation.pictures.scene import Scene, TicketLine
from games.web import grounds
from games.web.boards import YARDS

EVERY: Final = 4
"""In the example, one in this many routes is claimed."""
PLAYING: Final = 3


def drawn(rules: Ruleset, name: str) -> str:
    """Return the picture with this name as HTML; "" if the game has no such picture."""
    if name == "cards":
        return render_to_string("web/manual/_cards.html", {"cards": [(kind, words.card(kind)) for kind in KINDS]})
    if not rules.board.routes:
        return pictures.position(rules.board, YARDS, Way("email", IN_A_PAGE)) if name == "position" else ""
    scenes = {"board": _build_untouched_scene(rules), "position": _build_example_scene(rules)}
    if name not in scenes:
        return ""
    return inline.drawn(rules.board, scenes[name], inline.Links(), grounds.address(rules.board)).replace(
        'id="board" ', "", 1
    )


def _build_untouched_scene(rules: Ruleset) -> Scene:
    return Scene(pieces=list(_list_pieces(rules)))


def _list_pieces(rules: Ruleset) -> Iterator[PieceInCity]:
    for name, cities in rules.pieces.items():
        yield from (PieceInCity(name, rules.board.cities[city].slug) for city in cities)


def _build_example_scene(rules: Ruleset) -> Scene:
    """Return an example position: some routes for each of a few players, and a ticket in progress."""
    board = rules.board
    claimed = {fact.slug: index % PLAYING for index, fact in enumerate(board.routes[::EVERY])}
    return Scene(claimed=claimed, pieces=list(_list_pieces(rules)), tickets=[_build_ticket(board)])


def _build_ticket(board: Board) -> TicketLine:
    a, b = board.tickets[0].ends[:2]
    return TicketLine("A", (board.cities[a].slug, board.cities[b].slug), arrived=False)
