"""What is in a player's calendar: the deadline of each open turn, and vacations that are not over.

An event's `uid` stays the same while its time changes, so calendar programs move it. A turn's event is gone when the
turn is over, and while its game is paused, since its clock stands still.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games import zones
from games.models import Game, Player, Seat, Turn
from games.table.clocks import vacations
from games.table.clocks.habits import DAY
from notifications.batch.founders import find_seats_at_start
from notifications.letters.registry import table_name, titled

MOMENT: Final = timedelta(microseconds=1)


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


def _list_deadlines(player: Player) -> Iterator[CalendarEvent]:
    open_turns = Turn.objects.filter(player=player, closed_at=None)
    ticking = open_turns.filter(game__status=Game.Status.RUNNING, game__paused_at=None)
    turns = list(ticking.select_related("game").order_by("deadline_at", "pk"))
    seats = Seat.objects.filter(game__in={turn.game_id for turn in turns}).select_related("player")
    founders = find_seats_at_start(seats) if turns else {}
    for turn in turns:
        yield CalendarEvent(
            uid=_make_uid("turn", turn.game_id, turn.prompt_id),
            title=titled(_("Your move is due"), table_name(turn.game, founders.get(turn.game_id, ()), player)),
            starts=turn.deadline_at,
            ends=None,
            url=settings.PUBLIC_URL + reverse("table", args=[turn.game_id]),
        )


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
