"""Limits on emails caused by strangers: anyone may invite anyone by name, but cannot fill their mailbox.

1. The first notifications are sent at once. Several that are gathered at the same time go into one email.
2. After a certain number of emails within a day, the next one is sent when the day is over, with everything since.

Only one worker gathers at a time (`outbox.queue`), so counts cannot be outdated.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from notifications.models import Mail, Notification
from notifications.policy import kinds

A_DAY: Final = timedelta(days=1)
BY_STRANGERS: Final = frozenset(kinds.names_where(lambda kind: kind.urgency.by_strangers))
MOST_A_DAY: Final = 3
"""The most such emails per day, whatever their content."""


class Strangers:
    """The emails that strangers have caused for the readers of these notifications, and now cause."""

    def __init__(self, waiting: Iterable[Notification], now: datetime) -> None:
        self._now = now
        caused = [notification for notification in waiting if notification.kind in BY_STRANGERS]
        tables = {(notification.player_id, notification.game_id or notification.club_id) for notification in caused}
        counts = Counter(player for player, _ in tables)
        self._several = {player for player, count in counts.items() if count > 1}
        self._sent = _find_sent(counts, now) if counts else {}

    def hold(self, notification: Notification) -> datetime | None:
        """Return until when a notification waits because its reader has had enough emails of the kind within a day."""
        times = self._sent.get(notification.player_id, []) if notification.kind in BY_STRANGERS else []
        return times[-MOST_A_DAY] + A_DAY if len(times) >= MOST_A_DAY else None

    def is_one_of_several(self, notification: Notification) -> bool:
        """Check whether this notification should share an email with others for the same reader."""
        return notification.kind in BY_STRANGERS and notification.player_id in self._several


def find_full(players: Iterable[str], now: datetime) -> set[str]:
    """Return which of these players get no further email of the kind before a day has passed."""
    return {player for player, times in _find_sent(players, now).items() if len(times) >= MOST_A_DAY}


def _find_sent(players: Iterable[str], now: datetime) -> dict[str, list[datetime]]:
    """Return when such emails to these players were created within the last day, in order."""
    times: defaultdict[str, list[datetime]] = defaultdict(list)
    recent = Mail.objects.filter(player__in=list(players), created_at__gt=now - A_DAY)
    telling = recent.filter(notifications__kind__in=BY_STRANGERS).exclude(state=Mail.State.DROPPED).distinct()
    for player, at, _ in telling.order_by("created_at", "pk").values_list("player_id", "created_at", "pk"):
        times[player].append(at)
    return times
