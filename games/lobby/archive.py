"""Many games, for programs that fetch them all: in an order in which each comes once, wherever a program breaks off.

Games that are over are sorted by their end, running ones by their beginning. Neither changes, so that a place in the
order stays where it is while other games come and go. An instant is read from the clock before it is committed, and a
game could still come to stand before one that has been told already: so none is told before it is `SETTLED`.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from games.keysets import RowPlace, start_after
from games.lobby import selectors
from games.models import Game, Player

SETTLED: Final = timedelta(minutes=6)
"""Longer than a request or a task takes to commit, and than the clocks of our machines differ. A sweep acts on its last
game with the instant at which it began, up to `CELERY_TASK_TIME_LIMIT` before.
"""
OVER: Final = (Game.Status.ENDED, Game.Status.ABANDONED, Game.Status.VOID)
"""How games can be over that have begun."""


@dataclass(frozen=True, slots=True)
class Search:
    """Which games are wanted; what is not said does not matter.

    `player`: only this player's; None: only public ones. `status`: one of `OVER`, or running; None: all of `OVER`.
    Of their ends `since` is included, `until` is not. `after`: only games that come after this one.
    """

    player: Player | None
    status: str | None = None
    ruleset: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    after: RowPlace | None = None

    @property
    def order(self) -> str:
        """The field of the instants that the games are sorted by."""
        return "started_at" if self.status == Game.Status.RUNNING else "ended_at"


def places(search: Search, now: datetime, most: int) -> list[RowPlace]:
    """Return the places of the first of the games, at most this many, in their order."""
    rows = start_after(_settled(search, now), (search.order, "pk"), search.after)
    return [RowPlace(at, game) for at, game in rows.values_list(search.order, "pk")[:most]]


def still_there(search: Search, row_places: list[RowPlace]) -> dict[str, Game]:
    """Return the games at these places that the search still finds, by id, with what `store.load` needs."""
    return _matching_games(search).select_related("secret").in_bulk([place.key for place in row_places])


def _settled(search: Search, now: datetime) -> QuerySet[Game]:
    return _matching_games(search).filter(**{f"{search.order}__lt": now - SETTLED})


def _matching_games(search: Search) -> QuerySet[Game]:
    bounds = {"ruleset": search.ruleset, "ended_at__gte": search.since, "ended_at__lt": search.until}
    games = selectors.visible_games(None) if search.player is None else selectors.games_of(search.player)
    matching = games.filter(status__in=OVER if search.status is None else [search.status])
    return matching.filter(**{name: value for name, value in bounds.items() if value is not None})
