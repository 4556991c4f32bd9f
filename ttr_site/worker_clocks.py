"""The clocks of the workers, and of the beats whose ticks they receive, for the doctor to compare with PostgreSQL's.

Whether a tick has expired is decided by two clocks: its beat's, and the worker's. If they are apart, ticks are thrown
away, and duties wait, while every part seems well.
"""

import time
from collections import defaultdict, deque
from typing import Any, Final

from celery.signals import task_received, task_revoked
from celery.worker.control import inspect_command
from celery.worker.request import Request

from ttr_site.ticks import SENT_AT

MOST_KEPT: Final = 20
_delays: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=MOST_KEPT))
"""Seconds from the sending of the latest ticks to their arrival here, by each one's clock, by the beat's machine."""


def note(headers: dict[str, Any], now: float) -> None:
    """Record how long ago a tick was sent; the headers of any other task have no such instant."""
    if sent_at := headers.get(SENT_AT):
        _delays[str(headers.get("origin", "")).rpartition("@")[2]].append(now - float(sent_at))


@task_received.connect
def note_received(request: Request, **_: object) -> None:
    note(request.request_dict, time.time())


@task_revoked.connect
def note_revoked(request: Any, **_: object) -> None:
    note(vars(request), time.time())


@inspect_command()
def clocks(_state: object) -> dict[str, Any]:
    """Return this machine's time, and for each beat's machine the shortest of the latest delays, in seconds."""
    return {"now": time.time(), "beats": {machine: min(delays) for machine, delays in _delays.items()}}
