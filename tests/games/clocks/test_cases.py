"""Deadlines for given habits, as readable cases. Local times are the player's own."""

# ruff: noqa: E501 - one case per line

from dataclasses import dataclass
from datetime import timedelta

import pytest

from games.table.clocks.terms import Bank, Terms
from games.table.clocks.turns import Account, opened
from tests.games.clocks.people import DAY, HOUR, at, person, wall


@dataclass(frozen=True)
class Case:
    """A player, when the turn begins, the hours allowed for it, and the expected deadline."""

    story: str
    zone: str
    comes: str
    until: str
    hours: float = 24
    quiet: str = ""
    off: str = ""
    away: str = ""
    stops: timedelta = 30 * DAY


CASES = [
    Case("a day is a day", "UTC", "2026-03-02 12:00", "2026-03-03 12:00"),
    Case("a day over the end of February", "UTC", "2026-02-28 12:00", "2026-03-01 12:00"),
    Case("a day over a leap day", "UTC", "2028-02-28 12:00", "2028-02-29 12:00"),
    Case("two days from a leap day", "UTC", "2028-02-29 12:00", "2028-03-02 12:00", hours=48),
    Case("a leap day off is a day off", "UTC", "2028-02-28 12:00", "2028-03-01 12:00", off="tue"),
    Case("a day over New Year", "UTC", "2026-12-31 18:00", "2027-01-01 18:00"),
    # Quiet hours.
    Case("a day without the night", "UTC", "2026-03-02 12:00", "2026-03-04 06:00", quiet="22:00-04:00", hours=30),
    Case("the night comes first, then the rest", "UTC", "2026-03-02 12:00", "2026-03-03 09:00", quiet="22:00-07:00", hours=12),
    Case("a turn that comes at night waits for the morning", "UTC", "2026-03-02 23:30", "2026-03-03 19:00", quiet="22:00-07:00", hours=12),
    Case("a turn that comes after midnight too", "UTC", "2026-03-03 02:00", "2026-03-03 19:00", quiet="22:00-07:00", hours=12),
    Case("quiet hours within one day", "UTC", "2026-03-02 08:00", "2026-03-03 00:00", quiet="09:00-13:00", hours=12),
    Case("time that would end as the night begins ends with it", "UTC", "2026-03-02 10:00", "2026-03-03 07:00", quiet="22:00-07:00", hours=12),
    Case("time that ends a minute earlier ends then", "UTC", "2026-03-02 09:59", "2026-03-02 21:59", quiet="22:00-07:00", hours=12),
    # Days off.
    Case("a Saturday off", "UTC", "2026-03-06 12:00", "2026-03-08 12:00", off="sat"),
    Case("a weekend off", "UTC", "2026-03-06 12:00", "2026-03-09 12:00", off="sat sun"),
    Case("a turn that comes on a day off", "UTC", "2026-03-07 15:00", "2026-03-09 00:00", off="sat"),
    Case("three days off and the nights between", "UTC", "2026-03-05 20:00", "2026-03-10 08:00", quiet="22:00-07:00", off="fri sat sun", hours=18),
    Case("a Friday night runs into the weekend", "UTC", "2026-03-06 21:00", "2026-03-09 18:00", quiet="22:00-07:00", off="sat sun", hours=12),
    Case("a day off is a day where the player is", "Pacific/Auckland", "2026-03-06 12:00", "2026-03-08 12:00", off="sat"),
    # Sydney: clocks go back on 5 April 2026 at 3:00, forward on 4 October 2026 at 2:00.
    Case("Sydney, the night the clocks go back", "Australia/Sydney", "2026-04-04 20:00", "2026-04-05 19:00", hours=24),
    Case("Sydney, back, with quiet hours", "Australia/Sydney", "2026-04-04 20:00", "2026-04-05 17:00", quiet="22:00-07:00", hours=12),
    Case("Sydney, the night the clocks go forward", "Australia/Sydney", "2026-10-03 20:00", "2026-10-04 21:00", hours=24),
    Case("Sydney, forward, with quiet hours", "Australia/Sydney", "2026-10-03 20:00", "2026-10-04 17:00", quiet="22:00-07:00", hours=12),
    Case("Sydney, back, on a Sunday off of 25 hours", "Australia/Sydney", "2026-04-04 12:00", "2026-04-06 12:00", off="sun"),
    Case("Sydney, forward, on a Sunday off of 23 hours", "Australia/Sydney", "2026-10-03 12:00", "2026-10-05 12:00", off="sun"),
    # A local time that does not exist, and one that comes twice. New York: 8 March and 1 November 2026 at 2:00.
    Case("quiet until a time that does not exist", "America/New_York", "2026-03-08 00:00", "2026-03-08 15:00", quiet="22:00-02:30", hours=12),
    Case("quiet from a time that does not exist", "America/New_York", "2026-03-08 01:00", "2026-03-08 19:00", quiet="02:30-08:00", hours=12),
    Case("quiet only while the clocks jump", "America/New_York", "2026-03-08 01:00", "2026-03-08 14:00", quiet="02:10-02:50", hours=12),
    Case("quiet until a time that comes twice", "America/New_York", "2026-11-01 00:00", "2026-11-01 13:30", quiet="22:00-01:30", hours=12),
    Case("quiet from a time that comes twice", "America/New_York", "2026-11-01 00:00", "2026-11-01 18:30", quiet="01:30-08:00", hours=12),
    Case("a day off that begins at an hour that is not there", "America/Santiago", "2026-09-05 12:00", "2026-09-07 12:00", off="sun"),
    # A half hour of daylight saving, and a day that a country left out altogether.
    Case("Lord Howe, where clocks go back half an hour", "Australia/Lord_Howe", "2026-04-04 20:00", "2026-04-05 19:30", hours=24),
    Case("Samoa had no 30 December 2011", "Pacific/Apia", "2011-12-29 12:00", "2011-12-31 12:00"),
    Case("nor did a Friday off cost anything there", "Pacific/Apia", "2011-12-29 12:00", "2011-12-31 12:00", off="fri"),
    Case("and the night there was one night", "Pacific/Apia", "2011-12-29 20:00", "2011-12-31 17:00", quiet="22:00-07:00", hours=12),
    # Vacations.
    Case("a fortnight away", "UTC", "2026-06-30 12:00", "2026-07-15 12:00", away="2026-07-01 2026-07-15"),
    Case("a turn that comes while away", "UTC", "2026-07-04 12:00", "2026-07-16 00:00", away="2026-07-01 2026-07-15"),
    Case("away over weekends and nights", "UTC", "2026-06-30 12:00", "2026-07-15 09:00", away="2026-07-01 2026-07-15", quiet="22:00-07:00", off="sat sun", hours=12),
    Case("a vacation that is over", "UTC", "2026-07-20 12:00", "2026-07-21 12:00", away="2026-07-01 2026-07-15"),
    # The limit: after it the clock runs through.
    Case("no stops agreed: the night counts", "UTC", "2026-03-02 20:00", "2026-03-03 08:00", quiet="22:00-07:00", hours=12, stops=0 * DAY),
    Case("three hours of stops left", "UTC", "2026-03-02 20:00", "2026-03-03 11:00", quiet="22:00-07:00", hours=12, stops=3 * HOUR),
    Case("no stops left, and yet it does not end at night", "UTC", "2026-03-02 12:00", "2026-03-03 07:00", quiet="22:00-07:00", hours=12, stops=0 * DAY),
    Case("a vacation is not of the stops agreed", "UTC", "2026-06-30 12:00", "2026-07-15 12:00", away="2026-07-01 2026-07-15", stops=0 * DAY),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.story)
