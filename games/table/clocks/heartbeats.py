"""When the server itself was down: its parts report that they are alive, and a long silence becomes an outage.

The web says so when it answers a real request, the sweeper with every sweep. While the web is silent nothing expires:
nobody could have moved.

A heartbeat of the future was noted before the machine's clock was put back. It tells nothing, so it is a silence, too,
until the part that it is of says again that it is alive.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.models import Heartbeat, Outage

SILENCE: Final = timedelta(minutes=2)
NOTED_EVERY: Final = timedelta(seconds=10)
"""Anyone may knock at the web's door; a knock that comes sooner after another writes nothing."""
WEB: Final = "web"
SWEEP: Final = "sweep"
BEAT: Final = """
UPDATE games_heartbeat SET at = %s WHERE source = %s AND at <= %s AND at >= %s RETURNING at
"""
"""What `beat` does where there was no silence; where it gives no row, `beat` is to be called. It takes `beat_at`."""
HEARD: Final = "SELECT at FROM games_heartbeat WHERE source = %s"


def web_answered(*, now: datetime) -> None:
    """Note that people could get in, unless that was noted just now."""
    if not Heartbeat.objects.filter(source=WEB, at__gt=now - NOTED_EVERY, at__lte=now + SILENCE).exists():
        beat(source=WEB, now=now)


def listen(*, now: datetime) -> None:
    """Listen for the web: from now on its silence is one, even if it has never answered."""
    Heartbeat.objects.get_or_create(source=WEB, defaults={"at": now})


def beat(*, source: str, now: datetime) -> None:
    """Note that a part of the server is alive. After a silence of over two minutes, that was an outage.

    What was noted a little later is left: another machine's clock may be ahead. What lies further ahead is corrected.
    """
    with transaction.atomic():
        heart, new = Heartbeat.objects.select_for_update().get_or_create(source=source, defaults={"at": now})
        if new or now <= heart.at <= now + SILENCE:
            return
        if now - heart.at > SILENCE:
            Outage.objects.get_or_create(started_at=heart.at, defaults={"ended_at": now})
        heart.at = now
        heart.save(update_fields=["at"])


def beat_at(source: str, now: datetime) -> list[str | datetime]:
    """Return the parameters of `BEAT`."""
    return [now, source, now, now - SILENCE]


def note(*, source: str, now: datetime) -> None:
    """Note that a part of the server is alive without which people can play: its silence is no outage."""
    Heartbeat.objects.update_or_create(source=source, defaults={"at": now})


def web_is_silent(*, now: datetime) -> bool:
    """Check whether the web has not answered a real request for more than two minutes."""
    return is_silence(last_heard(WEB), now)


def is_silence(at: datetime | None, now: datetime) -> bool:
    """Check whether a part of the server that was last heard at this instant, if it ever was, tells nothing of now.

    Too long has passed since, or the instant is still to come.
    """
    return at is not None and abs(now - at) > SILENCE


def is_of_the_future(at: datetime | None, now: datetime) -> bool:
    """Check whether a heartbeat was noted by a clock that was put back since."""
    return at is not None and at - now > SILENCE


def last_heard(source: str) -> datetime | None:
    """Return when that part of the server last said that it is alive."""
    return Heartbeat.objects.filter(source=source).values_list("at", flat=True).first()
