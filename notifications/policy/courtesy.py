"""How many emails strangers can cause: anyone may invite anyone by name, but that fills nobody's mailbox.

1. The first ones are sent at once. Of those that are gathered together, and are more than one, one email tells all.
2. After that many within a day, the next one comes when the day is over, with all that has come meanwhile.

Gathering is done by one worker at a time (`outbox.queue`), so that nobody counts while somebody else adds.
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
"""Emails, whatever they tell."""


class Strangers:
    """What strangers have caused for the readers of these notifications, and cause now."""

    def __init__(self, waiting: Iterable[Notification], now: datetime) -> None:
        self._now = now
        caused = [notification for notification in waiting if notification.kind in BY_STRANGERS]
        games = Counter(
            player for player, _ in {(notification.player_id, notification.game_id) for notification in caused}
        )
        self._several = {player for player, count in games.items() if count > 1}
        self._sent = _find_sent(games, now) if games else {}

    def hold(self, notification: Notification) -> datetime | None:
        """Return until when a notification waits, because its reader has had enough of the kind for a day."""
        times = self._sent.get(notification.player_id, []) if notification.kind in BY_STRANGERS else []
        return times[-MOST_A_DAY] + A_DAY if len(times) >= MOST_A_DAY else None

    def is_one_of_several(self, notification: Notification) -> bool:
        """Check whether one email should tell its reader this notification together with others."""
        return notification.kind in BY_STRANGERS and notification.player_id in self._several


def _find_sent(players: Iterable[str], now: datetime) -> dict[str, list[datetime]]:
    """Return when such emails were made for these players within a day, in order."""
    times: defaultdict[str, list[datetime]] = defaultdict(list)
    recent = Mail.objects.filter(player__in=list(players), created_at__gt=now - A_DAY)
    telling = recent.filter(notifications__kind__in=BY_STRANGERS).exclude(state=Mail.State.DROPPED).distinct()
    for player, at, _ in telling.order_by("created_at", "pk").values_list("player_id", "created_at", "pk"):
        times[player].append(at)
    return times
