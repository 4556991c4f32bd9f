"""What is due in cups, found in rows and done one by one.

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

from games.competitions.cups import course, replacing, rounds
from games.models import Cup, CupEntrant, CupGame, CupRound
from games.play import asking
from games.play.sweeping import DueRow, DueRows, guarded

STARTED_AT_ONCE: Final = 200
"""Games, in one sweep; the next one goes on."""

log = structlog.get_logger(__name__)


def sweep(*, now: datetime) -> int:
    """Do all that is due; returns how much was done. While no cup runs or is to begin, one statement tells so."""
    return _swept(now) if any(asking.anything((TO_BEGIN, RUNNING, PROMISED, TO_TELL), now)) else 0


def _swept(now: datetime) -> int:
    due = _closed_entries(now).order_by("entry_closes_at", "pk")
    done = sum(_tried("begin", partial(rounds.begin, cup_id=one.pk, now=now)) for one in due)
    for cup in _running(now).select_related("host").order_by("pk"):
        done += _replace(cup, now) + _end_games(cup, now)
        done += _tried("close", partial(rounds.close_round, cup_id=cup.pk, now=now))
        done += _tried("next", partial(rounds.next_round, cup_id=cup.pk, now=now))
    return done + _start_games(now)


def _closed_entries(now: datetime) -> QuerySet[Cup]:
    """Cups that are to begin."""
    return Cup.objects.filter(state=Cup.State.OPEN, entry_closes_at__lte=now)


def _running(_now: datetime) -> QuerySet[Cup]:
    return Cup.objects.filter(state=Cup.State.RUNNING)


def _promised(now: datetime) -> QuerySet[CupGame]:
    """Games of rounds that go on which have not begun."""
    return CupGame.objects.filter(game=None, round__closed_at=None, round__ends_at__gt=now)


def _untold(_now: datetime) -> QuerySet[CupRound]:
    return CupRound.objects.filter(announced_at=None, closed_at=None)


def _replace(cup: Cup, now: datetime) -> int:
    """Whoever is gone or stays away is out, and seats follow."""
    done = _tried("find_lost", partial(replacing.find_lost, cup=cup, now=now))
    for one in CupEntrant.objects.filter(unsettled=True, cup=cup).order_by("pk"):
        done += _tried("settle", partial(replacing.settle, entrant_id=one.pk, now=now))
    return done


def _end_games(cup: Cup, now: datetime) -> int:
    """Each by itself."""
    return sum(
        guarded("round_over", DueRow(game, game), partial(rounds.end_game, game, cup, now), now)
        for game in rounds.to_end(course.current_course(cup), now)
    )


def _start_games(now: datetime) -> int:
    """Of rounds that go on; then say so, where all have begun."""
    due = _promised(now).order_by("pk").values_list("pk", flat=True)[:STARTED_AT_ONCE]
    started = sum(_tried("start", partial(rounds.start_game, fixture_id=one, now=now)) for one in list(due))
    for one in _untold(now).order_by("pk"):
        _tried("announce", partial(rounds.announce, round_id=one.pk, now=now))
    return started


def _tried(what: str, act: Callable[[], int]) -> int:
    """What `act` says it has done; 0 where it raised."""
    try:
        return act()
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        log.exception("cup_sweep_failed", what=what, error=type(error).__name__)
        return 0


TO_BEGIN: Final = DueRows(name="cup", due=_closed_entries)
RUNNING: Final = DueRows(name="cup", due=_running)
PROMISED: Final = DueRows(name="cup_game", due=_promised)
TO_TELL: Final = DueRows(name="round", due=_untold)
