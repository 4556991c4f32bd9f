"""Leagues for tests: created, entered and swept through the real services."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from games.competitions.leagues import admission, creation, sweeps
from games.competitions.leagues.creation import LeagueCharter
from games.models import League, LeagueSeason, Player
from games.table.clocks.terms import PRESETS
from tests.games.beginnings import remembered
from tests.games.stories import DAY, NOON, players

BEGINS = NOON + 7 * DAY
LONG = timedelta(days=90)


def founded(host: Player, *, now: datetime = NOON, **wishes: Any) -> League:
    """Return a league of small tables, with few games for each player."""
    agreed: dict[str, Any] = {
        "name": "Northern League",
        "ruleset": "usa@1",
        "seats": 2,
        "clock": PRESETS["daily"],
        "starts_at": now + 7 * DAY,
        "games_each": 2,
        "division_size": 16,
        **wishes,
    }
    return creation.found_league(host=host, charter=LeagueCharter(**agreed), now=now)


def entered(league: League, people: Sequence[Player], *, now: datetime = NOON) -> None:
    """Enter these people in order."""
    for number, player in enumerate(people):
        admission.enter(player=player, league_id=league.pk, now=now + timedelta(seconds=number))


def begun(count: int = 16, **wishes: Any) -> tuple[League, list[Player]]:
    """Return a league with this many players in its first season; its first member is the host."""

    def played() -> tuple[League, list[Player]]:
        people = players(count)
        league = founded(people[0], **wishes)
        entered(league, people)
        sweeps.sweep(now=BEGINS)
        return league, people

    return remembered(f"a league of {count}: {wishes}", played)


def season(league: League, number: int = 1) -> LeagueSeason:
    """Return one of the league's seasons."""
    return LeagueSeason.objects.select_related("league__host").get(league=league, number=number)
