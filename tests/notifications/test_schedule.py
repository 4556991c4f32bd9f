"""When a player is reminded, as a table."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from notifications.schedule import is_due, reminder_at

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


@pytest.mark.parametrize(
    ("given", "before_deadline"),
    [
        (2, 1.5),  # never in the first quarter
        (4, 3),
        (8, 3),  # three hours at least
        (12, 3),
        (16, 4),
        (24, 6),
        (72, 18),
        (7 * 24, 42),
        (8 * 24, 48),
        (14 * 24, 48),  # two days at most
    ],
)
def test_the_reminder_comes_in_good_time(given: float, before_deadline: float) -> None:
    assert NOON + hours(given) - reminder_at(NOON, NOON + hours(given)) == hours(before_deadline)


@pytest.mark.parametrize("given", [12, 24, 72, 14 * 24])
def test_it_is_due_from_its_instant_to_the_deadline(given: float) -> None:
    deadline = NOON + hours(given)
    instant, moment = reminder_at(NOON, deadline), timedelta(microseconds=1)
    assert not is_due(instant - moment, NOON, deadline)
    assert is_due(instant, NOON, deadline)
    assert is_due(deadline - moment, NOON, deadline)
    assert not is_due(deadline, NOON, deadline)


def test_a_deadline_that_moves_has_a_reminder_of_its_own() -> None:
    assert reminder_at(NOON, NOON + hours(48)) - reminder_at(NOON, NOON + hours(24)) == hours(18)


@pytest.mark.parametrize("day", [datetime(2026, 3, 28, 18, tzinfo=BERLIN), datetime(2026, 10, 24, 18, tzinfo=BERLIN)])
def test_a_night_in_which_clocks_change_changes_nothing(day: datetime) -> None:
    opened = day.astimezone(UTC)
    assert opened + hours(24) - reminder_at(opened, opened + hours(24)) == hours(6)
