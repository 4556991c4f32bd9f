"""Celery's queues, by which work may wait behind which. A worker takes from its queues in alphabetical order.

No email waits for a picture or a sweep, no sweep for an email, and nobody on a sign-in page for anything: urgent work
goes to `AWAITED`, which every process takes from first.
"""

from collections.abc import Mapping
from typing import Final

AWAITED: Final = "awaited"
"""Sign-in codes: emails that somebody is waiting for on a page."""
SWEEPS: Final = "celery"
"""Deadlines and other scheduled work. The name is Celery's default, the only queue that earlier releases have."""
EMAILS: Final = "emails"
"""All emails, webhooks and push messages."""
INBOX: Final = "inbox"
"""Incoming emails."""
PICTURES: Final = "pictures"
"""Pictures and films that somebody wants to see."""
SLOW: Final = "slow"
"""Work that may take minutes, and may wait for a free process. In the process for deadlines it would cause an
outage."""
RESERVED: Final = (AWAITED, SWEEPS)
"""Queues for which each worker reserves a process; all its other processes take from `OTHERS`."""
OTHERS: Final = (AWAITED, EMAILS, INBOX, PICTURES, SLOW)
EVERY: Final = tuple(sorted({*RESERVED, *OTHERS}))

ROUTES: Final[Mapping[str, Mapping[str, str]]] = {
    task: {"queue": queue}
    for queue, tasks in {
        AWAITED: ["notifications.tasks.send_codes"],
        EMAILS: [
            "notifications.tasks.deliver",
            "notifications.tasks.sweep",
            "notifications.tasks.remind",
            "notifications.tasks.tell_of_tables",
            "notifications.tasks.call_webhooks",
            "notifications.tasks.push",
        ],
        INBOX: ["notifications.tasks.read_mail", "notifications.tasks.give_up_email"],
        PICTURES: ["games.tasks.draw_picture", "games.tasks.draw_film"],
        SLOW: [
            "games.tasks.rule_in_bulk",
            "games.tasks.write_circulars",
            "games.tasks.forget_old_keys",
            "games.tasks.forget_old_access",
            "games.tasks.look_at_certificate",
        ],
    }.items()
    for task in tasks
}
"""Celery's `task_routes`; all other tasks go to `SWEEPS`."""
