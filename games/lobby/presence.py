"""Who has a table open right now: an instant, kept for a few minutes, that only the sending of emails reads.

It is kept in the cache and not in a row. It is of no use after two minutes; nobody should find in a database, or in a
copy of one, when somebody was where; and a page that asks for news every few seconds must not write a row for it. What
the cache forgets costs little: an email goes out at once, as to anyone who is not there.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from django.core.cache import cache

Place = tuple[str, str]
"""The ids of a game and of a player."""

NOTED_EVERY: Final = timedelta(minutes=1)
OPEN_FOR: Final = timedelta(minutes=2)
"""A page in the background asks every 30 seconds, and what it asks is noted once a minute."""
KEPT_SECONDS: Final = 180


def note(game_id: str, player_id: str, now: datetime) -> None:
    """Note that the player has the table open. Written at most once a minute, read otherwise."""
    key, at = _key((game_id, player_id)), int(now.timestamp())
    last: int | None = cache.get(key)
    if last is None or at - last >= NOTED_EVERY.total_seconds():
        cache.set(key, at, KEPT_SECONDS)


def last_seen(places: Iterable[Place]) -> Mapping[Place, datetime]:
    """Return when each of these players last had the game's table open, to the minute, as far as we know."""
    keys = {_key(place): place for place in places}
    instants = cache.get_many(keys) if keys else {}
    return {keys[key]: datetime.fromtimestamp(at, UTC) for key, at in instants.items()}


def is_open(last: datetime | None, at: datetime) -> bool:
    """Check whether a player last seen at this instant (None: not lately) had the table open at that one."""
    return last is not None and at - last <= OPEN_FOR


def _key(place: Place) -> str:
    return "at-table:{}:{}".format(*place)
