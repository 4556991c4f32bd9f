"""Games to replay."""

from datetime import datetime, timedelta
from typing import Any

from games.models import Game, Ruling
from games.table import rulings, store
from games.table.rulings import End, TakeBack
from tests.games.courts import anybody, rule
from tests.games.stories import NOON, chosen, play_on, players, started

HOUR = timedelta(hours=1)


def under_way(ruleset: str = "usa@1", *, seats: int = 3, moves: int = 12, now: datetime = NOON, **wishes: Any) -> Game:
    """Return a game after some turns."""
    game = chosen(started(players(seats), ruleset=ruleset, now=now, **wishes), now=now)
    play_on(game, moves, now=now)
    return store.read(game.pk)


def ended(game: Game, *, now: datetime = NOON) -> Game:
    """Have the players stop, and an admin end the game."""
    rulings.rule(admin=anybody(), game_id=game.pk, order=End("adjudicated"), now=now)
    return store.read(game.pk)


def opened(game: Game, *, now: datetime = NOON) -> Game:
    """End the game, and open its secrets."""
    Game.objects.filter(pk=ended(game, now=now).pk).update(secrets_open_at=now)
    return store.read(game.pk)


def taken_back(game: Game, as_of: int, *, now: datetime = NOON) -> Ruling:
    """Have an admin take the game back to an earlier entry."""
    return rule(game, TakeBack(as_of), now=now)
