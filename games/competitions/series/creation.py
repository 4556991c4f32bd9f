"""Opening a table: for one game, or for a series of games."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.errors import Unprocessable
from games.lobby import lobby
from games.lobby.lobby import Wishes
from games.models import Game, Player, Series, SeriesGame
from games.models.series import MOST_GAMES

FEWEST_PEOPLE = 2


def create(
    *,
    host: Player,
    wishes: Wishes,
    games: int = 1,
    names: Sequence[str] = (),
    addresses: Sequence[str] = (),
    network: str = "",
    now: datetime,
) -> Game:
    """Open a game, and invite players to it; if `games` is more than one, it is the first of a series.

    Raises Unprocessable (series_too_long, series_needs_people) and whatever `lobby.create_and_invite` raises.
    """
    if not 1 <= games <= MOST_GAMES:
        raise Unprocessable("series_too_long", most=MOST_GAMES)
    if games > 1 and wishes.seats - wishes.stand_ins < FEWEST_PEOPLE:
        raise Unprocessable("series_needs_people", fewest=FEWEST_PEOPLE)
    with transaction.atomic():
        game = lobby.create_and_invite(
            host=host, wishes=wishes, names=names, addresses=addresses, network=network, now=now
        )
        if games > 1:
            series = Series.objects.create(games_wanted=games, created_at=now)
            SeriesGame.objects.create(series=series, number=1, game=game)
    return game
