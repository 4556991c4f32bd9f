"""For any vacations taken, shortened and given up, the allowance is charged exactly by how far deadlines moved."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.errors import Refused
from games.models import Game, Player, Turn
from games.table.clocks import vacations
from games.table.clocks.habits import LONG_AGO, Window
from games.table.clocks.windows import intersect, join, length, subtract
from tests.games.stories import DAY, NOON, chosen, players, started

pytestmark = pytest.mark.django_db

HOUR: Final = timedelta(hours=1)
TWO_DAYS: Final = 2 * DAY
"""Time for a move; all steps together take less, so that the turn stays open."""


class Take(NamedTuple):
    """Take a vacation that begins in this many hours and lasts this many."""

    begins: int
    lasts: int


class GiveUp(NamedTuple):
    """Give up the vacation at this index among the current ones."""

    place: int


class Wait(NamedTuple):
    hours: int


STEPS = st.lists(
    st.builds(Take, st.integers(0, 200), st.integers(24, 200))
    | st.builds(GiveUp, st.integers(0, 3))
    | st.builds(Wait, st.integers(1, 4)),
    max_size=10,
)
TAKEN_AGAIN = [Take(0, 120), GiveUp(0), Take(0, 144), GiveUp(0), Take(0, 120), GiveUp(0)]
LATER_BY_HALF = [Take(0, 120), GiveUp(0), Wait(4), Take(60, 160), GiveUp(0)]


def standing(player: Player, now: datetime) -> list[vacations.Vacation]:
    return [one for one in vacations.of_player(player) if one.end > max(now, one.begin)]


def take_step(player: Player, step: Take | GiveUp | Wait, now: datetime) -> datetime:
    """Do the step if it is possible; return the time afterwards."""
    if isinstance(step, Wait):
        return now + step.hours * HOUR
    there = standing(player, now)
    with suppress(Refused):
        if isinstance(step, Take):
            begin = now + step.begins * HOUR
            vacations.take(player=player, begin=begin, end=begin + step.lasts * HOUR, now=now)
        elif step.place < len(there):
            vacations.give_up(player=player, begin=there[step.place].begin, now=now)
    return now


def give_up_all(player: Player, now: datetime) -> None:
    while there := standing(player, now):
        vacations.give_up(player=player, begin=there[0].begin, now=now)
        player.refresh_from_db()


def charged(player: Player) -> timedelta:
    found = Player.objects.get(pk=player.pk)
    return sum((vacations.A_YEAR - vacations.left(found, year) for year in (2026, 2027)), timedelta())


def expires(game: Game) -> datetime:
    return Turn.objects.get(game=game, closed_at=None).expires_at


@pytest.mark.long
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
@example(TAKEN_AGAIN)
@example(LATER_BY_HALF)
def test_as_much_is_charged_as_the_deadline_has_moved(db: None, steps: list[Take | GiveUp | Wait]) -> None:
    with transaction.atomic():
        people = players(2)
        game = chosen(started(people, time_per_move=TWO_DAYS))
        player, now, before = people[0], NOON, expires(game)
        for step in steps:
            now = take_step(player, step, now)
            player.refresh_from_db()
        give_up_all(player, now)

        assert charged(player) == expires(game) - before
        transaction.set_rollback(True)


@pytest.mark.long
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_with_quiet_hours_and_several_games_each_instant_is_paid_once_and_only_if_a_clock_stands_still(
    db: None, steps: list[Take | GiveUp | Wait]
) -> None:
    with transaction.atomic():
        people = players(2)
        player, now = people[0], NOON
        player.habits = {"quiet_hours": {"begin": "22:00", "end": "07:00"}, "days_off": ["sun"]}
        player.save()
        for days in (2, 3):
            chosen(started(people, time_per_move=days * DAY))
        for step in steps:
            now = take_step(player, step, now)
            player.refresh_from_db()
            assert charged(player) <= length(join([*away(player), *past(player, now), *gone_around(player)]))
            assert vacations.left(player, 2026) >= timedelta()
        give_up_all(player, now)

        assert charged(player) <= length(join([*past(player, now), *gone_around(player)]))
        transaction.set_rollback(True)


def away(player: Player) -> list[Window]:
    return [Window(one.begin, one.end) for one in vacations.of_player(player)]


def past(player: Player, now: datetime) -> list[Window]:
    used = [Window(one.begin, one.begin + one.counts) for one in vacations.of_player(player)]
    return intersect(join(used), [Window(LONG_AGO, now)])


def gone_around(player: Player) -> list[Window]:
    laid = Turn.objects.filter(player=player, closed_at=None).values_list("stops", flat=True)
    instants = [[datetime.fromisoformat(at) for at in stop[:2]] for stops in laid for stop in stops if not stop[2]]
    return [Window(*stop) for stop in instants]


NUMBERS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=6)


@given(NUMBERS, NUMBERS)
def test_windows_are_sets_of_instants(some: list[tuple[int, int]], others: list[tuple[int, int]]) -> None:
    def windows(pairs: list[tuple[int, int]]) -> list[Window]:
        return [Window(NOON + begin * HOUR, NOON + end * HOUR) for begin, end in pairs]

    def hours(found: list[Window]) -> set[int]:
        every = [(one.begin - NOON) // HOUR for one in found], [(one.end - NOON) // HOUR for one in found]
        listed = [hour for begin, end in zip(*every, strict=True) for hour in range(begin, end)]
        assert len(listed) == len(set(listed)) == length(found) // HOUR
        return set(listed)

    one, other = join(windows(some)), join(windows(others))
    assert hours(one) == {hour for begin, end in some for hour in range(begin, end)}
    assert hours(intersect(one, other)) == hours(one) & hours(other)
    assert hours(subtract(one, other)) == hours(one) - hours(other)
