"""The cost of a turn, and its clock while it is open."""

from datetime import timedelta

import pytest

from games.table.clocks.layout import NONE
from games.table.clocks.terms import Bank, Terms
from games.table.clocks.turns import Account, Due, anew, first_account, opened, settled
from tests.games.clocks.people import DAY, HOUR, at, person

NOON = at("2026-03-02 12:00")
BANKED = Terms(DAY, Bank(2 * DAY, 2 * HOUR, 3 * DAY))
PLAIN = Terms(DAY)
NIGHTS = person(quiet="22:00-07:00")


@pytest.mark.parametrize(
    ("story", "took", "bank"),
    [
        ("answered at once it fills the bank", NONE, 2 * DAY + 2 * HOUR),
        ("in time, too", DAY, 2 * DAY + 2 * HOUR),
        ("an hour late, an hour is drawn", DAY + HOUR, 2 * DAY + HOUR),
        ("at the last moment only the refill is in it", 3 * DAY, 2 * HOUR),
        ("and no less in the grace", 4 * DAY, 2 * HOUR),
    ],
)
def test_the_bank_is_drawn_on_when_the_time_is_over(story: str, took: timedelta, bank: timedelta) -> None:
    due = opened(BANKED, first_account(BANKED), person(), NOON)

    assert settled(BANKED, Account(2 * DAY), due, NOON + took, refills=True).bank == bank


def test_a_bank_has_a_cap() -> None:
    due = opened(BANKED, Account(3 * DAY), person(), NOON)

    assert settled(BANKED, Account(3 * DAY), due, NOON + HOUR, refills=True).bank == 3 * DAY


def test_a_turn_that_was_played_for_somebody_fills_no_bank() -> None:
    due = opened(BANKED, Account(2 * DAY), person(), NOON)

    assert settled(BANKED, Account(2 * DAY), due, due.expires, refills=False).bank == NONE


def test_the_bank_is_not_drawn_on_at_night() -> None:
    due = opened(BANKED, Account(2 * HOUR), NIGHTS, NOON)

    assert due.deadline == at("2026-03-04 08:00")
    for moment in ("2026-03-03 22:00", "2026-03-03 23:00", "2026-03-04 07:00"):
        assert settled(BANKED, Account(2 * HOUR), due, at(moment), refills=False).bank == HOUR


def test_nights_are_counted_as_they_pass() -> None:
    due = opened(PLAIN, Account(), NIGHTS, NOON)

    assert settled(PLAIN, Account(), due, at("2026-03-02 21:00"), refills=True).stopped == NONE
    assert settled(PLAIN, Account(), due, at("2026-03-02 23:00"), refills=True).stopped == HOUR
    assert settled(PLAIN, Account(stopped=DAY), due, at("2026-03-03 09:00"), refills=True).stopped == DAY + 9 * HOUR


def test_a_pause_gives_back_what_was_left() -> None:
    due = opened(PLAIN, Account(), person(), NOON)

    _, later = anew(PLAIN, Account(), due, person(), NOON + 10 * DAY, stood_since=NOON + 6 * HOUR) or (None, due)

    assert later.deadline == NOON + 10 * DAY + 18 * HOUR


def test_a_pause_that_ends_at_night_leaves_the_day_whole() -> None:
    due = opened(Terms(12 * HOUR), Account(), NIGHTS, NOON)
    resumed = at("2026-03-08 23:00")

    _, later = anew(Terms(12 * HOUR), Account(), due, NIGHTS, resumed, stood_since=NOON) or (None, due)

    assert later.deadline == at("2026-03-09 19:00")


def test_a_pause_in_the_grace_gives_back_the_grace_only() -> None:
    terms = Terms(DAY, grace=6 * HOUR)
    due = opened(terms, Account(), person(), NOON)

    _, later = anew(terms, Account(), due, person(), NOON + 5 * DAY, stood_since=NOON + DAY + HOUR) or (None, due)

    assert (later.deadline, later.expires) == (due.deadline, NOON + 5 * DAY + 5 * HOUR)


