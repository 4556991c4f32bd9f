"""Vacations: while players are on vacation, their clocks are stopped in every game that allows it.

Each year has a fixed number of days. Players take a vacation in advance, or from now on if they are already away; they
can give it up before it begins, or end it early. Doing so never moves a deadline back.

Days and years are those of the player's time zone (`games.table.clocks.local_days`): a day of 23 or 25 hours counts as
one, and a vacation over New Year takes its days in each year from that year's allowance.

Cost: the allowance pays for each instant once, however many vacations and games include it. A vacation costs the time
from its beginning to its end, as long as it stands. After it is given up, the allowance pays only for time around which
an open turn's deadline was laid, and for the part of that which is already past. So a vacation that is taken again over
the same days costs them once, and one that is taken and given up costs no more than it has moved deadlines.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction

from games import instants, zones
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.models import Game, Player, Turn
from games.signals import habits_changed
from games.table.clocks import local_days, mapping
from games.table.clocks.habits import DAY, LONG_AGO, Window
from games.table.clocks.windows import intersect, join, subtract

A_YEAR: Final = timedelta(days=28)
SHORTEST: Final = timedelta(days=1)
LONGEST: Final = 2 * A_YEAR + timedelta(days=2)
"""The longest vacation: two years' allowances in a row, plus a margin for days of more than 24 hours."""
AHEAD: Final = timedelta(days=365)
KEPT: Final = timedelta(days=2 * 366)
SECOND: Final = timedelta(seconds=1)


class Vacation(NamedTuple):
    """A vacation: begin, end, and the time charged from the beginning on; a vacation given up has no length."""

    begin: datetime
    end: datetime
    counts: timedelta


def of_player(player: Player) -> list[Vacation]:
    """Return all vacations of a player in order; those given up have no length."""
    return [_read(row) for row in player.vacations]


def games_without(player: Player) -> list[Game]:
    """Return the player's running games whose clocks no vacation stops."""
    running = Game.objects.filter(seats__player=player, status=Game.Status.RUNNING).select_related("host")
    return [game for game in running.order_by("pk") if not mapping.terms(game).vacations]


def left(player: Player, year: int) -> timedelta:
    """Return how many local days are left of a year's allowance."""
    return max(A_YEAR - _used(of_player(player), year, zones.zone(player.time_zone)), timedelta())


def left_this_year(player: Player, now: datetime) -> tuple[int, int]:
    """Return the current year in the player's zone, and how many whole days are left of its allowance."""
    number = now.astimezone(zones.zone(player.time_zone)).year
    return number, left(player, number) // DAY


def take(*, player: Player, begin: datetime | None, end: datetime, now: datetime) -> Player:
    """Take a vacation from `begin` (None: from now) to `end`.

    Raises Unprocessable("vacation_too_short", "vacation_in_the_past", "vacation_too_far_ahead"),
    Refused("vacations_overlap", "no_vacation_left"), Forbidden for a player who is gone.
    """
    begin = begin or now
    with transaction.atomic():
        player = _lock_player(player)
        zone, before = zones.zone(player.time_zone), _settled(player, of_player(player), now)
        vacations = [*before, _possible(Vacation(begin, end, end - begin), before, now, zone)]
        _refuse_too_many_days(vacations, before, zone)
        _save(player, _settled(player, vacations, now), now)
    habits_changed.send(sender=Player, player=player, before=player.habits, now=now)
    return _settle(player, now)


def give_up(*, player: Player, begin: datetime, now: datetime) -> Player:
    """Give up the vacation with this beginning, or end it now. No deadline moves earlier. Raises NotFound."""
    with transaction.atomic():
        player = _lock_player(player)
        vacations = of_player(player)
        ended = next(
            (vacation for vacation in vacations if vacation.begin == begin and vacation.end > max(now, begin)), None
        )
        if ended is None:
            raise NotFound("no_such_vacation")
        end = max(now, begin)
        rest = [Vacation(begin, end, end - begin), Vacation(end, end, ended.end - end)]
        _save(player, _settled(player, [vacation for vacation in vacations if vacation != ended] + rest, now), now)
    return player


