"""Vacations: while players are away, their clocks are stopped in every game that allows it.

Each year has a fixed number of days. Players take a vacation in advance, or from now on if they are away already; they
can give it up before it begins, or end it early. The allowance comes back for what was not used, but only as long as no
open turn has gone around the vacation: for a deadline that it has moved does not move back.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction

from games import instants
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.models import Player, Turn
from games.signals import habits_changed

A_YEAR: Final = timedelta(days=28)
SHORTEST: Final = timedelta(days=1)
AHEAD: Final = timedelta(days=365)
KEPT: Final = timedelta(days=2 * 366)
SECOND: Final = timedelta(seconds=1)


class Vacation(NamedTuple):
    """Begin and end, and how much of the allowance it has used, even if it is over or given up."""

    begin: datetime
    end: datetime
    counts: timedelta


def of_player(player: Player) -> list[Vacation]:
    """All of them, in order; those given up have no length."""
    return [_read(row) for row in player.vacations]


def left(player: Player, year: int) -> timedelta:
    """What is left of the allowance of a year."""
    return A_YEAR - sum((_within(vacation, year) for vacation in of_player(player)), timedelta())


def take(*, player: Player, begin: datetime | None, end: datetime, now: datetime) -> Player:
    """Be away from `begin` (None: from now) to `end`.

    Raises Unprocessable("vacation_too_short", "vacation_in_the_past", "vacation_too_far_ahead"),
    Refused("vacations_overlap", "no_vacation_left"), Forbidden for a player who is gone.
    """
    begin = begin or now
    with transaction.atomic():
        player = _locked(player)
        new = _possible(Vacation(begin, end, end - begin), of_player(player), now)
        for year in range(begin.year, end.year + 1):
            if _within(new, year) > left(player, year):
                raise Refused("no_vacation_left", year=year, days=int(left(player, year) / timedelta(days=1)))
        _save(player, [*of_player(player), new], now)
    habits_changed.send(sender=Player, player=player, now=now)
    return player


def give_up(*, player: Player, begin: datetime, now: datetime) -> Player:
    """End the vacation that begins then, or has begun. No deadline comes sooner by it. Raises NotFound."""
    with transaction.atomic():
        player = _locked(player)
        found = of_player(player)
        wanted = next((one for one in found if one.begin == begin and one.end > max(now, begin)), None)
        if wanted is None:
            raise NotFound("no_such_vacation")
        end = max(now, begin)
        counts = wanted.counts if _was_used(player, wanted) else end - begin
        _save(player, [one for one in found if one != wanted] + [Vacation(begin, end, counts)], now)
    return player


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


def _was_used(player: Player, vacation: Vacation) -> bool:
    """Whether an open turn was laid out around it."""
    begin = instants.rfc3339(vacation.begin)
    laid = Turn.objects.filter(player=player, closed_at=None).values_list("stops", flat=True)
    return any(stop[1] > begin and not stop[2] for stops in laid for stop in stops)


def _within(vacation: Vacation, year: int) -> timedelta:
    """What it takes of a year's allowance; one that was cut short takes it from its beginning on."""
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    end = vacation.begin + vacation.counts
    return max(min(end, last) - max(vacation.begin, first), timedelta())


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
