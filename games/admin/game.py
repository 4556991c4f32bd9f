"""Games: the list, which shows stuck games, and a page for each about its state."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Final
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db.models import OuterRef, Prefetch, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.admin import desk_hints, desk_words, page, panels, people, timeline
from games.admin.boards import BoardPages
from games.admin.bulk import BulkPages
from games.admin.desk_access import admin_of, check, to_game
from games.admin.disputes import DisputePages, dispute_box
from games.admin.filters import OverdueGames, Quarantined, RulesetFilter
from games.admin.queue import QueuePages
from games.admin.ruling_pages import RulingPages, ruling_box
from games.admin.secrets import SecretsPage
from games.admin.situation import Situation
from games.admin.table_moderation import ClearingPages, clearing_box
from games.models import Game, Seat, Turn
from games.people import audit, rights
from games.table.play import quarantine
from games.table.rulings import bulk

MOST_DIGITS: Final = 9
"""Digits of the highest entry number."""


@admin.register(Game)
class GameAdmin(RulingPages, SecretsPage, DisputePages, ClearingPages, BulkPages, BoardPages, QueuePages):
    """The list of games, and a page for each. None changes a game's history; games set aside can be released."""

    list_display = ("id", "title", "ruleset", "status", "owner", "taken", "waits_for", "next_deadline", "put_aside")
    list_filter = ("status", RulesetFilter, Quarantined, OverdueGames)
    search_fields = ("=id", "name", "seats__player__name", "host__name")
    search_help_text = gettext_lazy("Search by a game's id or name, or a player's name.")
    list_select_related = ("host",)
    list_per_page = 50
    ordering = ("-created_at", "-id")
    actions = ("release", "in_bulk")
    empty_value_display = "–"

    class Media:
        css = {"all": ["games/admin.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Annotate games with their next deadline; fetch seats and open turns for all games of a page at once."""
        awaited = Turn.objects.filter(closed_at=None).order_by("opened_at", "seat")
        next_deadline = awaited.filter(game=OuterRef("pk")).order_by("deadline_at").values("deadline_at")[:1]
        seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
        games: QuerySet[Game] = super().get_queryset(request)
        return games.annotate(deadline=Subquery(next_deadline)).prefetch_related(
            seats, Prefetch("turns", awaited, to_attr="awaited")
        )

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """Show the list under a plain title, since admins come to read, not to select."""
        title = {"title": capfirst(self.opts.verbose_name_plural)}
        return super().changelist_view(request, title | (extra_context or {}))

    # Columns ------------------------------------------------------------------------------------------------

    @admin.display(description=gettext_lazy("name"), ordering="name")
    def title(self, game: Game) -> str:
        return game.name

    @admin.display(description=gettext_lazy("host"), ordering="host__name")
    def owner(self, game: Game) -> str:
        return people.link(game.host)

    @admin.display(description=gettext_lazy("seats"))
    def taken(self, game: Game) -> str:
        """Return the number of taken seats, and of all seats."""
        return f"{len(game.seats.all())}/{game.seats_wanted}"

    @admin.display(description=gettext_lazy("waiting for"))
    def waits_for(self, game: Game) -> SafeString:
        """List the seats with open decisions, and for how long; seats that were asked together share a line."""
        seated = {seat.number: seat for seat in game.seats.all()}
        now = timezone.now()
        together = groupby(getattr(game, "awaited", ()), attrgetter("opened_at"))
        lines = [
            (_link_holders(seated, turns), desk_words.instant(at), desk_words.lasting(at, now))
            for at, turns in together
        ]
        line = '<div class="nm-awaited">{}<br><span class="quiet" title="{}">{}</span></div>'
        return format_html_join("", line, lines)

    @admin.display(description=gettext_lazy("next deadline"), ordering="deadline")
    def next_deadline(self, game: Game) -> str | SafeString:
        """Return the next deadline, in red if it has passed."""
        deadline, now = getattr(game, "deadline", None), timezone.now()
        if deadline is None:
            return ""
        late = "nm-late" if deadline <= now else "quiet"
        parts = desk_words.instant(deadline), late, desk_words.far(deadline, now)
        return format_html('<span class="nm-at">{}</span><br><span class="{}">{}</span>', *parts)

    @admin.display(description=gettext_lazy("quarantined"), ordering="quarantined_until")
    def put_aside(self, game: Game) -> str | SafeString:
        """Return the error's class, and where it was raised."""
        if game.quarantined_until is None:
            return ""
        return format_html('<span class="nm-quarantined">{}</span>', game.quarantine_error or _("yes"))

    # A game's pages -----------------------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("<str:object_id>/log/", self.admin_site.admin_view(self.log_view), name="games_game_log"),
            path("<str:object_id>/release/", self.admin_site.admin_view(self.release_view), name="games_game_release"),
        ]
        return [*own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Show a page made for reading instead of a form."""
        game, now = self.readable(request, unquote(object_id)), timezone.now()
        situation = Situation.load(game, admin_of(request))
        view, trouble = page.view_of(game)
        situation.is_readable = not trouble
        context = {
            "overview": page.overview(game, now),
            "waiting": page.waiting(game, situation.names, now),
            "seats": page.seats_table(situation.seats, view, page.clocks(game, now)),
            "position": view and page.position(view, situation.names),
            "trouble": trouble,
            "panels": panels.of_game(game),
            "hints": desk_hints.of_game(situation, now),
            "quarantined_until": desk_words.when(game.quarantined_until, now),
            "may_release": self.has_release_permission(request) and not situation.plays,
            **ruling_box(situation),
            **dispute_box(situation),
            **clearing_box(situation),
        }
        if self._may_read_log(request):
            context |= self._log_context(request, situation)
        return self.page(request, game, "page", {**context, **(extra_context or {})})

    def log_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the log, a page at a time, with the public facts as stored."""
        game = self.readable(request, unquote(object_id))
        check(request, "view_entry")
        entry = request.GET.get("entry", "")
        if entry.isdecimal() and len(entry) <= MOST_DIGITS and 0 < int(entry) <= game.head:
            return HttpResponseRedirect(f"{request.path}?p={timeline.page_of(game, int(entry))}#entry-{entry}")
        context = self._log_context(request, Situation.load(game, admin_of(request)))
        return self.page(request, game, "log", context)

    def _log_context(self, request: HttpRequest, situation: Situation) -> dict[str, object]:
        """Return a page of the log. Admins who play do not see notes for admins, which may reveal a seat's secrets."""
        log_page, lines, log_filter = timeline.page(situation, request.GET)
        query = request.GET.copy()
        query.pop("p", None)
        return {
            "log_page": log_page,
            "numbers": log_page.paginator.get_elided_page_range(log_page.number),
            "lines": lines,
            "wanted": log_filter,
            "narrowed": query.urlencode(),
            "situation": situation,
            "shows_notes": not situation.plays,
        }

    def _may_read_log(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.view_entry")

    # Out of quarantine --------------------------------------------------------------------------------------

    def has_release_permission(self, request: HttpRequest) -> bool:
        """Require the permission to change games (though no page here changes one) or the right to rule."""
        admin = admin_of(request)
        return admin.has_perm("games.change_game") or rights.has(admin, "rule") or rights.has(admin, "bulk")

    @admin.action(description=gettext_lazy("Try again now"), permissions=["release"])
    def release(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        """Release games that were set aside to the sweep."""
        releasable = [game for game in queryset if not rights.plays(admin_of(request), game)]
        released = [game for game in releasable if quarantine.release(game_id=game.id)]
        for game in released:
            self.log_change(request, game, _("Released from quarantine."))
            audit.note(admin_of(request), "released", timezone.now(), game=game)
        sentence = ngettext("%(n)d game will be tried again.", "%(n)d games will be tried again.", len(released))
        self.message_user(request, sentence % {"n": len(released)}, messages.SUCCESS if released else messages.WARNING)

    def has_bulk_permission(self, request: HttpRequest) -> bool:
        return rights.has(admin_of(request), bulk.RIGHT)

    @admin.action(description=gettext_lazy("More time, pause or resume…"), permissions=["bulk"])
    def in_bulk(self, request: HttpRequest, queryset: QuerySet[Game]) -> HttpResponse:
        """Redirect to the page where one ruling is confirmed for all these games."""
        chosen = ",".join(queryset.order_by("pk").values_list("pk", flat=True))
        return HttpResponseRedirect(f"{reverse('admin:games_game_bulk')}?{urlencode({'ids': chosen})}")

    def release_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Release one game, from its own page."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        game = self.readable(request, unquote(object_id))
        if not self.has_release_permission(request):
            check(request, "rule")
        self.release(request, self.get_queryset(request).filter(pk=game.pk))
        return to_game(game)


def _link_holders(seated: Mapping[int, Seat], turns: Iterable[Turn]) -> SafeString:
    return format_html_join(", ", "{}", ([_link_holder(seated.get(turn.seat), turn.seat)] for turn in turns))


def _link_holder(seat: Seat | None, number: int) -> str:
    return desk_words.seat(number) if seat is None else people.link(seat.player) or desk_words.name(seat)
