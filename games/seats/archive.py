"""Many games, for programs that fetch them all: in an order in which each comes once, wherever a program breaks off.

Games that are over are sorted by their end, running ones by their beginning. Neither changes, so that a place in the
order stays where it is while other games come and go. An instant is read from the clock before it is committed, and a
game could still come to stand before one that has been told already: so none is told before it is `SETTLED`.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import QuerySet

from games.models import Game, Player
from games.seats import selectors

SETTLED: Final = timedelta(minutes=6)
"""Longer than a request or a task takes to commit, and than the clocks of our machines differ. A sweep acts on its last
game with the instant at which it began, up to `CELERY_TASK_TIME_LIMIT` before.
"""
OVER: Final = (Game.Status.ENDED, Game.Status.ABANDONED, Game.Status.VOID)
"""How games can be over that have begun."""


class Cursor(NamedTuple):
    """Where a game stands: the instant it is sorted by, and its id where that is another game's, too."""

    at: datetime
    game: str


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
    after: Cursor | None = None

    @property
    def order(self) -> str:
        """The field of the instants that the games are sorted by."""
        return "started_at" if self.status == Game.Status.RUNNING else "ended_at"


def cursors(search: Search, now: datetime, most: int) -> list[Cursor]:
    """Those of the first of the games, at most so many, in their order."""
    found = _settled(search, now)
    if (after := search.after) is not None:
        found = found.filter(**{f"{search.order}__gte": after.at})
        found = found.exclude(**{search.order: after.at, "pk__lte": after.game})
    rows = found.order_by(search.order, "pk").values_list(search.order, "pk")
    return [Cursor(at, game) for at, game in rows[:most]]


def still_there(search: Search, found: list[Cursor]) -> dict[str, Game]:
    """Those of the games that are still wanted, by id, with what `store.load` needs."""
    return _wanted(search).select_related("secret").in_bulk([cursor.game for cursor in found])


def _settled(search: Search, now: datetime) -> QuerySet[Game]:
    return _wanted(search).filter(**{f"{search.order}__lt": now - SETTLED})


def _wanted(search: Search) -> QuerySet[Game]:
    bounds = {"ruleset": search.ruleset, "ended_at__gte": search.since, "ended_at__lt": search.until}
    games = selectors.visible_games(None) if search.player is None else selectors.games_of(search.player)
    found = games.filter(status__in=OVER if search.status is None else [search.status])
    return found.filter(**{name: value for name, value in bounds.items() if value is not None})
