"""Locks on games that may not have begun, and who changes their tables."""

from games.errors import Forbidden, NotFound, Refused
from games.models import Game, Player
from games.table import store


def lock_open_game(game_id: str) -> Game:
    """Lock and return the game's row. Raises NotFound, or Refused if it has started or was called off."""
    game = lock_game(game_id)
    refuse_begun(game)
    return game


def lock_game(game_id: str) -> Game:
    """Lock and return the game's row, whatever its state. Raises NotFound."""
    try:
        return store.lock(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None


def refuse_begun(game: Game) -> None:
    """Raise Refused("game_not_open") if the game has started or was called off."""
    if game.status != Game.Status.OPEN:
        raise Refused("game_not_open", game_status=game.status)


def refuse_stranger(game: Game, player: Player) -> None:
    """Raise Forbidden("only_the_host") for anyone but the host."""
    if game.host_id != player.pk:
        raise Forbidden("only_the_host")