def test_new_quiet_hours_make_an_open_turn_longer() -> None:
    due = opened(PLAIN, Account(), person(), NOON)

    _, later = anew(PLAIN, Account(), due, NIGHTS, NOON + HOUR) or (None, due)

    assert later.deadline == due.deadline + 9 * HOUR


def test_giving_up_quiet_hours_shortens_no_turn() -> None:
    due = opened(PLAIN, Account(), NIGHTS, NOON)

    assert anew(PLAIN, Account(), due, person(), NOON + HOUR) is None


def test_nothing_is_gained_by_changing_habits_to_and_fro() -> None:
    account, due = Account(), opened(PLAIN, Account(), NIGHTS, NOON)
    for minute in range(20):
        habits = NIGHTS if minute % 2 else person()
        account, due = anew(PLAIN, account, due, habits, NOON + timedelta(minutes=minute)) or (account, due)

    assert due == opened(PLAIN, Account(), NIGHTS, NOON)


def test_a_traveller_to_the_west_has_the_longer_evening() -> None:
    """From Copenhagen to New York the night comes six hours later, and the turn ends no earlier for it."""
    home, there = person("Europe/Copenhagen", "22:00-07:00"), person("America/New_York", "22:00-07:00")
    due = opened(PLAIN, Account(), home, NOON)

    changed = anew(PLAIN, Account(), due, there, NOON + HOUR)

    assert (changed[1] if changed else due).deadline >= due.deadline


def test_a_vacation_taken_while_the_turn_is_open_stops_it() -> None:
    due = opened(PLAIN, Account(), person(), NOON)

    _, later = anew(PLAIN, Account(), due, person(away="2026-03-03 2026-03-10"), NOON + HOUR) or (None, due)

    assert later.deadline == due.deadline + 7 * DAY


def test_a_vacation_that_is_cancelled_takes_no_time_away() -> None:
    away = person(away="2026-03-03 2026-03-10")
    due = opened(PLAIN, Account(), away, NOON)

    assert anew(PLAIN, Account(), due, person(), NOON + 2 * DAY) is None


def test_what_was_stopped_before_a_change_is_not_forgotten() -> None:
    terms = Terms(DAY, stops=10 * HOUR)
    due = opened(terms, Account(), NIGHTS, NOON)
    account, later = anew(terms, Account(), due, person(quiet="20:00-08:00"), at("2026-03-03 08:00")) or (
        Account(),
        due,
    )

    assert account.stopped == 9 * HOUR
    assert settled(terms, account, later, at("2026-03-05 12:00"), refills=False).stopped == 10 * HOUR


def test_a_turn_knows_what_is_left_of_it() -> None:
    due = opened(PLAIN, Account(), NIGHTS, NOON)

    assert due.left(NOON) == DAY
    assert due.left(at("2026-03-02 23:00")) == due.left(at("2026-03-03 07:00")) == 14 * HOUR
    assert Due(NOON, NOON).left(NOON + HOUR) == NONE


def test_a_vacation_given_up_while_the_game_was_paused_costs_nothing() -> None:
    """The pause is not charged, although the deadline, far beyond the vacation, did not have to move for it."""
    away = person(away="2026-03-03 2026-03-31")
    due = opened(PLAIN, Account(), away, NOON)

    _, later = anew(PLAIN, Account(), due, person(), NOON + HOUR, stood_since=NOON) or (None, due)

    assert later.left(NOON + HOUR) == DAY


def test_a_turn_whose_time_is_over_has_no_more_of_it_whatever_changes() -> None:
    due = opened(PLAIN, Account(), person(), NOON)

    assert anew(PLAIN, Account(), due, NIGHTS, due.expires) is None
    assert anew(PLAIN, Account(), due, person(away="2026-03-04 2026-03-10"), due.expires + HOUR) is None
