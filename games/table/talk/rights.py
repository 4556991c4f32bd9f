"""The rights to read the talk of a game and to join in.

Players with a seat may do both, also before and after the game. Spectators may if the host has opened the talk, from
then on: what was said before stays among the players. Once a game that anyone could join is over, anyone who may see it
may read all of its talk; where only people could join whom the host invited, it stays among them.
"""

from datetime import datetime

from django.db import transaction

from games.errors import Forbidden, NotFound
from games.models import Game, Player
from games.people.suspension import present
from games.table import store


def may_read(game: Game, own: int | None) -> bool:
    """Check whether somebody with this seat (None: a spectator, who may see the game) may read the talk."""
    return own is not None or game.talk_open or _is_for_all(game)


def begins_after(game: Game, own: int | None) -> int:
    """Return the number of the line after which a reader with this seat, who may read the talk, starts to read."""
    return 0 if own is not None or _is_for_all(game) else game.talk_opened_after


def may_say(game: Game, own: int | None) -> bool:
    """Check whether somebody with this seat (None: a spectator, who may see the game) may join in."""
    return own is not None or game.talk_open


def _is_for_all(game: Game) -> bool:
    """Check whether the game has begun and ended, for whatever reason, and anyone could join it."""
    return game.access == Game.Access.OPEN and game.started_at is not None and game.ended_at is not None


def open_talk(*, host: Player, game_id: str, is_open: bool, now: datetime) -> Game:
    """Open the talk to spectators from now on, or close it. Doing so again changes nothing.

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
