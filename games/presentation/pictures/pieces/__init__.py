"""Pieces on a board besides trains and markers: a module for each kind, named as in views.

A module has a `PIECE`, or an `OwnedPiece` if seats own pieces. A new piece brings its sign in a new file, and a
piece without a sign is not drawn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from django.utils.functional import Promise

from engine.views import View


class PieceInCity(NamedTuple):
    """A piece on the board: its kind, its city, and its owner's seat, if any."""

    kind: str
    city: str
    seat: int | None = None

    @property
    def sign(self) -> str:
        """Return the id of the piece's definition."""
        return f"piece-{self.kind}" if self.seat is None else f"piece-{self.kind}-{self.seat + 1}"


@dataclass(frozen=True)
class Piece:
    """A kind of piece: its sign as SVG around the origin, its title, and the cities where a view says it is.

    `beside`: the offset from the middle of its city to where it is drawn, in units.
    """

    sign: str
    title: Promise
    cities: Callable[[View], Sequence[str]]
    beside: tuple[float, float] = (10.0, -15.0)

    def signs(self, kind: str, seats: int) -> Iterator[tuple[str, str]]:
        """Yield each definition's id and its SVG."""
        yield PieceInCity(kind, "").sign, self.sign

    def standing(self, kind: str, view: View) -> Iterator[PieceInCity]:
        """Return the pieces that a view shows."""
        return (PieceInCity(kind, city) for city in self.cities(view))


@dataclass(frozen=True)
class OwnedPiece:
    """A kind of piece that seats own: its sign for a seat, counted from 1; its title; and the seats by city."""

    sign: Callable[[int], str]
    title: Promise
    cities: Callable[[View], Mapping[str, int]]
    beside: tuple[float, float] = (10.0, -15.0)

    def signs(self, kind: str, seats: int) -> Iterator[tuple[str, str]]:
        """Yield each definition's id and its SVG: one for each seat."""
        return ((PieceInCity(kind, "", seat).sign, self.sign(seat + 1)) for seat in range(seats))

    def standing(self, kind: str, view: View) -> Iterator[PieceInCity]:
        """Return the pieces that a view shows, with their owners."""
        return (PieceInCity(kind, city, seat) for city, seat in self.cities(view).items())


@cache
def pieces() -> Mapping[str, Piece | OwnedPiece]:
    """Return all kinds of pieces, by their names in views."""
    return {module.name: import_module(f"{__name__}.{module.name}").PIECE for module in iter_modules(__path__)}


def standing(view: View) -> Iterator[PieceInCity]:
    """Yield each piece that a view shows."""
    for kind, piece in pieces().items():
        if kind in view:
            yield from piece.standing(kind, view)