def test_until_when_somebody_has_time(case: Case) -> None:
    terms = Terms(timedelta(hours=case.hours), stops=case.stops)
    player = person(case.zone, case.quiet, case.off, case.away)

    due = opened(terms, Account(), player, at(case.comes, case.zone))

    assert wall(due.expires, case.zone) == case.until


def test_a_traveller_is_quiet_where_the_bed_stands() -> None:
    terms = Terms(12 * HOUR)
    comes = at("2026-03-02 20:00", "Europe/Copenhagen")

    at_home = opened(terms, Account(), person("Europe/Copenhagen", "22:00-07:00"), comes)
    in_tokyo = opened(terms, Account(), person("Asia/Tokyo", "22:00-07:00"), comes)

    assert wall(at_home.deadline, "Europe/Copenhagen") == "2026-03-03 17:00"
    assert wall(in_tokyo.deadline, "Asia/Tokyo") == "2026-03-03 19:00"


def test_a_zone_that_is_no_more_counts_as_utc() -> None:
    player = person("Atlantis/Capital", "22:00-07:00")

    assert opened(Terms(12 * HOUR), Account(), player, at("2026-03-02 20:00")).deadline == at("2026-03-03 17:00")


def test_a_game_may_forbid_vacations() -> None:
    player = person(away="2026-07-01 2026-07-15")

    due = opened(Terms(DAY, vacations=False), Account(), player, at("2026-06-30 12:00"))

    assert due.deadline == at("2026-07-01 12:00")


def test_the_bank_follows_the_time_and_grace_follows_the_bank() -> None:
    terms = Terms(DAY, Bank(2 * DAY, 2 * HOUR, 4 * DAY), grace=4 * HOUR)

    due = opened(terms, Account(2 * DAY), person(), at("2026-03-02 12:00"))

    assert (due.deadline, due.expires) == (at("2026-03-05 12:00"), at("2026-03-05 16:00"))


def test_grace_stands_still_at_night_too() -> None:
    due = opened(Terms(12 * HOUR, grace=4 * HOUR), Account(), person(quiet="22:00-07:00"), at("2026-03-02 09:00"))

    assert (due.deadline, due.expires) == (at("2026-03-02 21:00"), at("2026-03-03 10:00"))
