"""Everything that is due in leagues, found in rows and done step by step.

A failure stops nothing else: a game that raises is set aside (`games.table.play.sweeps.run_guarded`), everything else
is logged and retried by the next sweep. Any number of workers may sweep at the same time.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import QuerySet

from games.competitions.leagues import replacements, seasons
from games.models import LeagueGame, LeaguePlace, LeagueSeason
from games.table.play import due_work
from games.table.play.sweeps import DueRow, DueRows, run_guarded

STARTED_AT_ONCE: Final = 200
"""How many games one sweep starts; the next sweep continues."""

log = structlog.get_logger(__name__)


def sweep(*, now: datetime) -> int:
    """Do everything that is due; return how many steps were done. One query suffices if no season is running or due."""
    return _sweep_all(now) if any(due_work.anything((TO_BEGIN, RUNNING), now)) else 0


def _sweep_all(now: datetime) -> int:
    planned = _seasons_to_begin(now).order_by("starts_at", "pk")
    return (
        sum(_try_step("begin", partial(seasons.begin, season_id=season.pk, now=now)) for season in list(planned))
        + _start_games(now)
        + sum(_replace_lost(season, now) for season in _running_seasons().filter(ends_at__gt=now))
        + sum(_end_season(season, now) for season in _running_seasons().filter(ends_at__lte=now))
    )


def _seasons_to_begin(now: datetime) -> QuerySet[LeagueSeason]:
    return LeagueSeason.objects.filter(state=LeagueSeason.State.PLANNED, starts_at__lte=now)


def _running_seasons(_now: datetime | None = None) -> QuerySet[LeagueSeason]:
    return LeagueSeason.objects.filter(state=LeagueSeason.State.RUNNING).select_related("league__host").order_by("pk")


def _start_games(now: datetime) -> int:
    """Start the games of running seasons; then announce the seasons whose games have all begun."""
    promised = LeagueGame.objects.filter(game=None, division__season__state=LeagueSeason.State.RUNNING)
    promised = promised.filter(division__season__ends_at__gt=now)
    due = promised.order_by("pk").values_list("pk", flat=True)[:STARTED_AT_ONCE]
    started = sum(
        _try_step("start", partial(seasons.start_game, fixture_id=fixture_id, now=now)) for fixture_id in list(due)
    )
    for season in _running_seasons().filter(began_at=None):
        _try_step("announce", partial(seasons.announce, season_id=season.pk, now=now))
    return started


def _replace_lost(season: LeagueSeason, now: datetime) -> int:
    """Take places from players who cannot play or stay away, give them to those who wait, and hand over the seats."""
    count = _try_step("find_lost", partial(replacements.find_lost, season=season, now=now))
    count += _try_step("fill", partial(replacements.fill, season=season, now=now))
    for place in LeaguePlace.objects.filter(unsettled=True, division__season=season).order_by("pk"):
        count += _try_step("settle", partial(replacements.settle, place_id=place.pk, now=now))
    return count


def _end_season(season: LeagueSeason, now: datetime) -> int:
    """End the games still running, each in its own step; then end the season."""
    ended = sum(
        run_guarded("season_over", DueRow(game, game), partial(seasons.end_game, game, season, now), now)
        for game in seasons.running(season)
    )
    return ended + _try_step("finish", partial(seasons.finish, season_id=season.pk, now=now))


def _try_step(step: str, act: Callable[[], int]) -> int:
    """Return the result of `act`, the number of things done; 0 if it raised."""
    try:
        return act()
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        log.exception("league_sweep_failed", what=step, error=type(error).__name__)
        return 0


TO_BEGIN: Final = DueRows(name="season", due=_seasons_to_begin)
RUNNING: Final = DueRows(name="season", due=_running_seasons)
