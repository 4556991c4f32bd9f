"""What is in a player's calendar: the deadline of each open turn, and vacations that are not over.

In the calendar of one of their clubs: the deadlines of everybody whose move is due at a table of the club.

An event's `uid` stays the same while its time changes, so calendar programs move it. A turn's event is gone when the
turn is over, and while its game is paused, since its clock stands still.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games import zones
from games.models import Club, Game, Player, Seat, Turn
from games.table.clocks import vacations
from games.table.clocks.habits import DAY
from notifications.batch.founders import find_seats_at_start
from notifications.letters.registry import table_name, titled

MOMENT: Final = timedelta(microseconds=1)
MOST: Final = 200
"""The most deadlines in one calendar, the earliest ones."""


class CalendarEvent(NamedTuple):
    """An event: at an instant, without an end; or on whole days, up to but not including `ends`."""

    uid: str
    title: str
    starts: datetime | date
    ends: date | None
    url: str


def list_events(player: Player, now: datetime) -> list[CalendarEvent]:
    """Return the events of a player's calendar, deadlines first, in the language that is active."""
    return [*_list_deadlines(player), *_list_vacations(player, now)]


def list_club_events(reader: Player, club: Club) -> list[CalendarEvent]:
    """Return the deadlines at a club's tables, the earliest first, for one of its members."""
    return list(_list_turns(Turn.objects.filter(game__club=club, player__isnull=False), reader))


def _list_deadlines(player: Player) -> Iterator[CalendarEvent]:
    yield from _list_turns(Turn.objects.filter(player=player), player)


def _list_turns(turns: QuerySet[Turn], reader: Player) -> Iterator[CalendarEvent]:
    """Yield an event for each of these turns that is open and whose clock runs."""
    ticking = turns.filter(closed_at=None, game__status=Game.Status.RUNNING, game__paused_at=None)
    rows = list(ticking.select_related("game", "player").order_by("deadline_at", "pk")[:MOST])
    seats = Seat.objects.filter(game__in={turn.game_id for turn in rows}).select_related("player")
    founders = find_seats_at_start(seats) if rows else {}
    for turn in rows:
        yield CalendarEvent(
            uid=_make_uid("turn", turn.game_id, turn.prompt_id),
            title=titled(_say_due(turn, reader), table_name(turn.game, founders.get(turn.game_id, ()), reader)),
            starts=turn.deadline_at,
            ends=None,
            url=settings.PUBLIC_URL + reverse("table", args=[turn.game_id]),
        )


def _say_due(turn: Turn, reader: Player) -> str:
    if turn.player is None or turn.player == reader:
        return _("Your move is due")
    return _("%(name)s’s move is due") % {"name": turn.player.display_name}


def _list_vacations(player: Player, now: datetime) -> Iterator[CalendarEvent]:
    """Yield vacations as whole days in the player's zone, whose first and last day may be begun or left midway."""
    zone = zones.zone(player.time_zone)
    for vacation in vacations.of_player(player):
        if vacation.end > max(now, vacation.begin):
            yield CalendarEvent(
                uid=_make_uid("vacation", player.pk, f"{vacation.begin.timestamp():.0f}"),
                title=_("Vacation from Night Mail"),
                starts=vacation.begin.astimezone(zone).date(),
                ends=(vacation.end - MOMENT).astimezone(zone).date() + DAY,
                url=settings.PUBLIC_URL + reverse("settings-hours"),
            )


def _make_uid(*parts: str) -> str:
    return f"{'-'.join(parts)}@{urlsplit(settings.PUBLIC_URL).hostname}"
