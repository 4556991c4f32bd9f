"""Time limits for reading incoming emails, and what happens to an email that exceeds them.

A task reads for one stint, then another task continues. Celery stops a task that runs too long: at the soft limit it
raises an error inside the task, which gives up the email that took so long; at the hard limit it kills the process. The
row records which task was reading it (`mark`), so that the worker's main process can give up the email after a kill
(`notifications.tasks`).
"""

from datetime import timedelta
from typing import Final

STINT: Final = timedelta(seconds=10)
SOFT_LIMIT: Final = 30
"""Seconds: enough for a stint, plus a sender's DNS that leaves some queries unanswered."""
HARD_LIMIT: Final = 45
"""Seconds: less than the lease of an email."""
MOST_WORK: Final = 4.0
"""Seconds of processor time for one email, several times what the largest needs; waiting for others does not count."""
TOOK_TOO_LONG: Final = "took_too_long"
OUT_OF_TIME: Final = "out_of_time"
MOST_LOST: Final = 3
"""How many processes may die while reading an email, for any reason, before it is given up."""


def mark(task_id: str) -> str:
    """Return the code stored as a row's reason while this task reads it."""
    return f"reading {task_id.partition('-')[0]}".strip()
