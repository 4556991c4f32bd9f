"""A turn's clock: when its time is over, and what it has used up when it is answered.

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
    """What a seat has left in its bank, and for how long its clock has been stopped by counted stops."""

    bank: timedelta = NONE
    stopped: timedelta = NONE


class Due(NamedTuple):
    """When time and bank are over, when grace is, and the stops in between, as they were when it was laid out."""

    deadline: datetime
    expires: datetime
    stops: tuple[Stop, ...] = ()

    def left(self, now: datetime) -> timedelta:
        """Return the running time before the deadline, the bank's included."""
        return running(now, self.deadline, self.stops)


def first_account(terms: Terms) -> Account:
    """Return what a seat begins with."""
    return Account(terms.bank.start if terms.bank else NONE)


def opened(terms: Terms, account: Account, habits: PlayerHabits, now: datetime) -> Due:
    """Return when a turn that opens now is due."""
    time = terms.time_per_move + account.bank
    if habits == ANY_TIME:
        return Due(now + time, now + time + terms.grace)
    return _lay_by_habits(terms, account, habits, now, time, terms.grace)


def settled(terms: Terms, account: Account, due: Due, now: datetime, *, refills: bool) -> Account:
    """Return the account after a turn that is answered now; an own move `refills` the bank."""
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
    """Lay out from now what is left of a turn; None if it would not be due later, so that nothing changes.

    `stood_since`: the clock has stood still since then. The stops that the turn was laid out around before hold good
    where they make it longer: nobody loses by changing habits, and nobody gains by changing them back and forth.
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
    """Return when a turn is over of which nothing was left when the clock stopped.

    Where the clock goes on at night, it is over after that; else None: nothing changes.
    """
    night = habits.quiet_until(now)
    return None if night is None else (account, due._replace(expires=night))


def _lay_by_habits(
    terms: Terms, account: Account, habits: PlayerHabits, now: datetime, time: timedelta, grace: timedelta
) -> Due:
    """Lay a turn out so that it is never over in quiet hours, even where the clock has to run through them."""
    due = _lay_around(terms, account, habits, now, time, grace)
    return due._replace(expires=habits.quiet_until(due.expires) or due.expires)


def _lay_around(
    terms: Terms, account: Account, habits: PlayerHabits, now: datetime, time: timedelta, grace: timedelta
) -> Due:
    """Lay out time, and then grace, around what the habits stop, as far as that was agreed."""
    if not terms.vacations:
        habits = replace(habits, vacations=())
    allowed = max(terms.stops - account.stopped, NONE)
    played = lay_out(now, time, habits.stops(now), allowed)
    allowed -= stopped(now, played.end, played.stops)
    waited = lay_out(played.end, grace, habits.stops(played.end), allowed)
    return Due(played.end, waited.end, played.stops + waited.stops)


def _lay_as_before(due: Due, now: datetime, time: timedelta, grace: timedelta) -> Due:
    """Lay out time, and then grace, around the stops that the turn had."""
    allowed = stopped(now, due.expires, due.stops)
    played = lay_out(now, time, due.stops, allowed)
    waited = lay_out(played.end, grace, due.stops, allowed)
    return Due(played.end, waited.end, played.stops + waited.stops)


def _whole(time: timedelta) -> timedelta:
    return time // SECOND * SECOND
