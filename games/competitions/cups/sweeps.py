"""Everything that is due in cups, found in rows and done step by step.

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

from games.competitions.cups import course, replacements, rounds
from games.models import Cup, CupEntrant, CupGame, CupRound
from games.table.play import due_work
from games.table.play.sweeps import DueRow, DueRows, run_guarded

STARTED_AT_ONCE: Final = 200
"""How many games one sweep starts; the next sweep continues."""

log = structlog.get_logger(__name__)


def sweep(*, now: datetime) -> int:
    """Do everything that is due; return how many steps were done. One query suffices if no cup is running or due."""
    return _sweep_all(now) if any(due_work.anything((TO_BEGIN, RUNNING, PROMISED, TO_TELL), now)) else 0


def _sweep_all(now: datetime) -> int:
    due = _cups_to_begin(now).order_by("entry_closes_at", "pk")
    count = sum(_try_step("begin", partial(rounds.begin, cup_id=cup.pk, now=now)) for cup in due)
    for cup in _running_cups(now).select_related("host").order_by("pk"):
        count += _replace_lost(cup, now) + _end_games(cup, now)
        count += _try_step("close", partial(rounds.close_round, cup_id=cup.pk, now=now))
        count += _try_step("next", partial(rounds.next_round, cup_id=cup.pk, now=now))
    return count + _start_games(now)


def _cups_to_begin(now: datetime) -> QuerySet[Cup]:
    """Return the cups that are due to begin."""
    return Cup.objects.filter(state=Cup.State.OPEN, entry_closes_at__lte=now)


def _running_cups(_now: datetime) -> QuerySet[Cup]:
    return Cup.objects.filter(state=Cup.State.RUNNING)


def _promised_games(now: datetime) -> QuerySet[CupGame]:
    """Return games that have not begun, of rounds that are not closed."""
    return CupGame.objects.filter(game=None, round__closed_at=None, round__ends_at__gt=now)


def _unannounced_rounds(_now: datetime) -> QuerySet[CupRound]:
    return CupRound.objects.filter(announced_at=None, closed_at=None)


def _replace_lost(cup: Cup, now: datetime) -> int:
    """Take out players who are inactive, suspended or away, and hand over their seats."""
    count = _try_step("find_lost", partial(replacements.find_lost, cup=cup, now=now))
    for entrant in CupEntrant.objects.filter(unsettled=True, cup=cup).order_by("pk"):
        count += _try_step("settle", partial(replacements.settle, entrant_id=entrant.pk, now=now))
    return count


def _end_games(cup: Cup, now: datetime) -> int:
    """End the games that are due, each in its own step."""
    return sum(
        run_guarded("round_over", DueRow(game, game), partial(rounds.end_game, game, cup, now), now)
        for game in rounds.to_end(course.current_course(cup), now)
    )


def _start_games(now: datetime) -> int:
    """Start the games of open rounds; then announce the rounds whose games have all begun."""
    due = _promised_games(now).order_by("pk").values_list("pk", flat=True)[:STARTED_AT_ONCE]
    started = sum(
        _try_step("start", partial(rounds.start_game, fixture_id=fixture_id, now=now)) for fixture_id in list(due)
    )
    for cup_round in _unannounced_rounds(now).order_by("pk"):
        _try_step("announce", partial(rounds.announce, round_id=cup_round.pk, now=now))
    return started


def _try_step(step: str, act: Callable[[], int]) -> int:
    """Return the result of `act`, the number of things done; 0 if it raised."""
    try:
        return act()
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        log.exception("cup_sweep_failed", what=step, error=type(error).__name__)
        return 0


TO_BEGIN: Final = DueRows(name="cup", due=_cups_to_begin)
RUNNING: Final = DueRows(name="cup", due=_running_cups)
PROMISED: Final = DueRows(name="cup_game", due=_promised_games)
TO_TELL: Final = DueRows(name="round", due=_unannounced_rounds)
