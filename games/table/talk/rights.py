"""Who may read the talk of a game, and who may join in.

Whoever has a seat may do both, before the game and after it. Spectators may if the host has opened the talk, from then
on: what was said before was said among the players. Once a game has begun and is over, anyone who may see it may read
all of it.
"""

from datetime import datetime

from django.db import transaction

from games.errors import Forbidden, NotFound
from games.models import Game, Player
from games.people.suspension import present
from games.table import store


def may_read(game: Game, own: int | None) -> bool:
    """Check whether somebody with this seat (None: a spectator, who may see the game) may read the talk."""
    return own is not None or game.talk_open or is_over(game)


def begins_after(game: Game, own: int | None) -> int:
    """Return the number of the last line before those that somebody with this seat, who may read the talk, reads."""
    return 0 if own is not None or is_over(game) else game.talk_opened_after


def may_say(game: Game, own: int | None) -> bool:
    """Check whether somebody with this seat (None: a spectator, who may see the game) may join in."""
    return own is not None or game.talk_open


def is_over(game: Game) -> bool:
    """Check whether the game has begun and ended, in whatever way."""
    return game.started_at is not None and game.ended_at is not None


def open_talk(*, host: Player, game_id: str, is_open: bool, now: datetime) -> Game:
    """Let spectators read what is said from now on, and join in, or no longer. Doing so again changes nothing.

    Raises NotFound, Forbidden (only_the_host, account_suspended).
    """
    with transaction.atomic():
        present(host, now)
        try:
            game = store.lock(game_id)
        except Game.DoesNotExist:
            raise NotFound("no_such_game") from None
        if game.host_id != host.pk:
            raise Forbidden("only_the_host")
        game.set_talk_open(is_open)
        game.save(update_fields=["talk_open", "talk_opened_after"])
    return game
