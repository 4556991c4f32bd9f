"""The only access to time zones: by IANA name, and as a list to choose from.

They come from the release's own `tzdata`, so that every machine has the same.
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
"""The zones that a player can have, without the one for clocks that nobody has set."""


def zone(name: str) -> zoneinfo.ZoneInfo:
    """Return the zone with this name, or UTC if it is not in `NAMES`, since zones are sometimes retired."""
    return zoneinfo.ZoneInfo(name if name in NAMES else "UTC")


def abbreviation(at: datetime) -> str:
    """Return the abbreviation of the instant's zone, such as "CET", or "UTC-03" if there is none."""
    name = at.tzname() or "UTC"
    return name if name.isalpha() else f"UTC{name}"


def zones(present: str) -> Iterator[tuple[str, object]]:
    """Yield every zone named after a place, grouped by part of the world, and UTC, always including `present`."""
    yield "UTC", "UTC"
    for region in REGIONS:
        places = [name for name in sorted(NAMES) if name.startswith(f"{region}/")]
        yield region, [(name, name.partition("/")[2].replace("_", " ").replace("/", ", ")) for name in places]
    if present != "UTC" and present.partition("/")[0] not in REGIONS:
        yield present, present


def list_places() -> Iterator[str]:
    """Yield UTC, and all zones named after places."""
    yield "UTC"
    yield from sorted(name for name in NAMES if name.partition("/")[0] in REGIONS)


def find(typed: str) -> list[str]:
    """Return the zones that match what was typed: by the full name, by the city, or by a part of either."""
    part = typed.casefold().replace(" ", "_")
    if typed in NAMES:
        return [typed]
    folded = [(name, name.casefold()) for name in list_places()]
    whole = [name for name, low in folded if low == part or low.rpartition("/")[2] == part]
    return whole or [name for name, low in folded if part in low]
