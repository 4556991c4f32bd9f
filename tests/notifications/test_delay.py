"""How long emails wait, in the readers' local time."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.table.clocks.habits import Quiet
from notifications.lists import Mode
from notifications.policy import kinds
from notifications.policy.delay import Custom, Hold, hold, next_at
from notifications.policy.kinds import NotificationKind

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Sydney", "Australia/Lord_Howe", "Asia/Kathmandu"]
NIGHT = Quiet(time(22), time(7))
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)

times = st.times().map(lambda at: at.replace(second=0, microsecond=0))
instants = st.timedeltas(timedelta(), 366 * DAY).map(lambda gone: datetime(2026, 1, 1, tzinfo=UTC) + gone)


def local(text: str, zone: str = "Europe/Berlin") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def custom(zone: str = "Europe/Berlin", quiet: Quiet | None = None, digest_at: time = time(8)) -> Custom:
    return Custom(zone, quiet, digest_at)


def news(made_at: datetime, mode: Mode, wish: Custom) -> Hold:
    return hold(kinds.GAME_STARTED.urgency, made_at, None, mode, wish)


def test_at_once_is_at_once() -> None:
    assert news(local("2026-03-02T12:00"), Mode.AT_ONCE, custom()) == Hold(None, in_digest=False)


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ("2026-03-02T07:59", "2026-03-02T08:00"),
        ("2026-03-02T08:00", "2026-03-03T08:00"),
        ("2026-03-28T08:30", "2026-03-29T08:00"),  # the night is an hour shorter
        ("2026-10-24T08:30", "2026-10-25T08:00"),  # and an hour longer
    ],
)
def test_a_daily_digest_comes_at_its_local_hour_all_the_year(made: str, told: str) -> None:
    assert news(local(made), Mode.DAILY, custom()) == Hold(local(told), in_digest=True)


def test_a_player_in_sydney_gets_it_in_sydneys_morning() -> None:
    sydney = custom("Australia/Sydney")
    told = news(local("2026-10-03T20:00", "Australia/Sydney"), Mode.DAILY, sydney)
    assert told.until == local("2026-10-04T08:00", "Australia/Sydney") == datetime(2026, 10, 3, 21, tzinfo=UTC)


def test_an_hour_that_comes_twice_brings_one_digest_and_one_that_is_skipped_brings_it_later() -> None:
    twice = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # 02:30, and again an hour later
    assert next_at(twice - HOUR / 2, time(2, 30), "Europe/Berlin") == twice
    assert next_at(twice, time(2, 30), "Europe/Berlin") == twice + 25 * HOUR
    assert next_at(local("2026-03-29T00:00"), time(2, 30), "Europe/Berlin") == local("2026-03-29T03:30")


def test_hourly_is_at_the_full_hour() -> None:
    told = news(local("2026-03-02T12:00:01"), Mode.HOURLY, custom())
    assert told == Hold(local("2026-03-02T13:00"), in_digest=True)
    assert news(local("2026-03-02T12:00"), Mode.HOURLY, custom()).until == local("2026-03-02T13:00")


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ("2026-03-02T21:59", None),
        ("2026-03-02T22:00", "2026-03-03T07:00"),
        ("2026-03-03T06:59", "2026-03-03T07:00"),
        ("2026-03-03T07:00", None),
        ("2026-03-28T23:00", "2026-03-29T07:00"),
        ("2026-10-24T23:00", "2026-10-25T07:00"),
    ],
)
def test_emails_wait_for_the_end_of_quiet_hours(made: str, told: str | None) -> None:
    until = news(local(made), Mode.AT_ONCE, custom(quiet=NIGHT)).until
    assert until == (None if told is None else local(told))


def test_a_digest_waits_for_the_end_of_quiet_hours_too() -> None:
    late_riser = custom(quiet=Quiet(time(22), time(10)))
    assert news(local("2026-03-02T12:00"), Mode.DAILY, late_riser) == Hold(local("2026-03-03T10:00"), in_digest=True)


@pytest.mark.parametrize(
    ("kind", "made", "deadline", "mode", "told"),
    [
        # 24 hours for a move: the longest wait is three quarters of them, and the turn's own email tells the deadline.
        (kinds.YOUR_TURN, "2026-03-02T09:00", "2026-03-03T09:00", Mode.DAILY, ("2026-03-03T03:00", False)),
        (kinds.YOUR_TURN, "2026-03-02T09:00", "2026-03-05T09:00", Mode.DAILY, ("2026-03-03T08:00", True)),
        (kinds.YOUR_TURN, "2026-03-02T22:30", "2026-03-03T10:30", Mode.AT_ONCE, ("2026-03-03T07:00", False)),
        (kinds.YOUR_TURN, "2026-03-02T22:00", "2026-03-03T04:00", Mode.AT_ONCE, ("2026-03-03T02:30", False)),
        (kinds.REMINDER, "2026-03-02T23:00", "2026-03-03T17:00", Mode.AT_ONCE, ("2026-03-03T07:00", False)),
        (kinds.REMINDER, "2026-03-02T23:00", "2026-03-03T05:00", Mode.AT_ONCE, ("2026-03-03T02:00", False)),
        (kinds.REMINDER, "2026-03-02T12:00", "2026-03-02T12:30", Mode.HOURLY, ("2026-03-02T12:15", False)),
    ],
)
def test_a_turn_that_would_be_lost_by_waiting_is_not_held_back(
    kind: NotificationKind, made: str, deadline: str, mode: Mode, told: tuple[str, bool]
) -> None:
    until, in_digest = told
    assert hold(kind.urgency, local(made), local(deadline), mode, custom(quiet=NIGHT)) == Hold(local(until), in_digest)


@given(
    st.sampled_from([kinds.YOUR_TURN, kinds.REMINDER, kinds.GAME_OVER]),
    instants,
    st.timedeltas(HOUR, 14 * DAY),
    st.sampled_from(Mode),
    st.sampled_from(ZONES),
    st.none() | st.tuples(times, times).filter(lambda pair: pair[0] != pair[1]),
    times,
)
def test_nothing_waits_for_long_and_no_turn_until_it_is_lost(
    kind: NotificationKind,
    made: datetime,
    left: timedelta,
    mode: Mode,
    zone: str,
    quiet: tuple[time, time] | None,
    at: time,
) -> None:
    wish = Custom(zone, Quiet(*quiet) if quiet else None, at)
    until, in_digest = hold(kind.urgency, made, made + left, mode, wish)
    assert until is None or made < until <= made + 2 * DAY + 2 * HOUR
    assert not in_digest or mode in (Mode.DAILY, Mode.HOURLY)
    if kind is not kinds.GAME_OVER and until is not None:
        assert until < made + left


@given(instants, times, st.sampled_from(ZONES))
def test_a_digest_comes_every_day(made: datetime, at: time, zone: str) -> None:
    first = next_at(made, at, zone)
    assert timedelta() < first - made <= DAY + 2 * HOUR
    there = first.astimezone(ZoneInfo(zone))
    skipped = there.replace(tzinfo=None) - datetime.combine(there.date(), at)
    assert skipped in (timedelta(), HOUR, HOUR / 2)
