"""A game as somebody may see it; for anyone who may not know of it, it does not exist."""

from typing import NamedTuple

from games import replica, store
from games.errors import NotFound
from games.models import Game, Player, Seat, Turn
from games.seats import selectors


class VisibleGame(NamedTuple):
    """A game that somebody may know of, its seats and open turns, and the reader's own seat."""

    game: Game
    seats: list[Seat]
    turns: list[Turn]
    own: int | None


def seen_by(player: Player | None, game_id: str) -> VisibleGame:
    """The game as this player, or anyone, may see it. Raises NotFound."""
    if player and replica.is_for_onlookers() and selectors.looks_on(player, game_id):
        replica.look_on()
    try:
        game, seats, turns = store.look(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
    own = next((seat.number for seat in seats if player and seat.player_id == player.pk), None)
    if own is None and not game.public and not (player and selectors.may_know(player, game_id)):
        raise NotFound("no_such_game")
    return VisibleGame(game, seats, turns, own)
