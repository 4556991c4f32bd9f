"""The time zones that people choose from."""

import zoneinfo
from collections.abc import Iterator
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


def zones(present: str) -> Iterator[tuple[str, Any]]:
    """Every zone of a place, by its part of the world, and UTC; the present one in any case."""
    known = sorted(zoneinfo.available_timezones())
    yield "UTC", "UTC"
    for region in REGIONS:
        places = [name for name in known if name.startswith(f"{region}/")]
        yield region, [(name, name.partition("/")[2].replace("_", " ").replace("/", ", ")) for name in places]
    if present != "UTC" and present.partition("/")[0] not in REGIONS:
        yield present, present
