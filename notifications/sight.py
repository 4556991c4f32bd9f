"""What one reader can see of a game when a mail is written: the game through the reader's seat, and nothing past it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import Max
from django.utils.translation import gettext as _

import engine
from games import store
from games.models import Entry, Game, Player, Seat, Turn

LATEST: Final = 60
"""How many entries a mail tells at most: the rest is in the log."""


@dataclass(frozen=True)
class Sight:
    """A game as one seat sees it."""

    reader: Player
    game: Game
    seat: int
    seats: Mapping[int, Seat]

    def name(self, seat: int) -> str:
        """What the player of a seat is called."""
        player = self.seats[seat].player
        if player is None or player.erased_at is not None:
            return _("seat %(number)d (its player was erased)") % {"number": seat + 1}
        return player.name

    @cached_property
    def rules(self) -> engine.Ruleset:
        return engine.ruleset(self.game.ruleset)

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat may know of the position."""
        return engine.view(self._table.state, self.seat)

    @cached_property
    def moves(self) -> list[str]:
        """Every legal answer of the seat to what it is asked, in notation."""
        return [engine.notation.write(self.rules, move) for move in engine.options(self._table.state, self.seat)]

    @cached_property
    def standings(self) -> list[engine.Standing]:
        """The result, the best first. Points of tickets are in it, so only for a game that is over."""
        if not self._table.state.over:
            raise ValueError("the game is not over")
        return sorted(engine.standings(self._table.state), key=lambda one: (one.rank or 0, one.seat))

    @cached_property
    def turn(self) -> Turn | None:
        """The seat's open turn."""
        return Turn.objects.filter(game=self.game, seat=self.seat, closed_at=None).first()

    def news(self) -> tuple[list[dict[str, Any]], bool]:
        """The entries since the seat's own last move, as the seat may read them; whether earlier ones are left out."""
        since = self._own_last_move()
        after = max(since, self.game.head - LATEST)
        return store.log_for(self.game, self.seat, after), after > since

    def _own_last_move(self) -> int:
        own = Entry.objects.filter(game=self.game, seat=self.seat, kind="move")
        return own.aggregate(Max("number"))["number__max"] or 0

    @cached_property
    def _table(self) -> store.Table:
        return store.load(self.game)


def look(reader: Player, game_id: str, seat: int) -> Sight:
    """The game as this reader's seat sees it now."""
    seats = Seat.objects.filter(game=game_id).select_related("player")
    return Sight(reader, store.read(game_id), seat, {each.number: each for each in seats})
