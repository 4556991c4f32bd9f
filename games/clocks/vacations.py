"""Vacations: while players are away, their clocks are stopped in every game that allows it.

Each year has a fixed number of days. Players take a vacation in advance, or from now on if they are away already; they
can give it up before it begins, or end it early. No deadline that it has moved moves back by that.

What it costs: the allowance pays for each instant once, however many vacations and games have it. A vacation costs the
instants from its beginning to its end, as long as it stands. Of what is given up, the allowance pays only for instants
around which the deadline of an open turn goes, and for those of them that are past by now. So a vacation that is taken
again over the same days costs them once, and what is taken and given up costs no more than the deadlines have moved.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction

from games import instants
from games.clocks.habits import LONG_AGO, Window
from games.clocks.windows import intersect, join, length, subtract
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.models import Player, Turn
from games.signals import habits_changed

A_YEAR: Final = timedelta(days=28)
SHORTEST: Final = timedelta(days=1)
AHEAD: Final = timedelta(days=365)
KEPT: Final = timedelta(days=2 * 366)
SECOND: Final = timedelta(seconds=1)


class Vacation(NamedTuple):
    """Begin and end, and how much of the allowance is used from the beginning on; given up, it has no length."""

    begin: datetime
    end: datetime
    counts: timedelta


def of_player(player: Player) -> list[Vacation]:
    """All of them, in order; those given up have no length."""
    return [_read(row) for row in player.vacations]


def left(player: Player, year: int) -> timedelta:
    """What is left of the allowance of a year."""
    return A_YEAR - _used(of_player(player), year)


def take(*, player: Player, begin: datetime | None, end: datetime, now: datetime) -> Player:
    """Be away from `begin` (None: from now) to `end`.

    Raises Unprocessable("vacation_too_short", "vacation_in_the_past", "vacation_too_far_ahead"),
    Refused("vacations_overlap", "no_vacation_left"), Forbidden for a player who is gone.
    """
    begin = begin or now
    with transaction.atomic():
        player = _locked(player)
        before = _settled(player, of_player(player), now)
        vacations = [*before, _possible(Vacation(begin, end, end - begin), before, now)]
        for year in range(begin.year, end.year + 1):
            if _used(vacations, year) > A_YEAR:
                days = int((A_YEAR - _used(before, year)) / timedelta(days=1))
                raise Refused("no_vacation_left", year=year, days=days)
        _save(player, _settled(player, vacations, now), now)
    habits_changed.send(sender=Player, player=player, now=now)
    return _settle(player, now)


def give_up(*, player: Player, begin: datetime, now: datetime) -> Player:
    """End the vacation that begins then, or has begun. No deadline comes sooner by it. Raises NotFound."""
    with transaction.atomic():
        player = _locked(player)
        found = of_player(player)
        wanted = next((one for one in found if one.begin == begin and one.end > max(now, begin)), None)
        if wanted is None:
            raise NotFound("no_such_vacation")
        end = max(now, begin)
        rest = [Vacation(begin, end, end - begin), Vacation(end, end, wanted.end - end)]
        _save(player, _settled(player, [one for one in found if one != wanted] + rest, now), now)
    return player


def _settle(player: Player, now: datetime) -> Player:
    """Turns may go around other instants now: give back those that were given up before."""
    with transaction.atomic():
        player = _locked(player)
        _save(player, _settled(player, of_player(player), now), now)
    return player


def _settled(player: Player, vacations: Iterable[Vacation], now: datetime) -> list[Vacation]:
    """Return the vacations that stand, and the windows of those given up that the allowance pays for all the same."""
    vacations = list(vacations)
    standing = [one._replace(counts=one.end - one.begin) for one in vacations if one.end > one.begin]
    given_up = subtract([_charged(one) for one in vacations], [Window(one.begin, one.end) for one in standing])
    past = intersect(given_up, [Window(LONG_AGO, now)])
    return [
        *standing,
        *(
            Vacation(one.begin, one.begin, one.end - one.begin)
            for one in join([*past, *intersect(given_up, _gone_around(player))])
        ),
    ]


def _gone_around(player: Player) -> list[Window]:
    """Return the instants of vacations around which open turns are laid out."""
    laid = Turn.objects.filter(player=player, closed_at=None).values_list("stops", flat=True)
    return join(
        Window(instants.read(begin), instants.read(end))
        for stops in laid
        for begin, end, counted in stops
        if not counted
    )


def _charged(vacation: Vacation) -> Window:
    return Window(vacation.begin, vacation.begin + vacation.counts)


def _used(vacations: Iterable[Vacation], year: int) -> timedelta:
    """What they take of a year's allowance, all together."""
    whole = Window(datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC))
    return length(intersect(join(map(_charged, vacations)), [whole]))


def _possible(new: Vacation, others: Iterable[Vacation], now: datetime) -> Vacation:
    if new.end - new.begin < SHORTEST:
        raise Unprocessable("vacation_too_short", days=1)
    if new.begin < now:
        raise Unprocessable("vacation_in_the_past")
    if new.begin > now + AHEAD:
        raise Unprocessable("vacation_too_far_ahead", days=AHEAD.days)
    if any(one.begin < new.end and new.begin < one.end > one.begin for one in others):
        raise Refused("vacations_overlap")
    return new


def _save(player: Player, vacations: Iterable[Vacation], now: datetime) -> None:
    kept = sorted(one for one in vacations if one.begin + one.counts > now - KEPT and one.counts)
    player.vacations = [[instants.rfc3339(one.begin), instants.rfc3339(one.end), one.counts // SECOND] for one in kept]
    player.save(update_fields=["vacations"])


def _read(row: list[str | int]) -> Vacation:
    begin, end, seconds = row
    return Vacation(instants.read(str(begin)), instants.read(str(end)), int(seconds) * SECOND)


def _locked(player: Player) -> Player:
    found = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, is_active=True).first()
    if found is None:
        raise Forbidden("forbidden")
    return found
