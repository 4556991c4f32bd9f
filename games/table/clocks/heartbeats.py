"""Heartbeats: the server's parts report that they are alive, and a long silence is recorded as an outage.

The web server reports when it answers a real request, the sweeper with every sweep. While the web server is silent
nothing expires, because nobody could have moved.

A heartbeat dated in the future was recorded before the machine's clock was set back. It proves nothing, so it also
counts as silence until its part reports again.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.models import Heartbeat, Outage

SILENCE: Final = timedelta(minutes=2)
NOTED_EVERY: Final = timedelta(seconds=10)
"""The minimum interval between two records, since anyone can send requests to the web server."""
WEB: Final = "web"
SWEEP: Final = "sweep"
BEAT: Final = """
UPDATE games_heartbeat SET at = %s WHERE source = %s AND at <= %s AND at >= %s RETURNING at
"""
"""The SQL of `beat` if there was no silence; if it returns no row, call `beat`. Its parameters are `beat_at`."""
HEARD: Final = "SELECT at FROM games_heartbeat WHERE source = %s"


def web_answered(*, now: datetime) -> None:
    """Record that the web server has answered, unless that was recorded just now."""
    if not Heartbeat.objects.filter(source=WEB, at__gt=now - NOTED_EVERY, at__lte=now + SILENCE).exists():
        beat(source=WEB, now=now)


def listen(*, now: datetime) -> None:
    """Start to watch the web server: from now on its silence counts, even if it has never answered."""
    Heartbeat.objects.get_or_create(source=WEB, defaults={"at": now})


def beat(*, source: str, now: datetime) -> None:
    """Record that a part of the server is alive; a silence of over two minutes before that was an outage.

    A heartbeat slightly in the future is kept, because another machine's clock may be ahead; one further ahead is
    corrected.
    """
    with transaction.atomic():
        heart, new = Heartbeat.objects.select_for_update(no_key=True).get_or_create(source=source, defaults={"at": now})
        if new or now <= heart.at <= now + SILENCE:
            return
        if now - heart.at > SILENCE:
            Outage.objects.get_or_create(started_at=heart.at, defaults={"ended_at": now})
        heart.at = now
        heart.save(update_fields=["at"])


def beat_at(source: str, now: datetime) -> list[str | datetime]:
    """Return the parameters for `BEAT`."""
    return [now, source, now, now - SILENCE]


def note(*, source: str, now: datetime) -> None:
    """Record that a part of the server is alive whose silence is not an outage, as people can play without it."""
    Heartbeat.objects.update_or_create(source=source, defaults={"at": now})


def web_is_silent(*, now: datetime) -> bool:
    """Check whether the web server has not answered a real request for more than two minutes."""
    return is_silence(last_heard(WEB), now)


def is_silence(at: datetime | None, now: datetime) -> bool:
    """Check whether a part of the server last heard at this instant (None: never) must be considered silent.

    It is silent if too long has passed since, or if the instant is in the future.
    """
    return at is not None and abs(now - at) > SILENCE


def is_of_the_future(at: datetime | None, now: datetime) -> bool:
    """Check whether a heartbeat was recorded by a clock that has since been set back."""
    return at is not None and at - now > SILENCE


def last_heard(source: str) -> datetime | None:
    """Return when this part of the server last reported, or None."""
    return Heartbeat.objects.filter(source=source).values_list("at", flat=True).first()
