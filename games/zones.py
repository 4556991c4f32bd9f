"""Time zones by their IANA names, and those that people choose from: the only way to them.

They are those of the release's own `tzdata`, so that every machine knows the same.
"""

import zoneinfo
from collections.abc import Iterator
from datetime import datetime
from typing import Final

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
zoneinfo.reset_tzpath(to=())
NAMES: Final = frozenset(zoneinfo.available_timezones()) - {"Factory"}
"""All that a player can have: without the one that stands for a clock which nobody has set."""


def zone(name: str) -> zoneinfo.ZoneInfo:
    """Return the zone of this name, UTC where it is none of `NAMES`: zones are retired now and then."""
    return zoneinfo.ZoneInfo(name if name in NAMES else "UTC")


def abbreviation(at: datetime) -> str:
    """Return what the zone of this instant is called there, in short: "CET", or "UTC-03" where there is no name."""
    name = at.tzname() or "UTC"
    return name if name.isalpha() else f"UTC{name}"


def zones(present: str) -> Iterator[tuple[str, object]]:
    """Yield every zone of a place, by its part of the world, and UTC; the present one in any case."""
    yield "UTC", "UTC"
    for region in REGIONS:
        places = [name for name in sorted(NAMES) if name.startswith(f"{region}/")]
        yield region, [(name, name.partition("/")[2].replace("_", " ").replace("/", ", ")) for name in places]
    if present != "UTC" and present.partition("/")[0] not in REGIONS:
        yield present, present
