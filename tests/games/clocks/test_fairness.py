"""Whatever players do: no more time is charged than elapses, none while the game is paused, a deadline never moves
earlier, and every turn ends."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games import zones
from games.table.clocks import habits, terms
from games.table.clocks.habits import DAY, PlayerHabits, Quiet, Window
from games.table.clocks.layout import NONE
from games.table.clocks.terms import Bank, Terms
from games.table.clocks.turns import Account, Due, anew, opened, settled

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)
ZONES = ["UTC", "Europe/Copenhagen", "Australia/Sydney", "Australia/Lord_Howe", "America/New_York", "Pacific/Apia", "America/Santiago"]  # fmt: skip  # noqa: E501
NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
VACATION = timedelta(days=28)


def spans(least: timedelta, most: timedelta) -> st.SearchStrategy[timedelta]:
    return st.integers(least // SECOND, most // SECOND).map(lambda seconds: seconds * SECOND)


@st.composite
def agreed(draw: st.DrawFn) -> Terms:
    time_per_move = draw(spans(12 * HOUR, 14 * DAY))
    cap = draw(spans(NONE, 15 * DAY))
    bank = Bank(draw(spans(NONE, cap)), draw(spans(NONE, time_per_move / 2)), cap)
    return terms.checked(
        Terms(
            time_per_move,
            draw(st.none() | st.just(bank)),
            grace=draw(spans(NONE, time_per_move)),
            stops=draw(st.just(NONE) | spans(NONE, 120 * DAY)),
            vacations=draw(st.booleans()),
        )
    )


@st.composite
def people(draw: st.DrawFn) -> PlayerHabits:
    begin = draw(st.integers(0, 24 * 60 - 1))
    end = (begin + draw(st.integers(1, 12 * 60))) % (24 * 60)
    quiet = Quiet(time(begin // 60, begin % 60), time(end // 60, end % 60))
    away = NEW_YEAR + draw(spans(NONE, 365 * DAY))
    return habits.checked(
        PlayerHabits(
            draw(st.sampled_from(ZONES)),
            draw(st.none() | st.just(quiet)),
            frozenset(draw(st.sets(st.integers(0, 6), max_size=3))),
            draw(st.just(()) | st.just((Window(away, away + VACATION),))),
        )
    )


@dataclass
class Clock:
    """A turn's clock as time passes."""

    terms: Terms
    account: Account
    habits: PlayerHabits
    now: datetime
    due: Due
    paused_at: datetime | None = None
    paused: timedelta = NONE
    changes: int = 0
    seen: list[Due] = field(default_factory=list)

    def left(self) -> timedelta:
        return self.due.left(self.paused_at or self.now)

    def wait(self, time: timedelta) -> None:
        self.now += time
        self.paused += time if self.paused_at else NONE

    def live_otherwise(self, other: PlayerHabits) -> None:
        self.habits = other
        if self.paused_at is None:
            self._laid(anew(self.terms, self.account, self.due, other, self.now))

    def pause_or_resume(self) -> None:
        if self.paused_at is None:
            self.paused_at = self.now
            return
        since, self.paused_at = self.paused_at, None
        self._laid(anew(self.terms, self.account, self.due, self.habits, self.now, stood_since=since))

    def _laid(self, changed: tuple[Account, Due] | None) -> None:
        self.changes += 1
        if changed is not None:
            self.account, self.due = changed
            self.seen.append(self.due)


WAIT = st.tuples(st.just("wait"), spans(NONE, 5 * DAY))
CHANGE = st.tuples(st.just("live_otherwise"), people())
PAUSE = st.tuples(st.just("pause_or_resume"))


@given(agreed(), people(), spans(NONE, 365 * DAY), st.lists(WAIT | CHANGE | PAUSE, max_size=12))
def test_a_clock_is_fair_whatever_happens(
    agreed: Terms, person: PlayerHabits, begin: timedelta, happens: list[tuple[str, ...]]
) -> None:
    account = Account(agreed.bank.start if agreed.bank else NONE)
    now = NEW_YEAR + begin
    clock = Clock(agreed, account, person, now, opened(agreed, account, person, now))
    whole, reached = clock.due.left(now), clock.due
    assert whole == agreed.time_per_move + account.bank
    for what, *how in happens:
        left, moment, was_paused = clock.left(), clock.now, clock.paused_at is not None
        getattr(clock, what)(*how)
        charged = left - clock.left()
        assert NONE <= charged <= clock.now - moment
        assert not was_paused or charged == NONE
        assert clock.due.deadline >= reached.deadline
        assert clock.due.expires >= reached.expires >= reached.deadline
        reached = clock.due

    _end(clock, whole, now)


def _end(clock: Clock, whole: timedelta, began: datetime) -> None:
    """Answer now, and check that the cost equals the elapsed time and that the turn would have ended some day."""
    elapsed = clock.now - began - clock.paused
    left = settled(clock.terms, clock.account, clock.due, clock.paused_at or clock.now, refills=False)
    bank = clock.terms.bank.start if clock.terms.bank else NONE
    assert bank - left.bank <= max(elapsed - clock.terms.time_per_move, NONE)
    assert clock.account.stopped <= left.stopped <= clock.terms.stops
    stops = clock.terms.stops + (clock.changes + 1) * (VACATION + DAY)
    assert clock.due.expires - began <= terms.longest_turn(clock.terms) + stops + clock.paused


@given(agreed(), people(), spans(NONE, 365 * DAY))
def test_nobodys_time_ends_in_their_quiet_hours(agreed: Terms, person: PlayerHabits, begin: timedelta) -> None:
    due = opened(agreed, Account(), person, NEW_YEAR + begin)

    assert person.quiet_until(due.expires) is None


@given(people(), spans(NONE, 365 * DAY))
def test_stops_come_in_order_and_apart(person: PlayerHabits, begin: timedelta) -> None:
    reached = NEW_YEAR + begin
    for stop, _ in zip(person.stops(reached), range(60), strict=False):
        assert stop.begin < stop.end
        assert stop.end > reached
        reached = stop.end


@given(people(), spans(NONE, 365 * DAY))
def test_somebody_is_quiet_when_the_local_clock_says_so(person: PlayerHabits, moment: timedelta) -> None:
    """At any instant the windows agree with the wall clock, except in the repeated hour, which is all quiet."""
    instant = NEW_YEAR + moment
    if person.quiet is None or _comes_twice(instant, person.zone):
        return
    begin, end = person.quiet
    wall = instant.astimezone(zones.zone(person.zone)).time().replace(tzinfo=None)
    says = begin <= wall < end if begin < end else wall >= begin or wall < end

    assert (person.quiet_until(instant) is not None) == says


def _comes_twice(instant: datetime, name: str) -> bool:
    local = instant.astimezone(zones.zone(name))
    return local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
