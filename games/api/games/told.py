"""Many games as their reader may know them: the content of each one's addresses, read for all of them together.

A game whose secrets are open is represented by its export (`GET /games/{id}/export`), and any other by `GET
/games/{id}` and the whole of `GET /games/{id}/log`.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from engine.codec import Json
from games.api.games.game import game_detail
from games.api.games.tables import read_tables
from games.lobby.visible import hide_blocks, name_clubs
from games.models import Game, Player
from games.table import store
from games.table.play import reveal

VIEW: Final = "night-mail-view-1"
"""The format's name for a game whose secrets are not open; it changes whenever the format's meaning does."""


class ToldGames:
    """Games by id, with what `store.load` needs, for one reader (None: anyone).

    A further game costs no further query, unless its position is not cached.
    """

    def __init__(self, games: Mapping[str, Game], reader: Player | None, now: datetime) -> None:
        hide_blocks(reader, games.values())
        name_clubs(reader, games.values())
        self._opened = reveal.opened(games.values(), now)
        self._exports = store.Exports([games[key] for key in self._opened])
        sealed = games.keys() - self._opened
        self._tables = read_tables(sealed, reader)
        self._logs = store.Logs(games, {(key, table.own): 0 for key, table in self._tables.items()})

    def read(self, game: Game) -> Json:
        """Return one of the games. Raises BoardChanged, UnknownRuleset and Unopenable."""
        if game.pk in self._opened:
            return self._exports.read(game)
        table = self._tables[game.pk]
        view = game_detail(game, table, {})
        return {"format": VIEW, "game": game.pk, "view": view, "log": self._logs.for_seat(game.pk, table.own)}
