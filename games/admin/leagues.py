"""Leagues in the admin site: their status, delays, and closing them.

An official league is created on the public page, where admins with the right to rule have a check box for it.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin import desk_words
from games.admin.competitions import CompetitionAdmin, held_up, put_off
from games.competitions.leagues import creation, selectors
from games.models import DeskProposal, League, LeagueSeason, Player
from games.table.disputes import desk_queue

OVERDUE: Final = timedelta(hours=2)
"""When a season counts as overdue: the sweep runs every minute, and a season waits an hour for games that cannot be
ended.
"""


@admin.register(League)
class LeagueAdmin(CompetitionAdmin):
    """The list of all leagues."""

    at = "league"
    ends_by = DeskProposal.Kind.CLOSE
    list_display = ("id", "page", "official", "founder", "status_text", "created_at", "closed_at")
    list_filter = ("official", ("closed_at", admin.EmptyFieldListFilter), "ruleset")
    readonly_fields = ("page", "founder", "status_text", "held_up", "course")
    actions = ("take_name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[League]:
        return super().get_queryset(request).prefetch_related("seasons")

    @admin.display(description=gettext_lazy("season"))
    def status_text(self, league: League) -> str:
        """Return the newest season, and when it begins or ends."""
        season = selectors.newest(league)
        if season is None:
            return ""
        at = season.starts_at if season.state == LeagueSeason.State.PLANNED else season.ends_at
        return f"{season.number}: {season.get_state_display()}, {desk_words.instant(at)}"

    @admin.display(description=gettext_lazy("what holds it up"))
    def held_up(self, league: League) -> str:
        """List too few players, games that have not begun, games that could not be ended."""
        season = selectors.newest(league)
        return "" if season is None else "; ".join(_list_troubles(season, timezone.now()))

    @admin.display(description=gettext_lazy("seasons"))
    def course(self, league: League) -> SafeString:
        """List the seasons, newest first."""
        return format_html_join("", "<div>{}</div>", ((_season_line(season),) for season in selectors.seasons(league)))

    def unname(self, by: Player, key: str) -> None:
        creation.take_name(admin=by, league_id=key, now=timezone.now())


def _season_line(season: LeagueSeason) -> str:
    sentence = _("%(number)d: %(state)s, %(starts)s to %(ends)s; put off: %(postponed)d")
    facts = {"number": season.number, "state": season.get_state_display(), "postponed": season.postponed}
    return sentence % {
        **facts,
        "starts": desk_words.instant(season.starts_at),
        "ends": desk_words.instant(season.ends_at),
    }


def _list_troubles(season: LeagueSeason, now: datetime) -> Iterator[str]:
    if season.postponed and season.state == LeagueSeason.State.PLANNED:
        yield put_off(season.postponed)
    if season.state == LeagueSeason.State.RUNNING:
        yield from held_up(selectors.held_up(season, now))


@desk_queue.register
def stalled(admin: Player, now: datetime) -> Iterator[desk_queue.Item]:
    """Yield the seasons that should have begun or ended."""
    for season in selectors.overdue(now, OVERDUE):
        at = season.starts_at if season.state == LeagueSeason.State.PLANNED else season.ends_at
        address = reverse("admin:games_league_change", args=[season.league_id])
        yield desk_queue.Item("overdue", _("A league’s season does not go on"), at, address=address)
