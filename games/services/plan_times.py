"""When plans look at a question: at random within bounds, so that how soon somebody moves tells nobody anything.

The instant is drawn when the question is asked, or when the plan is given while it is open, before anybody knows what
the plan will say to it; so what a seat holds has no part in it.
"""

import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

from games import store
from games.models import Plan, Turn

SOONEST: Final = timedelta(minutes=2)
LATEST: Final = timedelta(minutes=30)

Below = Callable[[int], int]


def acts_at(now: datetime, deadline: datetime, below: Below = secrets.randbelow) -> datetime:
    """An instant within the bounds, each second equally likely; all of it within the first quarter of the time left.

    So a plan is always in time. `below(n)` gives a number from 0 to n - 1.
    """
    latest = min(LATEST, max((deadline - now) / 4, timedelta()))
    soonest = min(SOONEST, latest)
    span = int((latest - soonest).total_seconds())
    return now + soonest + timedelta(seconds=below(span + 1))


def asked(table: store.Table, turns: Iterable[Turn], now: datetime) -> None:
    """For `games.services.recording`: these turns were opened; plans that are to answer them are told when."""
    for turn in turns:
        if table.seats[turn.seat].planned:
            when = acts_at(now, turn.deadline_at)
            Plan.objects.filter(game=table.game, seat=turn.seat, state=Plan.State.ACTIVE).update(acts_at=when)


def forget(table: store.Table) -> None:
    """For the same: the game is over, and with it all plans."""
    Plan.objects.filter(game=table.game).delete()


def standing(games: Iterable[str]) -> dict[tuple[str, str], bool]:
    """Who has a plan in these games, by game and player; whether it is still to look at what the player is asked."""
    active = Plan.objects.filter(game__in=games, state=Plan.State.ACTIVE)
    return {
        (game, player): at is not None for game, player, at in active.values_list("game_id", "player_id", "acts_at")
    }


def will_look_at(turn: Turn) -> bool:
    """Whether a plan is still to look at this open turn."""
    return Plan.objects.filter(game=turn.game_id, seat=turn.seat, acts_at__isnull=False).exists()
