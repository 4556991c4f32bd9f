"""The page of what has happened while its reader was away, the newest first."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.lobby import selectors, visible
from games.models import Game, Player, Seat
from games.presentation import words
from games.web.when import day_and_time
from notifications import noticeboard
from notifications.batch.founders import find_seats_at_start
from notifications.letters.registry import club_called, cup_called, season_called, table_name
from notifications.models import Notification

MOST: Final = 100
Founders = Mapping[str, Sequence[Seat]]


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
    rows = noticeboard.list_notices(player, now).select_related("game__host", "cup", "club", "season__league")
    listed = list(rows.prefetch_related("game__seats__player").order_by("-created_at", "-pk")[:MOST])
    last = noticeboard.last_read(player)
    known = _find_known_games(player, listed)
    seats = [seat for notice in listed if notice.game for seat in notice.game.seats.all()]
    founders = find_seats_at_start(dict.fromkeys(seats))
    shown = [_build_shown(notice, player, known, founders, last, now) for notice in listed]
    if listed and request.method == "GET":
        noticeboard.mark_read(player, max(notice.pk for notice in listed), now=now)
    return render(request, "notifications/notices.html", {"notices": shown})


def _find_known_games(player: Player, notices: Iterable[Notification]) -> set[str]:
    """Return the ids of the games of which the player may still know."""
    games = {notice.game_id for notice in notices if notice.game_id}
    known = set(selectors.known_to(player).filter(pk__in=games).values_list("pk", flat=True))
    return known | {game for game in games - known if visible.may_know(player, game)}


def _build_shown(
    notice: Notification, player: Player, known: Collection[str], founders: Founders, last: int, now: datetime
) -> ShownNotice:
    name, path = _name(notice, player, known, founders)
    when = day_and_time(notice.created_at, player.time_zone, now)
    return ShownNotice(name, path, noticeboard.tell(notice), when, new=notice.pk > last)


def _name(notice: Notification, player: Player, known: Collection[str], founders: Founders) -> tuple[str, str]:
    """Return the name of what a notice is about, and its page; of a game that is not known any more, only its rules."""
    if notice.game is not None and notice.game.pk not in known:
        return words.rules(notice.game.ruleset, notice.game.options), ""
    if notice.game is not None:
        page = "waiting-room" if notice.game.status in (Game.Status.OPEN, Game.Status.CLOSED) else "table"
        return table_name(notice.game, founders.get(notice.game.pk, ()), player), reverse(page, args=[notice.game.pk])
    if notice.club is not None:
        return club_called(notice.club), reverse("club", args=[notice.club.pk])
    if notice.cup is not None:
        return cup_called(notice.cup), reverse("cup", args=[notice.cup.pk])
    assert notice.season is not None
    return season_called(notice.season), reverse("league-season", args=[notice.season.league_id, notice.season.number])
