"""A turn's clock: when its time is over, and how much it has used when it is answered.

A seat's account says how much time its bank holds and for how long its habits have stopped its clock in this game. A
turn is `opened` with the account, may be laid out `anew` (after a pause, or when the player changes habits or goes
away), and `settled` returns the account that remains. Accounts are in whole seconds, rounded in the player's favor.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.table.clocks.habits import ANY_TIME, LONG_AGO, PlayerHabits, Stop
from games.table.clocks.layout import NONE, lay_out, running, stopped
from games.table.clocks.terms import Terms

SECOND: Final = timedelta(seconds=1)


class Account(NamedTuple):
    """A seat's account: the time left in its bank, and how long counted stops have stopped its clock."""

    bank: timedelta = NONE
    stopped: timedelta = NONE


class Due(NamedTuple):
    """The layout of a turn: when time and bank are over, when grace is over, and the stops in between."""

    deadline: datetime
    expires: datetime
    stops: tuple[Stop, ...] = ()

    def left(self, now: datetime) -> timedelta:
        """Return the running time left before the deadline, including the bank."""
        return running(now, self.deadline, self.stops)


def first_account(terms: Terms) -> Account:
    """Return a seat's account at the start of a game."""
    return Account(terms.bank.start if terms.bank else NONE)


def opened(terms: Terms, account: Account, habits: PlayerHabits, now: datetime) -> Due:
    """Return the layout of a turn that opens now."""
    time = terms.time_per_move + account.bank
    if habits == ANY_TIME:
        return Due(now + time, now + time + terms.grace)
    return _lay_by_habits(terms, account, habits, now, time, terms.grace)


def settled(terms: Terms, account: Account, due: Due, now: datetime, *, refills: bool) -> Account:
    """Return the account after a turn that is answered now; the seat's own move `refills` the bank."""
    count = account.stopped + stopped(LONG_AGO, now, due.stops) if due.stops else account.stopped
    if terms.bank is None:
        return Account(NONE, _whole(count))
    rest = min(account.bank, due.left(now))
    refilled = min(rest + terms.bank.per_move, terms.bank.cap) if refills else rest
    return Account(-_whole(-refilled), _whole(count))


def anew(
    terms: Terms,
    account: Account,
    due: Due,
    habits: PlayerHabits,
    now: datetime,
    *,
    stood_since: datetime | None = None,
) -> tuple[Account, Due] | None:
    """Lay out the rest of a turn from now; None if that would not make its deadline later.

    `stood_since`: the clock has stood still since then. The stops that the turn was laid out around before still apply
    if they make it longer: nobody loses by changing habits, and nobody gains by changing them back and forth.
    """
    since = now if stood_since is None else stood_since
    if since >= due.expires:
        return None if stood_since is None else _end_spent_turn(account, due, habits, now)
    account = account._replace(stopped=_whole(account.stopped + stopped(LONG_AGO, since, due.stops)))
    time, grace = due.left(since), min(terms.grace, running(max(since, due.deadline), due.expires, due.stops))
    old = due if since == now else _lay_as_before(due, now, time, grace)
    new = (_lay_by_habits if time else _lay_around)(terms, account, habits, now, time, grace)
    if not time:
        old, new = old._replace(deadline=due.deadline), new._replace(deadline=due.deadline)
    later = new if new[:2] > old[:2] else old
    deadline, expires = max(due.deadline, later.deadline), max(due.expires, old.expires, later.expires)
    return None if (deadline, expires) == due[:2] else (account, Due(deadline, expires, later.stops))


def _end_spent_turn(account: Account, due: Due, habits: PlayerHabits, now: datetime) -> tuple[Account, Due] | None:
    """Return the new layout of a turn of which nothing was left when the clock stopped.

    If the clock resumes at night, the turn is over after the night; otherwise return None, as nothing changes.
    """
    night = habits.quiet_until(now)
    return None if night is None else (account, due._replace(expires=night))


def _lay_by_habits(
    terms: Terms, account: Account, habits: PlayerHabits, now: datetime, time: timedelta, grace: timedelta
) -> Due:
    """Lay out a turn so that it never ends in quiet hours, even if the clock has to run through them."""
    due = _lay_around(terms, account, habits, now, time, grace)
    return due._replace(expires=habits.quiet_until(due.expires) or due.expires)


def _lay_around(
    terms: Terms, account: Account, habits: PlayerHabits, now: datetime, time: timedelta, grace: timedelta
) -> Due:
    """Lay out time, then grace, around the stops of the habits, as far as agreed."""
    if not terms.vacations:
        habits = replace(habits, vacations=())
    allowed = max(terms.stops - account.stopped, NONE)
    played = lay_out(now, time, habits.stops(now), allowed)
    allowed -= stopped(now, played.end, played.stops)
    waited = lay_out(played.end, grace, habits.stops(played.end), allowed)
    return Due(played.end, waited.end, played.stops + waited.stops)


def _lay_as_before(due: Due, now: datetime, time: timedelta, grace: timedelta) -> Due:
    """Lay out time, then grace, around the stops that the turn had before."""
    allowed = stopped(now, due.expires, due.stops)
    played = lay_out(now, time, due.stops, allowed)
    waited = lay_out(played.end, grace, due.stops, allowed)
    return Due(played.end, waited.end, played.stops + waited.stops)


def _whole(time: timedelta) -> timedelta:
    return time // SECOND * SECOND
