"""Lists of many games for programs that fetch them all, in an order that lets a program stop and continue anywhere.

Games that are over are sorted by their end, running ones by their beginning. Neither changes, so that a place in the
order stays valid while other games come and go. An instant is read from the clock before it is committed, so a game
could still appear before one that has already been listed: therefore a game is only listed once it is `SETTLED`.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from games.keysets import RowPlace, start_after
from games.lobby import selectors
from games.models import Game, Player

SETTLED: Final = timedelta(minutes=6)
"""The age from which a game is listed.

It is longer than a request or a task takes to commit, and than our machines' clocks differ. A sweep acts on its last
game with the instant at which it began, up to `CELERY_TASK_TIME_LIMIT` earlier.
"""
OVER: Final = (Game.Status.ENDED, Game.Status.ABANDONED, Game.Status.VOID)
"""The statuses of games that have begun and are over."""


@dataclass(frozen=True, slots=True)
class Search:
    """A search for games, in which unset criteria match everything.

    `player`: only this player's; None: only public ones. `status`: one of `OVER`, or running; None: all of `OVER`.
    Games end at or after `since` and before `until`. `after`: only games that come after this place.
    """

    player: Player | None
    status: str | None = None
    ruleset: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    after: RowPlace | None = None

    @property
    def order(self) -> str:
        """The field with the instants by which the games are sorted."""
        return "started_at" if self.status == Game.Status.RUNNING else "ended_at"


def places(search: Search, now: datetime, most: int) -> list[RowPlace]:
    """Return the places of the first games found, in order, at most this many."""
    rows = start_after(_settled(search, now), (search.order, "pk"), search.after)
    return [RowPlace(at, game) for at, game in rows.values_list(search.order, "pk")[:most]]


def still_there(search: Search, row_places: list[RowPlace]) -> dict[str, Game]:
    """Return the games at these places that still match the search, by id, with what `store.load` needs."""
    return _matching_games(search).select_related("secret").in_bulk([place.key for place in row_places])


def _settled(search: Search, now: datetime) -> QuerySet[Game]:
    return _matching_games(search).filter(**{f"{search.order}__lt": now - SETTLED})


def _matching_games(search: Search) -> QuerySet[Game]:
    bounds = {"ruleset": search.ruleset, "ended_at__gte": search.since, "ended_at__lt": search.until}
    games = selectors.visible_games(None) if search.player is None else selectors.games_of(search.player)
    matching = games.filter(status__in=OVER if search.status is None else [search.status])
    return matching.filter(**{name: value for name, value in bounds.items() if value is not None})
