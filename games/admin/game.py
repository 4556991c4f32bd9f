"""Games: the list that shows what is stuck, and a page for each that tells how it stands."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any, Final
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

from games.admin import hinting, page, panels, people, timeline, wording
from games.admin.acting import admin_of, check, to_game
from games.admin.boards import BoardPages
from games.admin.bulk import BulkPages
from games.admin.disputes import DisputePages, dispute_box
from games.admin.filters import OverdueGames, Quarantined, RulesetFilter
from games.admin.queue import QueuePages
from games.admin.ruling import RulingPages, ruling_box
from games.admin.secrets import SecretPages
from games.admin.situation import Situation
from games.models import Game, Seat, Turn
from games.people import audit, rights
from games.play import quarantine
from games.rulings import bulk

MOST_DIGITS: Final = 9
"""Of an entry's number."""


@admin.register(Game)
class GameAdmin(RulingPages, SecretPages, DisputePages, BulkPages, BoardPages, QueuePages):
    """Nothing here changes a game's history; one that was put aside can be sent back to the sweep."""

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
        """With the next deadline of each; seats and open turns are fetched for all games of a page at once."""
        awaited = Turn.objects.filter(closed_at=None).order_by("opened_at", "seat")
        next_deadline = awaited.filter(game=OuterRef("pk")).order_by("deadline_at").values("deadline_at")[:1]
        seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
        games: QuerySet[Game] = super().get_queryset(request)
        return games.annotate(deadline=Subquery(next_deadline)).prefetch_related(
            seats, Prefetch("turns", awaited, to_attr="awaited")
        )

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Under the plain title: one comes here to read, not to select."""
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
        """How many are taken of how many."""
        return f"{len(game.seats.all())}/{game.seats_wanted}"

    @admin.display(description=gettext_lazy("waiting for"))
    def waits_for(self, game: Game) -> SafeString:
        """Whose decisions are open, and for how long; those that were asked together stand together."""
        seated = {seat.number: seat for seat in game.seats.all()}
        now = timezone.now()
        together = groupby(getattr(game, "awaited", ()), attrgetter("opened_at"))
        lines = [(_names_asked(seated, turns), wording.instant(at), wording.lasting(at, now)) for at, turns in together]
        line = '<div class="nm-awaited">{}<br><span class="quiet" title="{}">{}</span></div>'
        return format_html_join("", line, lines)

    @admin.display(description=gettext_lazy("next deadline"), ordering="deadline")
    def next_deadline(self, game: Game) -> str | SafeString:
        """In red when it has passed."""
        deadline, now = getattr(game, "deadline", None), timezone.now()
        if deadline is None:
            return ""
        late = "nm-late" if deadline <= now else "quiet"
        told = wording.instant(deadline), late, wording.far(deadline, now)
        return format_html('<span class="nm-at">{}</span><br><span class="{}">{}</span>', *told)

    @admin.display(description=gettext_lazy("quarantined"), ordering="quarantined_until")
    def put_aside(self, game: Game) -> str | SafeString:
        """The error's class and place."""
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
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page made for reading, in place of a form."""
        game, now = self.readable(request, unquote(object_id)), timezone.now()
        situation = Situation.load(game, admin_of(request))
        view, trouble = page.view_of(game)
        context = {
            "overview": page.overview(game, now),
            "waiting": page.waiting(game, situation.names, now),
            "seats": page.seats_table(situation.seats, view, page.clocks(game, now)),
            "position": view and page.position(view, situation.names),
            "trouble": trouble,
            "panels": panels.of_game(game),
            "hints": hinting.of_game(situation, now),
            "quarantined_until": wording.when(game.quarantined_until, now),
            "may_release": self.has_release_permission(request) and not situation.plays,
            **ruling_box(situation),
            **dispute_box(situation),
        }
        if self._may_read_log(request):
            context |= self._log(request, situation)
        return self.page(request, game, "page", {**context, **(extra_context or {})})

    def log_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The whole log, a page at a time, with the public facts themselves."""
        game = self.readable(request, unquote(object_id))
        check(request, "view_entry")
        entry = request.GET.get("entry", "")
        if entry.isdecimal() and len(entry) <= MOST_DIGITS and 0 < int(entry) <= game.head:
            return HttpResponseRedirect(f"{request.path}?p={timeline.page_of(game, int(entry))}#entry-{entry}")
        context = self._log(request, Situation.load(game, admin_of(request)))
        shown = context["log_page"]
        context["numbers"] = shown.paginator.get_elided_page_range(shown.number)
        return self.page(request, game, "log", context)

    def _log(self, request: HttpRequest, situation: Situation) -> dict[str, Any]:
        """Notes for admins may say what a seat holds, so an admin who plays does not read them."""
        shown, lines, wanted = timeline.page(situation.game, situation.names, request.GET)
        kept = request.GET.copy()
        kept.pop("p", None)
        told = {"log_page": shown, "lines": lines, "wanted": wanted, "narrowed": kept.urlencode()}
        return {**told, "situation": situation, "shows_notes": not situation.plays}

    def _may_read_log(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.view_entry")

    # Out of quarantine --------------------------------------------------------------------------------------

    def has_release_permission(self, request: HttpRequest) -> bool:
        """It changes a game's row, though no page here does."""
        admin = admin_of(request)
        return admin.has_perm("games.change_game") or rights.has(admin, "rule") or rights.has(admin, "bulk")

    @admin.action(description=gettext_lazy("Try again now"), permissions=["release"])
    def release(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        """Games that were put aside go back to the sweep."""
        strange = [game for game in queryset if not rights.plays(admin_of(request), game)]
        released = [game for game in strange if quarantine.release(game_id=game.id)]
        for game in released:
            self.log_change(request, game, _("Released from quarantine."))
            audit.note(admin_of(request), "released", timezone.now(), game=game)
        told = ngettext("%(n)d game will be tried again.", "%(n)d games will be tried again.", len(released))
        self.message_user(request, told % {"n": len(released)}, messages.SUCCESS if released else messages.WARNING)

    def has_bulk_permission(self, request: HttpRequest) -> bool:
        return rights.has(admin_of(request), bulk.RIGHT)

    @admin.action(description=gettext_lazy("More time, pause or resume…"), permissions=["bulk"])
    def in_bulk(self, request: HttpRequest, queryset: QuerySet[Game]) -> HttpResponse:
        """To the page where one ruling is confirmed for all of them."""
        chosen = ",".join(queryset.order_by("pk").values_list("pk", flat=True))
        return HttpResponseRedirect(f"{reverse('admin:games_game_bulk')}?{urlencode({'ids': chosen})}")

    def release_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The same from the game's own page."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        game = self.readable(request, unquote(object_id))
        if not self.has_release_permission(request):
            check(request, "rule")
        self.release(request, self.get_queryset(request).filter(pk=game.pk))
        return to_game(game)


def _names_asked(seated: Mapping[int, Seat], turns: Iterable[Turn]) -> SafeString:
    """Those who are asked, by name."""
    return format_html_join(", ", "{}", ([_holder(seated.get(turn.seat), turn.seat)] for turn in turns))


def _holder(seat: Seat | None, number: int) -> str:
    return wording.seat(number) if seat is None else people.link(seat.player) or wording.name(seat)
