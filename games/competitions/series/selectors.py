"""Series as readers may see them: reads only, and a fixed number of queries.

A series is visible to anyone who may know of one of its games, and shows them only those games.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.competitions import played
from games.competitions.results import Line
from games.competitions.series import series_table
from games.errors import NotFound
from games.lobby import selectors
from games.lobby.visible import hide_blocks, name_clubs
from games.models import Game, Player, Seat, Series, SeriesGame, SeriesLeaver


class GameOfSeries(NamedTuple):
    """A game of a series, and its seats."""

    number: int
    game: Game
    seats: Sequence[Seat]


class SeenSeries(NamedTuple):
    """A series as a reader may see it. `leaves`: the reader plays no further game; `may_leave`: can still leave."""

    series: Series
    games: Sequence[GameOfSeries]
    standings: Sequence[Line[Player]]
    leaves: bool
    may_leave: bool

    @property
    def newest(self) -> Game:
        """The newest game, which gives the series its name."""
        return self.games[-1].game


def place_of(game: Game) -> SeriesGame | None:
    """Return the game's place in its series, if any. Needs no query if the place was loaded with the game."""
    place: SeriesGame | None = getattr(game, "seriesgame", None)
    return place


def seen_by(player: Player | None, series_id: str) -> SeenSeries:
    """Return the series as this player, or an anonymous reader, may see it. Raise NotFound("no_such_series")."""
    visible_games = (
        selectors.known_to(player).filter(seriesgame__series=series_id).select_related("seriesgame__series", "host")
    )
    games = sorted(visible_games, key=lambda game: game.seriesgame.number)
    if not games:
        raise NotFound("no_such_series")
    hide_blocks(player, games)
    name_clubs(player, games)
    seats: dict[str, list[Seat]] = {game.pk: [] for game in games}
    for seat in Seat.objects.filter(game__in=seats).select_related("player").order_by("number"):
        seats[seat.game_id].append(seat)
    series: Series = games[-1].seriesgame.series
    series_games = [GameOfSeries(game.seriesgame.number, game, seats[game.pk]) for game in games]
    leaves = player is not None and SeriesLeaver.objects.filter(series=series, player=player).exists()
    may_leave = series.ended_at is None and not games[-1].seriesgame.is_last and _plays(player, series_games[-1])
    return SeenSeries(series, series_games, series_table.standings(seats, played.results(seats)), leaves, may_leave)


def _plays(player: Player | None, newest: GameOfSeries) -> bool:
    """Check whether the game has begun and the player still plays in it."""
    if player is None or newest.game.started_at is None:
        return False
    return any(seat.player_id == player.pk and seat.status == Seat.Status.PLAYING for seat in newest.seats)
