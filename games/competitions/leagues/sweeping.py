"""What is due in leagues, found in rows and done one by one.

A failure stops nothing else: a game that raises is put aside (`games.play.sweeping.guarded`), anything else is logged,
and tried again by the next sweep. Any number of workers may sweep at the same time.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import QuerySet

from games.competitions.leagues import replacing, seasons
from games.models import LeagueGame, LeaguePlace, LeagueSeason
from games.play import asking
from games.play.sweeping import DueRow, DueRows, guarded

STARTED_AT_ONCE: Final = 200
"""Games, in one sweep; the next one goes on."""

log = structlog.get_logger(__name__)


def sweep(*, now: datetime) -> int:
    """Do all that is due; returns how much was done. While no season runs or is to begin, one statement tells so."""
    return _swept(now) if any(asking.anything((TO_BEGIN, RUNNING), now)) else 0


def _swept(now: datetime) -> int:
    planned = _planned(now).order_by("starts_at", "pk")
    return (
        sum(_tried("begin", partial(seasons.begin, season_id=one.pk, now=now)) for one in list(planned))
        + _start_games(now)
        + sum(_replace(one, now) for one in _running().filter(ends_at__gt=now))
        + sum(_end(one, now) for one in _running().filter(ends_at__lte=now))
    )


def _planned(now: datetime) -> QuerySet[LeagueSeason]:
    return LeagueSeason.objects.filter(state=LeagueSeason.State.PLANNED, starts_at__lte=now)


def _running(_now: datetime | None = None) -> QuerySet[LeagueSeason]:
    return LeagueSeason.objects.filter(state=LeagueSeason.State.RUNNING).select_related("league__host").order_by("pk")


def _start_games(now: datetime) -> int:
    """Of seasons that run; then say so, where all have begun."""
    promised = LeagueGame.objects.filter(game=None, division__season__state=LeagueSeason.State.RUNNING)
    promised = promised.filter(division__season__ends_at__gt=now)
    due = promised.order_by("pk").values_list("pk", flat=True)[:STARTED_AT_ONCE]
    started = sum(_tried("start", partial(seasons.start_game, fixture_id=one, now=now)) for one in list(due))
    for season in _running().filter(began_at=None):
        _tried("announce", partial(seasons.announce, season_id=season.pk, now=now))
    return started


def _replace(season: LeagueSeason, now: datetime) -> int:
    """Whoever is gone loses the place, whoever waits gets it, and seats follow."""
    done = _tried("find_lost", partial(replacing.find_lost, season=season, now=now))
    done += _tried("fill", partial(replacing.fill, season=season, now=now))
    for place in LeaguePlace.objects.filter(unsettled=True, division__season=season).order_by("pk"):
        done += _tried("settle", partial(replacing.settle, place_id=place.pk, now=now))
    return done


def _end(season: LeagueSeason, now: datetime) -> int:
    """End what still runs, each game by itself; then the season is over."""
    ended = sum(
        guarded("season_over", DueRow(game, game), partial(seasons.end_game, game, season, now), now)
        for game in seasons.running(season)
    )
    return ended + _tried("finish", partial(seasons.finish, season_id=season.pk, now=now))


def _tried(what: str, act: Callable[[], int]) -> int:
    """What `act` says it has done; 0 where it raised."""
    try:
        return act()
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        log.exception("league_sweep_failed", what=what, error=type(error).__name__)
        return 0


TO_BEGIN: Final = DueRows(name="season", due=_planned)
RUNNING: Final = DueRows(name="season", due=_running)
