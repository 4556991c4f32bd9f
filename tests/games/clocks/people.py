"""Times and people for the tests of clocks, with local times in readable form."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from games.table.clocks import habits
from games.table.clocks.habits import PlayerHabits, Window

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def at(text: str, zone: str = "UTC", *, again: bool = False) -> datetime:
    """Return the instant at which clocks in the zone show this ("2026-03-02 12:00"); `again`: the second time that
    night."""
    wall = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=int(again))
    return wall.astimezone(UTC)


def wall(instant: datetime, zone: str) -> str:
    """Return the local time in the zone at this instant."""
    return f"{instant.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def person(zone: str = "UTC", quiet: str = "", off: str = "", away: str = "") -> PlayerHabits:
    """Return a player with quiet hours ("22:00-07:00"), days off ("sat sun") and a vacation ("2026-07-01
    2026-07-15")."""
    begin, _, end = quiet.partition("-")
    told = {"quiet_hours": {"begin": begin, "end": end} if quiet else None, "days_off": off.split()}
    days = [at(f"{day} 00:00", zone) for day in away.split()]
    return habits.read(told, zone, [Window(*days)] if days else [])
