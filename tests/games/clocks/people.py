"""Times and people for the tests of clocks: local times as people say them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from games.table.clocks import habits
from games.table.clocks.habits import PlayerHabits, Window

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def at(text: str, zone: str = "UTC", *, again: bool = False) -> datetime:
    """The instant at which clocks there show this ("2026-03-02 12:00"); `again`: for the second time that night."""
    wall = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=int(again))
    return wall.astimezone(UTC)


def wall(instant: datetime, zone: str) -> str:
    """What clocks there show at this instant."""
    return f"{instant.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def person(zone: str = "UTC", quiet: str = "", off: str = "", away: str = "") -> PlayerHabits:
    """Somebody with quiet hours ("22:00-07:00"), days off ("sat sun") and a vacation ("2026-07-01 2026-07-15")."""
    begin, _, end = quiet.partition("-")
    told = {"quiet_hours": {"begin": begin, "end": end} if quiet else None, "days_off": off.split()}
    days = [at(f"{day} 00:00", zone) for day in away.split()]
    return habits.read(told, zone, [Window(*days)] if days else [])