def _settle(player: Player, now: datetime) -> Player:
    """Recompute the cost of vacations given up earlier, as open turns may be laid out differently now."""
    with transaction.atomic():
        player = _lock_player(player)
        _save(player, _settled(player, of_player(player), now), now)
    return player


def _settled(player: Player, vacations: Iterable[Vacation], now: datetime) -> list[Vacation]:
    """Return the standing vacations, and the windows of those given up that the allowance still pays for."""
    vacations = list(vacations)
    standing = [
        vacation._replace(counts=vacation.end - vacation.begin)
        for vacation in vacations
        if vacation.end > vacation.begin
    ]
    given_up = subtract(
        [_charged(vacation) for vacation in vacations], [Window(stay.begin, stay.end) for stay in standing]
    )
    past = intersect(given_up, [Window(LONG_AGO, now)])
    return [
        *standing,
        *(
            Vacation(window.begin, window.begin, window.end - window.begin)
            for window in join([*past, *intersect(given_up, _gone_around(player))])
        ),
    ]


def _gone_around(player: Player) -> list[Window]:
    """Return the windows of vacations around which open turns are laid out."""
    laid = Turn.objects.filter(player=player, closed_at=None).values_list("stops", flat=True)
    return join(
        Window(instants.read(begin), instants.read(end))
        for stops in laid
        for begin, end, counted in stops
        if not counted
    )


def _charged(vacation: Vacation) -> Window:
    return Window(vacation.begin, vacation.begin + vacation.counts)


def _used(vacations: Iterable[Vacation], year: int, zone: ZoneInfo) -> timedelta:
    """Return how many days these vacations together take from a year's allowance."""
    return local_days.count(intersect(join(map(_charged, vacations)), [local_days.year(year, zone)]), zone)


def _refuse_too_many_days(vacations: Sequence[Vacation], before: Sequence[Vacation], zone: ZoneInfo) -> None:
    """Raise Refused if the new vacation takes more of a year's allowance than the earlier ones leave."""
    newest = vacations[-1]
    number, too_long = newest.begin.astimezone(zone).year, newest.end - newest.begin > LONGEST
    while too_long or local_days.year(number, zone).begin < newest.end:
        if too_long or _used(vacations, number, zone) > A_YEAR:
            rest = max(A_YEAR - _used(before, number, zone), timedelta())
            raise Refused("no_vacation_left", year=number, days=rest // DAY)
        number += 1


def _possible(new: Vacation, others: Iterable[Vacation], now: datetime, zone: ZoneInfo) -> Vacation:
    if new.begin < now or new.end < now:
        raise Unprocessable("vacation_in_the_past")
    if new.begin > now + AHEAD:
        raise Unprocessable("vacation_too_far_ahead", days=AHEAD.days)
    if new.end - new.begin < SHORTEST > local_days.count([Window(new.begin, new.end)], zone):
        raise Unprocessable("vacation_too_short", days=1)
    if any(other.begin < new.end and new.begin < other.end > other.begin for other in others):
        raise Refused("vacations_overlap")
    return new


def _save(player: Player, vacations: Iterable[Vacation], now: datetime) -> None:
    lasting = sorted(
        vacation for vacation in vacations if vacation.begin + vacation.counts > now - KEPT and vacation.counts
    )
    player.vacations = [
        [instants.rfc3339(begin), instants.rfc3339(end), counts // SECOND] for begin, end, counts in lasting
    ]
    player.save(update_fields=["vacations"])


def _read(row: list[str | int]) -> Vacation:
    begin, end, seconds = row
    return Vacation(instants.read(str(begin)), instants.read(str(end)), int(seconds) * SECOND)


def _lock_player(player: Player) -> Player:
    newest = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, is_active=True).first()
    if newest is None:
        raise Forbidden("forbidden")
    return newest
