"""A turn's clock: when the time for it is over, and what it has cost in the end.

A seat's account says how much its bank holds and for how long its habits have stopped its clock in this game. A turn
is `opened` with it, may be laid out `anew` (the game was paused; its player has other habits now, or goes away), and
when it is `settled` the account is what it leaves. Accounts are kept in whole seconds, rounded in the player's favour.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.clocks.habits import LONG_AGO, Habits, Stop
from games.clocks.layout import NONE, lay_out, running, stopped
from games.clocks.terms import Terms

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
        """The running time before the deadline, the bank's included."""
        return running(now, self.deadline, self.stops)


def first_account(terms: Terms) -> Account:
    """What a seat begins with."""
    return Account(terms.bank.start if terms.bank else NONE)


def opened(terms: Terms, account: Account, habits: Habits, now: datetime) -> Due:
    """When a turn that opens now is due."""
    return _laid(terms, account, habits, now, terms.time_per_move + account.bank, terms.grace)


def settled(terms: Terms, account: Account, due: Due, now: datetime, *, refills: bool) -> Account:
    """The account after a turn that is answered now; an own move `refills` the bank."""
    count = account.stopped + stopped(LONG_AGO, now, due.stops)
    if terms.bank is None:
        return Account(NONE, _whole(count))
    left = min(account.bank, due.left(now))
    refilled = min(left + terms.bank.per_move, terms.bank.cap) if refills else left
    return Account(-_whole(-refilled), _whole(count))


def anew(
    terms: Terms, account: Account, due: Due, habits: Habits, now: datetime, *, stood_since: datetime | None = None
) -> tuple[Account, Due] | None:
    """Lay out from now what is left of a turn; None where it would not be due later, so that nothing changes.

    `stood_since`: the clock has stood still since then.
    """
    since = now if stood_since is None else stood_since
    count = _whole(account.stopped + stopped(LONG_AGO, since, due.stops))
    account = account._replace(stopped=count)
    grace = min(terms.grace, running(max(since, due.deadline), due.expires, due.stops))
    if since < due.deadline:
        new = _laid(terms, account, habits, now, due.left(since), grace)
    else:
        new = _laid(terms, account, habits, now, NONE, grace)._replace(deadline=due.deadline)
    if (new.deadline, new.expires) <= (due.deadline, due.expires):
        return None
    return account, new._replace(deadline=max(new.deadline, due.deadline), expires=max(new.expires, due.expires))


def _laid(terms: Terms, account: Account, habits: Habits, begin: datetime, time: timedelta, grace: timedelta) -> Due:
    """Time, and then grace. It is never over in quiet hours, even where the clock has to run through them."""
    if not terms.vacations:
        habits = replace(habits, vacations=())
    allowed = max(terms.stops - account.stopped, NONE)
    played = lay_out(begin, time, habits.stops(begin), allowed)
    allowed -= stopped(begin, played.end, played.stops)
    waited = lay_out(played.end, grace, habits.stops(played.end), allowed)
    return Due(played.end, habits.quiet_until(waited.end) or waited.end, played.stops + waited.stops)


def _whole(time: timedelta) -> timedelta:
    return time // SECOND * SECOND
