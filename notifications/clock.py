"""Instants as people read them: in their own zone, and in UTC."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import formats
from django.utils.translation import gettext as _

FORMAT = "D j F Y, H:i"


def spell(instant: datetime, time_zone: str) -> str:
    """The instant in the zone (IANA) and in UTC. The offset tells the two 02:30 of an autumn night apart."""
    in_utc = _format(instant.astimezone(UTC))
    if time_zone == "UTC":
        return f"{in_utc} UTC"
    here = instant.astimezone(zone(time_zone))
    return _("%(local)s (%(zone)s, UTC%(offset)s), which is %(utc)s UTC") % {
        "local": _format(here),
        "zone": time_zone,
        "offset": _offset(here),
        "utc": in_utc,
    }


def zone(name: str) -> ZoneInfo:
    """The zone; UTC for one that the database of zones no longer knows."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def _format(instant: datetime) -> str:
    return formats.date_format(instant, FORMAT)


def _offset(instant: datetime) -> str:
    digits = instant.strftime("%z")
    return f"{digits[:3]}:{digits[3:5]}"
