"""One email for news that a competition and its games have at the same time.

1. A competition's news goes into an email of its own, together with any waiting results of its games.
2. While a season or a cup's round is being closed, game by game, these results wait for the final news. So does the
   last result of a series for its standings, which a worker adds a moment later.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import QuerySet

from games.competitions.series import progress
from games.models import CupGame, LeagueGame, LeagueSeason
from notifications.models import Notification
from notifications.policy import kinds

RESULTS: Final = frozenset({kinds.GAME_OVER.name, kinds.RULING.name})
A_MOMENT: Final = timedelta(minutes=1)
AT_MOST: Final = timedelta(minutes=10)
"""The longest wait after the announced end. A game that cannot be ended delays the closing further, but not the other
results."""


class Ending(NamedTuple):
    """The key of a game's competition, and when the round or season with the game ends; None if it is over."""

    competition: str
    ends_at: datetime | None


class Together:
    """The notifications that belong together in an email about a competition."""

    def __init__(self, waiting: Iterable[Notification], now: datetime) -> None:
        every = list(waiting)
        self._now = now
        self._competitions = {
            (notification.player_id, notification.competition) for notification in every if notification.competition
        }
        results = {notification.of_game for notification in every if notification.kind in RESULTS}
        self._endings: Mapping[str, Ending] = _find_endings(results) if results else {}
        self._last_of_series = progress.about_to_end(results) if results else {}

    def told_with(self, notification: Notification) -> str:
        """Return the competition whose email contains a notification; "" if none does."""
        if notification.competition:
            return notification.competition
        ending = self._find_ending(notification)
        key = ending.competition if ending else ""
        return key if (notification.player_id, key) in self._competitions else ""

    def hold(self, notification: Notification) -> datetime | None:
        """Return until when a result waits for the end of its round, season or series."""
        if notification.kind in RESULTS and notification.of_game in self._last_of_series:
            just_now = self._now < self._last_of_series[notification.of_game] + AT_MOST
            return self._now + A_MOMENT if just_now else None
        ending = self._find_ending(notification)
        if ending is None or ending.ends_at is None:
            return None
        ends = ending.ends_at <= self._now < ending.ends_at + AT_MOST
        return self._now + A_MOMENT if ends else None

    def _find_ending(self, notification: Notification) -> Ending | None:
        return self._endings.get(notification.of_game) if notification.kind in RESULTS else None


def release(promised: QuerySet[LeagueGame] | QuerySet[CupGame]) -> None:
    """Release the results of these promised games, which were held back until their competition ended."""
    release_results(list(promised.values_list("game", flat=True)))


def release_results(games: Sequence[str]) -> None:
    """Release the results of these games, which were held back until their round or season ended."""
    waiting = Notification.objects.filter(kind__in=RESULTS, state=Notification.State.PENDING, mail=None)
    waiting.filter(game__in=games, held_until__isnull=False).update(held_until=None)


def _find_endings(games: Iterable[str]) -> dict[str, Ending]:
    """Return the competitions of these games, by game; games without one are left out."""
    ids = list(games)
    endings: dict[str, Ending] = {}
    for league_game in LeagueGame.objects.select_related("division__season").filter(game__in=ids):
        season = league_game.division.season
        runs = season.state == LeagueSeason.State.RUNNING
        endings[league_game.game_id or ""] = Ending(f"season {season.pk}", season.ends_at if runs else None)
    for game in CupGame.objects.select_related("round").filter(game__in=ids):
        round_ = game.round
        endings[game.game_id or ""] = Ending(f"cup {round_.cup_id}", None if round_.closed_at else round_.ends_at)
    return endings
