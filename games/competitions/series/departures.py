"""Leaving a series between two games: the one that runs is played to its end, and the next one is a stand-in's.

While it runs, a player can come back. The next game begins as soon as it is over, so that what counts is what was said
by then.
"""

from datetime import datetime

from django.db import transaction

from games.competitions.series import selectors
from games.errors import Forbidden, Refused
from games.models import Player, Seat, Series, SeriesLeaver


def leave(*, player: Player, series_id: str, now: datetime) -> Series:
    """Keep the player out of all further games. Doing so again changes nothing.

    Raises NotFound("no_such_series"), Forbidden("not_in_this_series"), Refused("series_over").
    """
    with transaction.atomic():
        series = _lock_series(player, series_id)
        SeriesLeaver.objects.get_or_create(series=series, player=player, defaults={"at": now})
    return series


def stay(*, player: Player, series_id: str) -> Series:
    """Take leaving back. Without having left, this changes nothing. Raises as `leave` does."""
    with transaction.atomic():
        series = _lock_series(player, series_id)
        SeriesLeaver.objects.filter(series=series, player=player).delete()
    return series


def _lock_series(player: Player, series_id: str) -> Series:
    """Lock and return the series, if the player sits at its newest game and a further one is to come."""
    selectors.seen_by(player, series_id)
    series = Series.objects.select_for_update().get(pk=series_id)
    newest = series.places.order_by("-number").first()
    if series.ended_at is not None or newest is None or newest.is_last:
        raise Refused("series_over")
    if not Seat.objects.filter(game=newest.game_id, player=player, status=Seat.Status.PLAYING).exists():
        raise Forbidden("not_in_this_series")
    return series
