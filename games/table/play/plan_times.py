"""When plans look at a question: at random within bounds, so that the time of a move tells nobody anything.

The instant is drawn when the question is asked, or when the plan is given while it is open, before anybody knows what
the plan will say to it; so what a seat holds has no part in it. A plan that leaves its player time is drawn one
from when no more hours are left than it says; its player is asked as if there were no plan.
"""

import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import F
from django.db.models.functions import Least

from games.models import Plan, Seat, Turn
from games.table import store

SOONEST: Final = timedelta(minutes=2)
LATEST: Final = timedelta(minutes=30)

Below = Callable[[int], int]


class PlanInForce(NamedTuple):
    """A plan in force: whether it is still to look at what its player is asked before the player is, and until how many
    hours are left it leaves the player time.
    """

    comes_first: bool
    hours_left: int | None


def acts_at(
    now: datetime, deadline: datetime, hours_left: int | None = None, below: Below = secrets.randbelow
) -> datetime:
    """Return an instant within the bounds, each second equally likely.

    All of it is within the first quarter of the time left, so a plan is always in time. `hours_left`: not before no
    more hours than these are left. `below(n)` gives a number from 0 to n - 1.
    """
    now = max(now, begins(deadline, hours_left) or now)
    latest = min(LATEST, max((deadline - now) / 4, timedelta()))
    soonest = min(SOONEST, latest)
    span = int((latest - soonest).total_seconds())
    return now + soonest + timedelta(seconds=below(span + 1))


def begins(deadline: datetime, hours_left: int | None) -> datetime | None:
    """Return when no more than these hours are left."""
    return None if hours_left is None else deadline - timedelta(hours=hours_left)


def asked(table: store.LoadedGame, turns: Iterable[Turn], now: datetime) -> None:
    """Tell the plans of the seats for which these turns were opened when to look: for `log_entries`."""
    for turn in turns:
        when = acts_at(now, turn.deadline_at, table.seats[turn.seat].plan_waits)
        plan = Plan(game=table.game, seat=turn.seat, acts_at=when)
        store.save([plan], "acts_at", game=table.game.pk)


def forget(table: store.LoadedGame) -> None:
    """Delete all plans of a game that is over: for `games.table.play.log_entries`."""
    Plan.objects.filter(game=table.game).delete()


def standing(games: Iterable[str]) -> dict[tuple[str, str], PlanInForce]:
    """Return the plans in these games, by game and player."""
    active = Plan.objects.filter(game__in=games, state=Plan.State.ACTIVE)
    rows = active.values_list("game_id", "player_id", "acts_at", "hours_left")
    return {(game, player): PlanInForce(at is not None and hours is None, hours) for game, player, at, hours in rows}


def look_now(seat: Seat, turn: Turn, now: datetime) -> bool:
    """Have a plan look now that is still to look at this turn, whose time is over. False if there is none.

    `seat`: the turn's, as `games.table.store` reads it.
    """
    if seat.plan_of is None:
        return False
    waiting = Plan.objects.filter(game=turn.game_id, seat=turn.seat, acts_at__isnull=False)
    return waiting.update(acts_at=Least(F("acts_at"), now)) > 0
