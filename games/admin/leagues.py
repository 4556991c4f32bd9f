"""Leagues at the desk: how each stands, what holds it up, and closing it.

An official league is made on the site's own page, where admins with the right to rule have a box for it.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.admin import people, queue, wording
from games.admin.acting import admin_of
from games.admin.reading import Reading
from games.competitions.leagues import founding, selectors
from games.models import League, LeagueSeason, Player
from games.people import rights

RIGHT: Final = "games.view_game"
OVERDUE: Final = timedelta(hours=2)
"""The sweep comes every minute, and a season waits an hour for games that could not be ended."""


@admin.register(League)
class LeagueAdmin(Reading):
    """All leagues. What they have agreed on is never changed."""

    list_display = ("id", "page", "official", "founder", "stands", "created_at", "closed_at")
    list_filter = ("official", ("closed_at", admin.EmptyFieldListFilter), "ruleset")
    list_select_related = ("host",)
    search_fields = ("=id", "name", "=host__id")
    readonly_fields = ("page", "founder", "stands", "held_up", "course")
    exclude = ("host",)
    ordering = ("-created_at",)
    actions = ("close", "take_name")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Leagues are public: anyone who may look at games at the desk."""
        return request.user.has_perm(RIGHT)

    def get_queryset(self, request: HttpRequest) -> QuerySet[League]:
        """With their seasons."""
        return super().get_queryset(request).prefetch_related("seasons")

    @admin.display(description=gettext_lazy("page"), ordering="name")
    def page(self, league: League) -> SafeString:
        """It leads to the league's page."""
        return format_html('<a href="{}">{}</a>', reverse("league", args=[league.pk]), league.name or league.pk)

    @admin.display(description=gettext_lazy("host"))
    def founder(self, league: League) -> str:
        return people.link(league.host)

    @admin.display(description=gettext_lazy("season"))
    def stands(self, league: League) -> str:
        """The newest season, and when it begins or ends."""
        season = selectors.newest(league)
        if season is None:
            return ""
        at = season.starts_at if season.state == LeagueSeason.State.PLANNED else season.ends_at
        return f"{season.number}: {season.get_state_display()}, {wording.instant(at)}"

    @admin.display(description=gettext_lazy("what holds it up"))
    def held_up(self, league: League) -> str:
        """Too few players, games that have not begun, games that could not be ended."""
        season = selectors.newest(league)
        return "" if season is None else "; ".join(_troubles(season, timezone.now()))

    @admin.display(description=gettext_lazy("seasons"))
    def course(self, league: League) -> SafeString:
        """The seasons, the newest first."""
        return format_html_join("", "<div>{}</div>", ((_season(one),) for one in selectors.seasons(league)))

    def has_close_permission(self, request: HttpRequest) -> bool:
        return rights.has(admin_of(request), founding.RIGHT)

    @admin.action(description=gettext_lazy("Close: no season begins any more"), permissions=["close"])
    def close(self, request: HttpRequest, leagues: QuerySet[League]) -> None:
        """Closes those that are open; each is on the list of what admins did."""
        chosen = list(leagues.filter(closed_at=None))
        for league in chosen:
            founding.close(player=admin_of(request), league_id=league.pk, now=timezone.now())
        said = ngettext("%(n)d league was closed.", "%(n)d leagues were closed.", len(chosen)) % {"n": len(chosen)}
        self.message_user(request, said, messages.SUCCESS)

    def has_take_name_permission(self, request: HttpRequest) -> bool:
        return rights.has(admin_of(request), founding.TAKES_NAMES)

    @admin.action(description=gettext_lazy("Take the name away"), permissions=["take_name"])
    def take_name(self, request: HttpRequest, leagues: QuerySet[League]) -> None:
        """They are called by what is played there; each is on the list of what admins did."""
        chosen = list(leagues.exclude(name=""))
        for league in chosen:
            founding.take_name(admin=admin_of(request), league_id=league.pk, now=timezone.now())
        said = ngettext("%(n)d league has lost its name.", "%(n)d leagues have lost their names.", len(chosen))
        self.message_user(request, said % {"n": len(chosen)}, messages.SUCCESS)


def _season(season: LeagueSeason) -> str:
    """A season in a line."""
    told = _("%(number)d: %(state)s, %(starts)s to %(ends)s; put off: %(postponed)d")
    facts = {"number": season.number, "state": season.get_state_display(), "postponed": season.postponed}
    return told % {**facts, "starts": wording.instant(season.starts_at), "ends": wording.instant(season.ends_at)}


def _troubles(season: LeagueSeason, now: datetime) -> Iterator[str]:
    if season.postponed and season.state == LeagueSeason.State.PLANNED:
        told = ngettext("put off once: too few players", "put off %(n)d times: too few players", season.postponed)
        yield told % {"n": season.postponed}
    if season.state != LeagueSeason.State.RUNNING:
        return
    waits = selectors.held_up(season, now)
    for count, said in (
        (waits.not_begun, _("games not begun: %(n)d")),
        (waits.put_aside, _("games put aside: %(n)d")),
        (waits.not_ended, _("games that could not be ended: %(n)d")),
    ):
        if count:
            yield said % {"n": count}


@queue.register
def stalled(admin: Player, now: datetime) -> Iterator[queue.Item]:
    """Seasons that should have begun, or be over."""
    for season in selectors.overdue(now, OVERDUE):
        at = season.starts_at if season.state == LeagueSeason.State.PLANNED else season.ends_at
        address = reverse("admin:games_league_change", args=[season.league_id])
        yield queue.Item("overdue", _("A league’s season does not go on"), at, address=address)
