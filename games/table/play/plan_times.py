"""The instants at which plans look at a question: random within bounds, so that the time of a move reveals nothing.

The instant is drawn when the question is asked, or when a plan is given while it is open, before the plan's answer is
known; so it does not depend on what a seat holds. For a plan that leaves its player time, the instant is drawn from
when only the hours it says are left; its player is asked as if there were no plan.
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
    """A plan in force.

    It has whether the plan will still look at the question before its player is asked, and the number of hours left
    until which it leaves the player time.
    """

    comes_first: bool
    hours_left: int | None


def acts_at(
    now: datetime, deadline: datetime, hours_left: int | None = None, below: Below = secrets.randbelow
) -> datetime:
    """Return an instant within the bounds, each second equally likely.

    The bounds lie within the first quarter of the time left, so a plan is always in time. `hours_left`: not before only
    this many hours are left. `below(n)` returns a number from 0 to n - 1.
    """
    now = max(now, begins(deadline, hours_left) or now)
    latest = min(LATEST, max((deadline - now) / 4, timedelta()))
    soonest = min(SOONEST, latest)
    span = int((latest - soonest).total_seconds())
    return now + soonest + timedelta(seconds=below(span + 1))


def begins(deadline: datetime, hours_left: int | None) -> datetime | None:
    """Return from when on no more than these hours are left; None if `hours_left` is None."""
    return None if hours_left is None else deadline - timedelta(hours=hours_left)


def asked(table: store.LoadedGame, turns: Iterable[Turn], now: datetime) -> None:
    """Draw instants for the plans of the seats for which these turns were opened, on behalf of `log_entries`."""
    for turn in turns:
        when = acts_at(now, turn.deadline_at, table.seats[turn.seat].plan_waits)
        plan = Plan(game=table.game, seat=turn.seat, acts_at=when)
        store.save([plan], "acts_at", game=table.game.pk)


def forget(table: store.LoadedGame) -> None:
    """Delete all plans of a game that is over, on behalf of `log_entries`."""
    Plan.objects.filter(game=table.game).delete()


def standing(games: Iterable[str]) -> dict[tuple[str, str], PlanInForce]:
    """Return the plans in these games, by game and player."""
    active = Plan.objects.filter(game__in=games, state=Plan.State.ACTIVE)
    rows = active.values_list("game_id", "player_id", "acts_at", "hours_left")
    return {(game, player): PlanInForce(at is not None and hours is None, hours) for game, player, at, hours in rows}


def look_now(seat: Seat, turn: Turn, now: datetime) -> bool:
    """Make a plan that has yet to look at this turn, whose time is over, look now. Return False if there is none.

    `seat`: the turn's seat as `games.table.store` reads it.
    """
    if seat.plan_of is None:
        return False
    waiting = Plan.objects.filter(game=turn.game_id, seat=turn.seat, acts_at__isnull=False)
    return waiting.update(acts_at=Least(F("acts_at"), now)) > 0
