"""How long reading what comes in may take, and what becomes of an email that takes longer.

A task reads for a stint, then another one goes on. Celery ends what does not end by itself: at the soft limit it raises
in the task, which gives up the email that used so much; at the hard limit it kills the process. Which email a process
was reading then is in the row (`mark`), so that the worker's main process can give that one up (`notifications.tasks`).
"""

from datetime import timedelta
from typing import Final

STINT: Final = timedelta(seconds=10)
SOFT_LIMIT: Final = 30
"""Seconds: a stint, and a sender's DNS that answers none of some questions."""
HARD_LIMIT: Final = 45
"""Seconds: less than the lease of an email."""
MOST_WORK: Final = 4.0
"""Seconds of processor time for one email, several times what the largest takes. What waited for others is not its."""
TOOK_TOO_LONG: Final = "took_too_long"
OUT_OF_TIME: Final = "out_of_time"
MOST_LOST: Final = 3
"""Processes that died with an email, for whatever reason, before it is read no more."""


def mark(task_id: str) -> str:
    """Return the code that a row has as its reason while this task reads it."""
    return f"reading {task_id.partition('-')[0]}".strip()
