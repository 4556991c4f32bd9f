"""A competition and its games bring news at the same moment: one email tells it all.

1. What a competition has to say goes into an email of its own, with the results of its games that wait as well.
2. While a season is being ended, game by game, those results wait for what the season has come to. So does the last
   result of a series for its standings, which a worker brings a moment later.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import QuerySet

from games.competitions.series import going_on
from games.models import LeagueGame, LeagueSeason
from notifications.models import Notification
from notifications.policy import kinds

RESULTS: Final = frozenset({kinds.GAME_OVER.name, kinds.RULING.name})
A_MOMENT: Final = timedelta(minutes=1)
AT_MOST: Final = timedelta(minutes=10)
"""After the season's end. A game that can't be ended holds up the season for longer, but not the others' results."""


class Together:
    """What goes with what among these notifications."""

    def __init__(self, waiting: Iterable[Notification], now: datetime) -> None:
        told = list(waiting)
        self._now = now
        self._competitions = {(one.player_id, one.competition) for one in told if one.competition}
        results = {one.of_game for one in told if one.kind in RESULTS}
        self._seasons: Mapping[str, LeagueSeason] = _seasons(results) if results else {}
        self._last_of_series = going_on.about_to_end(results) if results else {}

    def told_with(self, one: Notification) -> str:
        """The competition in whose email it is told; "" if in none."""
        if one.competition:
            return one.competition
        season = self._season(one)
        key = f"season {season.pk}" if season else ""
        return key if (one.player_id, key) in self._competitions else ""

    def hold(self, one: Notification) -> datetime | None:
        """Until when it waits for the season or series that is about to be over."""
        if one.kind in RESULTS and one.of_game in self._last_of_series:
            just_now = self._now < self._last_of_series[one.of_game] + AT_MOST
            return self._now + A_MOMENT if just_now else None
        season = self._season(one)
        if season is None or season.state != LeagueSeason.State.RUNNING:
            return None
        ends = season.ends_at <= self._now < season.ends_at + AT_MOST
        return self._now + A_MOMENT if ends else None

    def _season(self, one: Notification) -> LeagueSeason | None:
        return self._seasons.get(one.of_game) if one.kind in RESULTS else None


def release(season: LeagueSeason) -> None:
    """Have the results of its games looked at again, which waited for its end."""
    release_results(LeagueGame.objects.filter(division__season=season).values("game"))


def release_results(games: QuerySet[Any] | Sequence[str]) -> None:
    """The same for these games."""
    waiting = Notification.objects.filter(kind__in=RESULTS, state=Notification.State.PENDING, mail=None)
    waiting.filter(game__in=games, held_until__isnull=False).update(held_until=None)


def _seasons(games: Iterable[str]) -> dict[str, LeagueSeason]:
    """The seasons of those games that belong to one, by game."""
    fixtures = LeagueGame.objects.select_related("division__season").filter(game__in=list(games))
    return {one.game_id: one.division.season for one in fixtures if one.game_id is not None}
