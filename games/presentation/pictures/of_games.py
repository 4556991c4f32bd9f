"""Pictures of stored games, as one viewer may see them, for the API, pages, emails and the admin.

All content comes from `store` for one viewer. `depends_on` is everything that the drawing depends on besides the
release, so a tag or a key made of both identifies the picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from django.utils.translation import override

import engine
from engine.views import View
from games import languages
from games.models import Game, Seat
from games.presentation.pictures import Way, caption, empty, position
from games.table import store
from games.table.play import history


@dataclass(frozen=True)
class GamePicture:
    """A game after an entry (0: before the start), as a seat sees it (None: a spectator), drawn in a way."""

    game: Game
    seats: Sequence[Seat]
    own: int | None
    entry: int
    way: Way
    language: str
    lit: tuple[str, ...] = ()
    """Tracks to highlight, which the viewer may claim."""

    @classmethod
    def asked(cls, game: Game, seats: Sequence[Seat], own: int | None, way: Way, entry: int | None = None) -> Self:
        """Return a picture in the reader's language, after `entry` or, if that is None, the newest entry."""
        return cls(game, seats, own, game.head if entry is None else entry, way, languages.active())

    @property
    def depends_on(self) -> tuple[str | int | None, ...]:
        """Return everything that the drawing depends on besides the release."""
        return (
            self.game.id,
            self.own,
            self.entry,
            self.way.size,
            self.way.light,
            self.way.ground,
            self.language,
            *self.lit,
            *self.players,
        )

    @property
    def players(self) -> list[str]:
        """Return the names at the seats, "" for a free seat."""
        return [seat.player.public_name if seat.player else "" for seat in self.seats]

    def svg(self) -> str:
        """Draw the picture. Raises NoPicture for a board whose geometry was never computed."""
        rules = engine.ruleset(self.game.ruleset, self.game.options)
        with override(self.language):
            if not self.entry:
                return empty(rules, self.way)
            return position(rules.board, self._view, self.way, players=self.players, last=self._last, lit=self.lit)

    def words(self) -> str:
        """Describe the picture in words; only of a game that has begun."""
        board = engine.ruleset(self.game.ruleset, self.game.options).board
        with override(self.language):
            return caption(board, self._view, players=self.players, last=self._last)

    @cached_property
    def _last(self) -> list[str]:
        return history.claimed_lately(self.game, self.own, self.entry)

    @cached_property
    def _view(self) -> View:
        if self.entry == self.game.head:
            return store.view_for(self.game, self.own)
        return store.view_after(self.game, self.own, self.entry)
