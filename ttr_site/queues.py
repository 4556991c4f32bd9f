"""Celery's queues, by what waits behind what. A worker takes from its queues in the order of their names.

No email waits for a picture or a sweep, no sweep for an email, and nobody at a sign-in page for anything: what somebody
waits for goes by `AWAITED`, which every process takes from first.
"""

from collections.abc import Mapping
from typing import Final

AWAITED: Final = "awaited"
"""Codes: emails that somebody waits for in front of a page."""
SWEEPS: Final = "celery"
"""Deadlines, and whatever else is due by the clock. The name is Celery's own: earlier releases have no other queue."""
EMAILS: Final = "emails"
"""All emails, webhooks and what browsers are told."""
INBOX: Final = "inbox"
"""Emails that came in."""
PICTURES: Final = "pictures"
"""Pictures and films that somebody wants to see."""
SLOW: Final = "slow"
"""What may take minutes and waits for nothing but room. In the process for deadlines it would be an outage."""
RESERVED: Final = (AWAITED, SWEEPS)
"""For which each worker reserves a process; all its other processes take from `OTHERS`."""
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
            "notifications.tasks.call_webhooks",
            "notifications.tasks.push",
        ],
        INBOX: ["notifications.tasks.read_mail", "notifications.tasks.give_up_email"],
        PICTURES: ["games.tasks.draw_picture", "games.tasks.draw_film"],
        SLOW: [
            "games.tasks.rule_in_bulk",
            "games.tasks.forget_old_keys",
            "games.tasks.forget_old_access",
            "games.tasks.look_at_certificate",
        ],
    }.items()
    for task in tasks
}
"""Celery's `task_routes`; all other tasks go by `SWEEPS`."""
