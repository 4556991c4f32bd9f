"""The table that a reply is about, read in one message to PostgreSQL, as it stood before the reply's next order."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

import engine
from games.models import Game, Player, Seat, Turn
from games.table import store


@dataclass(frozen=True)
class UnlockedTable:
    """A game with its seats by number and its open turns, without a lock."""

    game: Game
    seats: list[Seat]
    turns: list[Turn]

    @classmethod
    def read(cls, game: Game) -> "UnlockedTable":
        """Return the table of this game as it is now."""
        return cls(*store.look(game.pk))

    @cached_property
    def state(self) -> engine.State:
        """The position, loaded when it is first needed."""
        return store.load(self.game, self.seats, self.turns).state

    def seat_of(self, player: Player) -> Seat | None:
        """Return the player's seat; None if there is none."""
        return next((seat for seat in self.seats if seat.player_id == player.pk), None)

    def open_prompt(self, player: Player) -> str | None:
        """Return the id of the prompt that waits for the player, also in a paused game; None if none does."""
        seat = self.seat_of(player)
        turn = seat and next((turn for turn in self.turns if turn.seat == seat.number), None)
        return f"{turn.prompt_opened}.{turn.seat}" if turn else None

    def is_open(self, player: Player, prompt: str) -> bool:
        """Check whether the game is being played and this prompt waits for the player."""
        return self.game.status == Game.Status.RUNNING and self.open_prompt(player) == prompt

    def name(self, number: int) -> str:
        """Return the name of who sits at this seat."""
        player = self.seats[number].player if number < len(self.seats) else None
        return player.display_name if player and not player.erased_at else _("seat %(number)d") % {"number": number + 1}
