"""Many games as their reader may know them: the content of each one's addresses, read for all of them together.

A game whose secrets are open is represented by its export (`GET /games/{id}/export`), and any other by `GET
/games/{id}` and the whole of `GET /games/{id}/log`.
"""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from engine.codec import Json
from games.api.games.game import game_detail
from games.lobby.visible import hide_blocks
from games.models import Game, Player, Seat, Turn
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
        self._opened = reveal.opened(games.values(), now)
        self._exports = store.Exports([games[key] for key in self._opened])
        sealed = games.keys() - self._opened
        self._seats: defaultdict[str, list[Seat]] = defaultdict(list)
        for seat in Seat.objects.filter(game__in=sealed).select_related("player").order_by("number"):
            self._seats[seat.game_id].append(seat)
        self._turns: defaultdict[str, list[Turn]] = defaultdict(list)
        for turn in Turn.objects.filter(game__in=sealed, closed_at=None).order_by("seat"):
            self._turns[turn.game_id].append(turn)
        self._own = {key: self._seat_of(key, reader) for key in sealed}
        self._logs = store.Logs(games, dict.fromkeys(self._own.items(), 0))

    def read(self, game: Game) -> Json:
        """Return one of the games. Raises BoardChanged, UnknownRuleset and Unopenable."""
        if game.pk in self._opened:
            return self._exports.read(game)
        own = self._own[game.pk]
        view = game_detail(game, self._seats[game.pk], self._turns[game.pk], own, {})
        return {"format": VIEW, "game": game.pk, "view": view, "log": self._logs.for_seat(game.pk, own)}

    def _seat_of(self, key: str, reader: Player | None) -> int | None:
        return next((seat.number for seat in self._seats[key] if reader and seat.player_id == reader.pk), None)
