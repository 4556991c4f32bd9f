"""Time zones by their IANA names, and those that people choose from."""

import zoneinfo
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

REGIONS: Final = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)


@lru_cache(maxsize=1024)
def zone(name: str) -> zoneinfo.ZoneInfo:
    """The zone; UTC if the database of zones no longer knows it."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return zoneinfo.ZoneInfo("UTC")


def called(at: datetime) -> str:
    """What the zone of this instant is called there, in short: "CET"; "UTC-03" where people have no name for it."""
    name = at.tzname() or "UTC"
    return name if name.isalpha() else f"UTC{name}"


def zones(present: str) -> Iterator[tuple[str, Any]]:
    """Every zone of a place, by its part of the world, and UTC; the present one in any case."""
    known = sorted(zoneinfo.available_timezones())
    yield "UTC", "UTC"
    for region in REGIONS:
        places = [name for name in known if name.startswith(f"{region}/")]
        yield region, [(name, name.partition("/")[2].replace("_", " ").replace("/", ", ")) for name in places]
    if present != "UTC" and present.partition("/")[0] not in REGIONS:
        yield present, present
