"""Delays of notifications: until a digest, until quiet hours end, or while the reader is at the table.

Pure: the result depends on when the notification was created, on its reader's settings and on how long the reader has
stayed at the table since, never on the time of the call.

A reader with the table open sees there whose turn it is: a turn's email waits while the page stays open, for ten
minutes at most, and is sent only if the turn is still open then (`relevance`). The page has promised an email.

No delay may cost a player the turn: a turn's email waits at most until a quarter of the time is left, a reminder until
half of it. It is then sent as an email of its own, even if it was meant for a digest.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple

from games.table.clocks.habits import PlayerHabits, Quiet
from games.zones import zone
from notifications.lists import Mode
from notifications.policy.urgency import Urgency

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)


class Custom(NamedTuple):
    """When a reader wants to receive mail, in local time: quiet hours, if any, and the time of the daily digest."""

    zone: str
    quiet: Quiet | None
    digest_at: time


class Hold(NamedTuple):
    """How long to wait (None: not at all), and whether the notification goes into the digest."""

    until: datetime | None
    in_digest: bool


def hold(
    urgency: Urgency,
    made_at: datetime,
    deadline_at: datetime | None,
    mode: Mode,
    custom: Custom,
    *,
    at_table: datetime | None = None,
) -> Hold:
    """Return how long a notification created at an instant waits, and whether it goes into a digest.

    `at_table`: until when the reader, who had the table open then, has it open as far as known.
    """
    in_digest = mode in (Mode.HOURLY, Mode.DAILY)
    earliest = min(made_at + urgency.at_table, at_table) if at_table else made_at
    preferred = _after_quiet(_digest_after(earliest, mode, custom), custom)
    if preferred <= made_at:
        return Hold(None, in_digest)
    latest = _latest(urgency, made_at, deadline_at)
    if latest is not None and latest < preferred:
        return Hold(latest, in_digest=False)
    return Hold(preferred, in_digest)


def _digest_after(instant: datetime, mode: Mode, custom: Custom) -> datetime:
    if mode is Mode.HOURLY:
        return instant.replace(minute=0, second=0, microsecond=0) + HOUR
    if mode is Mode.DAILY:
        return next_at(instant, custom.digest_at, custom.zone)
    return instant


def next_at(instant: datetime, at: time, zone_name: str) -> datetime:
    """Return the next instant at which the zone's clocks show this time; the first of two when they are set back.

    A time that is skipped when clocks go forward is taken as if they had not, so it comes as long after the jump.
    """
    today = instant.astimezone(zone(zone_name)).date()
    days: list[date] = [today + number * DAY for number in (-1, 0, 1, 2)]
    instants = [datetime.combine(day, at, zone(zone_name)).astimezone(UTC) for day in days]
    return next(candidate for candidate in instants if candidate > instant)


def _after_quiet(instant: datetime, custom: Custom) -> datetime:
    return PlayerHabits(custom.zone, custom.quiet).quiet_until(instant) or instant


def _latest(urgency: Urgency, made_at: datetime, deadline_at: datetime | None) -> datetime | None:
    if deadline_at is None or urgency.time_left is None:
        return None
    return deadline_at - max(deadline_at - made_at, timedelta()) * urgency.time_left
