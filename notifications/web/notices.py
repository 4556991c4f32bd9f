"""The page of what has happened while its reader was away, the newest first."""

from datetime import datetime
from typing import Final, NamedTuple, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game, Player
from games.web.when import day_and_time
from notifications import noticeboard
from notifications.letters.registry import cup_called, season_called, table_name
from notifications.models import Notification

MOST: Final = 100


class ShownNotice(NamedTuple):
    """A notice as a line; `new`: not seen before, on any device."""

    name: str
    path: str
    sentence: str
    when: str
    new: bool


@never_cache
@login_required
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """Show the notices, and mark them as read on every device."""
    player, now = cast("Player", request.user), timezone.now()
    rows = noticeboard.list_notices(player, now).select_related("game__host", "cup", "season__league")
    listed = list(rows.prefetch_related("game__seats__player").order_by("-created_at", "-pk")[:MOST])
    last = noticeboard.last_read(player)
    shown = [_build_shown(notice, player, last, now) for notice in listed]
    noticeboard.mark_read(player, None, now=now)
    return render(request, "notifications/notices.html", {"notices": shown})


def _build_shown(notice: Notification, player: Player, last: int, now: datetime) -> ShownNotice:
    name, path = _name(notice, player)
    when = day_and_time(notice.created_at, player.time_zone, now)
    return ShownNotice(name, path, noticeboard.tell(notice), when, new=notice.pk > last)


def _name(notice: Notification, player: Player) -> tuple[str, str]:
    """Return the name of what a notice is about, and its page."""
    if notice.game is not None:
        seats = sorted(notice.game.seats.all(), key=lambda seat: seat.number)
        page = "waiting-room" if notice.game.status in (Game.Status.OPEN, Game.Status.CLOSED) else "table"
        return table_name(notice.game, seats, player), reverse(page, args=[notice.game.pk])
    if notice.cup is not None:
        return cup_called(notice.cup), reverse("cup", args=[notice.cup.pk])
    assert notice.season is not None
    return season_called(notice.season), reverse("league-season", args=[notice.season.league_id, notice.season.number])
