"""The times of reminders, as a table."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notifications.policy.schedule import USUAL, Wish, passed, reminders

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def before_deadline(given: float, wish: Wish = USUAL) -> list[float]:
    """Return how many hours before the deadline each reminder of a turn of this many hours comes."""
    deadline = NOON + hours(given)
    return [(deadline - instant) / hours(1) for instant in reminders(NOON, deadline, wish)]


@pytest.mark.parametrize(
    ("given", "before"),
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
def test_the_reminder_comes_in_good_time(given: float, before: float) -> None:
    assert before_deadline(given) == [before]


@pytest.mark.parametrize(
    ("given", "count", "lead", "before"),
    [
        (24, 0, None, []),
        (24, 3, None, [6, 3, 1.5]),
        (12, 3, None, [3, 1.5]),  # none in the last hour
        (72, 3, 48, [48, 24, 12]),
        (72, 2, 5, [5, 2.5]),
        (72, 1, 1, [1]),  # the first one whenever the player wants it
        (24, 2, 36, [18, 9]),  # never in the first quarter
        (14 * 24, 1, 168, [168]),
    ],
)
def test_a_player_may_wish_for_more_for_none_or_for_earlier_ones(
    given: float, count: int, lead: float | None, before: list[float]
) -> None:
    assert before_deadline(given, Wish(count, None if lead is None else hours(lead))) == before


@given(st.floats(1, 1000), st.integers(0, 3), st.none() | st.integers(1, 168))
def test_reminders_come_in_order_between_the_first_quarter_and_the_deadline(
    length: float, count: int, lead: int | None
) -> None:
    deadline = NOON + hours(length)
    instants = reminders(NOON, deadline, Wish(count, hours(lead) if lead else None))
    assert len(instants) <= count
    assert (count > 0) == (instants != [])
    assert instants == sorted(set(instants))
    for instant in instants:
        assert NOON + (deadline - NOON) / 4 - timedelta(microseconds=2) <= instant < deadline


def test_what_has_passed_is_counted() -> None:
    instants = [NOON, NOON + hours(1)]
    assert [passed(NOON + hours(after), instants) for after in (-1, 0, 0.5, 1, 2)] == [0, 1, 1, 2, 2]


def test_a_deadline_that_moves_has_a_reminder_of_its_own() -> None:
    (one,), (other,) = reminders(NOON, NOON + hours(24)), reminders(NOON, NOON + hours(48))
    assert other - one == hours(18)


@pytest.mark.parametrize("day", [datetime(2026, 3, 28, 18, tzinfo=BERLIN), datetime(2026, 10, 24, 18, tzinfo=BERLIN)])
def test_a_night_in_which_clocks_change_changes_nothing(day: datetime) -> None:
    opened = day.astimezone(UTC)
    assert reminders(opened, opened + hours(24)) == [opened + hours(18)]
