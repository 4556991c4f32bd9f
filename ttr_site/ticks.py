"""The schedule by which beat wakes the workers.

Ticks only wake the worker; rows say what is due. Running two beats at once is harmless. Beat counts seconds by a clock
that nobody can set: if the machine's own clock is set back by an hour, ticks go on.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from time import monotonic
from typing import Any, Final

from celery.schedules import schedule

SENT_AT: Final = "sent_at"
"""The header of a tick with the instant at which its beat sent it, in seconds, by the beat's clock."""
LEAST_EXPIRY: Final = 60
"""Seconds for which any tick is good: a worker that has just started may come to it late, and its machine's clock may
differ from the beat's."""
BEGAN: Final = datetime.now(UTC) - timedelta(seconds=monotonic())


def steady_now() -> datetime:
    """Return the instant by a clock that runs evenly, and was correct when this process began."""
    return BEGAN + timedelta(seconds=monotonic())


def _every(now: Callable[[], datetime], seconds: float, task: str) -> dict[str, Any]:
    """Return a tick's entry in the timetable.

    A tick that nobody has taken by the time of the next is worthless, so it expires.
    """
    expires = max(seconds, LEAST_EXPIRY)
    return {"task": task, "schedule": schedule(seconds, nowfun=now), "options": {"expires": expires}}


def timetable(tick: int, now: Callable[[], datetime] = steady_now) -> dict[str, dict[str, Any]]:
    """Return Celery's `beat_schedule`; `tick` is the number of seconds between two checks for scheduled work."""
    every = partial(_every, now)
    return {
        "addresses": every(600, "games.tasks.change_addresses"),
        "bulk": every(10, "games.tasks.rule_in_bulk"),
        "certificate": every(600, "games.tasks.look_at_certificate"),
        "circulars": every(20, "games.tasks.write_circulars"),
        "closings": every(2 * tick, "games.tasks.close_games"),
        "cups": every(60, "games.tasks.sweep_cups"),
        "deadlines": every(tick, "games.tasks.sweep_deadlines"),
        "heartbeat": every(30, "games.tasks.record_heartbeat"),
        "leagues": every(60, "games.tasks.sweep_leagues"),
        "old_access": every(600, "games.tasks.forget_old_access"),
        "old_keys": every(600, "games.tasks.forget_old_keys"),
        "ratings": every(20, "games.tasks.derive_ratings"),
        "series": every(2 * tick, "games.tasks.go_on_with_series"),
        "inbox": every(20, "notifications.tasks.read_mail"),
        "outbox": every(20, "notifications.tasks.sweep"),
        "canary": every(60, "notifications.tasks.watch"),
        "new_tables": every(60, "notifications.tasks.tell_of_tables"),
        "zones": every(600, "games.tasks.replace_retired_zones"),
        "watched": every(600, "notifications.tasks.tell_hosts"),
        "reminders": every(2 * tick, "notifications.tasks.remind"),
    }
