"""Overdue work, at the top of the admins' queue because nothing else reports it to them."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.table.disputes import desk_queue
from notifications import monitoring

TOLD: Final[dict[str, tuple[Promise, str]]] = {
    "clock": (_("The server’s clock was put back"), "admin:games_heartbeat_changelist"),
    "web_refused": (_("HEARTBEAT_URL refuses the worker, so no deadline passes"), "admin:games_heartbeat_changelist"),
    "web": (_("People cannot get in, so no deadline passes"), "admin:games_heartbeat_changelist"),
    "worker": (_("No worker is checking the deadlines"), "admin:games_heartbeat_changelist"),
    "turns": (_("Turns are overdue, and nobody plays them"), "admin:games_turn_changelist"),
    "plans": (_("Plans are not carried out"), "admin:games_turn_changelist"),
    "closings": (_("Games that nobody plays are not closed"), "admin:games_game_changelist"),
    "reminders": (_("Reminders are overdue"), "admin:games_turn_changelist"),
    "notifications": (_("News is not put into emails"), "admin:notifications_notification_changelist"),
    "mails": (_("Emails that are due are not sent"), "admin:notifications_mail_changelist"),
    "mail_server": (_("The mail server accepts no emails"), "admin:notifications_mail_changelist"),
}


@desk_queue.register
def standstill(admin: Player, now: datetime) -> Iterator[desk_queue.Item]:
    """Yield an item for each kind of work that is overdue."""
    for late in monitoring.look(now):
        words, place = TOLD.get(late.what, (late.what, "admin:index"))
        yield desk_queue.Item("canary", str(words), late.since, address=reverse(place))
