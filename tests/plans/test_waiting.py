"""Plans that leave their players time: they move only when few hours are left."""

from datetime import timedelta

import pytest

from games.models import Game, Plan, Turn
from games.table import rulings
from games.table.plans import execution
from games.table.play import deadlines, plan_times
from tests.games.courts import rule
from tests.games.stories import DAY, NOON, chosen, players, post, prompts, started
from tests.games.test_clock import sweep
from tests.plans.carrying import give, plan_of

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
LATEST = plan_times.LATEST
SIX_LEFT = NOON + 18 * HOUR
WAITING = ("wait until 6 hours left", "draw deck")


@pytest.fixture
def game() -> Game:
    """Return a game of two in seat 0's first turn, with time until tomorrow noon."""
    return chosen(started(players(2)))


def asked(game: Game) -> int:
    seat: int = prompts(game)[0]["seat"]
    return seat


def test_it_moves_when_no_more_hours_are_left(game: Game) -> None:
    give(game, 0, *WAITING)
    assert execution.act_due(now=SIX_LEFT) == 0
    assert execution.act_due(now=SIX_LEFT + LATEST) == 1
    assert asked(game) == 1


def test_also_at_a_question_that_comes_later(game: Game) -> None:
    give(game, 1, *WAITING)
    post(game, 0, "draw deck", "draw deck", now=NOON + HOUR)
    assert execution.act_due(now=SIX_LEFT + HOUR) == 0
    assert execution.act_due(now=SIX_LEFT + HOUR + LATEST) == 1
    assert asked(game) == 0


def test_anyone_who_moves_before_needs_no_plan(game: Game) -> None:
    give(game, 0, *WAITING)
    post(game, 0, "draw deck", "draw deck", now=NOON + HOUR)
    assert execution.act_due(now=SIX_LEFT + LATEST) in (0, 1)
    assert plan_of(game, 0).played == 0
    assert asked(game) == 1


def test_where_fewer_hours_are_left_it_moves_as_soon_as_any(game: Game) -> None:
    give(game, 0, *WAITING, now=NOON + 20 * HOUR)
    assert execution.act_due(now=NOON + 20 * HOUR + LATEST) == 1


@pytest.mark.parametrize("hours", [1, 6, 23, 24, 1000])
def test_it_is_always_in_time(game: Game, hours: int) -> None:
    give(game, 0, f"wait until {hours} hours left", "draw deck")
    due = Turn.objects.get(game=game, closed_at=None).deadline_at
    assert execution.act_due(now=due) == 1
    assert sweep(due) == 0
    assert asked(game) == 1


def test_it_waits_on_where_an_admin_gives_more_time(game: Game) -> None:
    give(game, 0, *WAITING)
    rule(game, rulings.Extend(hours=48))
    assert execution.act_due(now=SIX_LEFT + LATEST) == 0
    assert execution.act_due(now=SIX_LEFT + 2 * DAY + LATEST) == 1


def test_it_moves_when_the_time_is_over_however_that_came(game: Game) -> None:
    """A deadline that was moved back comes before the drawn instant."""
    give(game, 0, *WAITING)
    Plan.objects.update(acts_at=NOON + 5 * DAY)
    turn = Turn.objects.get(game=game, closed_at=None)

    assert deadlines.expire_turn(turn_id=turn.pk, now=NOON + DAY) is False
    assert execution.act_due(now=NOON + DAY) == 1
    assert asked(game) == 1
