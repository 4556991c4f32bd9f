"""The record of who has a table open right now: an instant, kept for a few minutes, read only when emails are sent.

It is kept in the cache and not in a row: it is useless after two minutes; nobody should be able to find in a database,
or in a copy of one, when somebody was where; and a page that polls every few seconds must not write a row. If the cache
loses it, little is lost: an email goes out at once, as to anyone who is not present.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from django.core.cache import cache

Place = tuple[str, str]
"""The ids of a game and of a player."""

NOTED_EVERY: Final = timedelta(minutes=1)
OPEN_FOR: Final = timedelta(minutes=2)
"""How long a table counts as open: a page in the background polls every 30 seconds, which is recorded once a minute."""
KEPT_SECONDS: Final = 180


def note(game_id: str, player_id: str, now: datetime) -> None:
    """Record that the player has the table open, writing at most once a minute."""
    key, at = _key((game_id, player_id)), int(now.timestamp())
    last: int | None = cache.get(key)
    if last is None or at - last >= NOTED_EVERY.total_seconds():
        cache.set(key, at, KEPT_SECONDS)


def last_seen(places: Iterable[Place]) -> Mapping[Place, datetime]:
    """Return when each of these players last had the game's table open, to the minute, as far as known."""
    keys = {_key(place): place for place in places}
    instants = cache.get_many(keys) if keys else {}
    return {keys[key]: datetime.fromtimestamp(at, UTC) for key, at in instants.items()}


def is_open(last: datetime | None, at: datetime) -> bool:
    """Check whether a player last seen at `last` (None: not lately) had the table open at `at`."""
    return last is not None and at - last <= OPEN_FOR


def open_until(last: datetime | None, at: datetime) -> datetime | None:
    """Return until when the table counts as open that was so at `at`; later if a page goes on polling. None if not."""
    return last + OPEN_FOR if last is not None and is_open(last, at) else None


def _key(place: Place) -> str:
    return "at-table:{}:{}".format(*place)
