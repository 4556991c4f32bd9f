"""Leaving a series between two games: the running game is played to its end; a stand-in plays the next one.

During the running game, a player can change their mind. The next game begins as soon as it is over, with the last
decision.
"""

from datetime import datetime

from django.db import transaction

from games.competitions.series import selectors
from games.errors import Forbidden, Refused
from games.models import Player, Seat, Series, SeriesLeaver


def leave(*, player: Player, series_id: str, now: datetime) -> Series:
    """Exclude the player from all further games. Repeating this changes nothing.

    Raises NotFound("no_such_series"), Forbidden("not_in_this_series"), Refused("series_over").
    """
    with transaction.atomic():
        series = _lock_series(player, series_id)
        SeriesLeaver.objects.get_or_create(series=series, player=player, defaults={"at": now})
    return series


def stay(*, player: Player, series_id: str) -> Series:
    """Take leaving back. This changes nothing if the player has not left. Raises as `leave` does."""
    with transaction.atomic():
        series = _lock_series(player, series_id)
        SeriesLeaver.objects.filter(series=series, player=player).delete()
    return series


def _lock_series(player: Player, series_id: str) -> Series:
    """Lock and return the series, if the player sits at its newest game and another game is to follow."""
    selectors.seen_by(player, series_id)
    series = Series.objects.select_for_update(no_key=True).get(pk=series_id)
    newest = series.places.order_by("-number").first()
    if series.ended_at is not None or newest is None or newest.is_last:
        raise Refused("series_over")
    if not Seat.objects.filter(game=newest.game_id, player=player, status=Seat.Status.PLAYING).exists():
        raise Forbidden("not_in_this_series")
    return series
