"""The list of what admins did and looked at: searched, filtered, exported, never changed.

For games that the reader plays, it shows only that something was done, and a search reveals no more.
"""

import json
from collections.abc import Iterable

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games import instants, spreadsheet
from games.admin import desk_words, people
from games.admin.desk_access import admin_of
from games.admin.read_only import Reading
from games.models import AdminAct, Player
from games.people import audit

COLUMNS = ("at", "by", "by_name", "what", "game", "entry", "player", "detail", "reason")


class WhatFilter(admin.SimpleListFilter):
    """A filter by kind of act, which offers only the kinds that occur."""

    title = _("what")
    parameter_name = "what"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        deeds = AdminAct.objects.order_by("what").values_list("what", flat=True).distinct()
        return [(deed, deed.replace("_", " ")) for deed in deeds]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AdminAct]) -> QuerySet[AdminAct]:
        return queryset.filter(what=self.value()) if self.value() else queryset


class WhoFilter(admin.SimpleListFilter):
    """A filter by admin, which offers only those who have acted."""

    title = _("admin")
    parameter_name = "who"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return list(Player.objects.filter(acts__isnull=False).order_by("name").values_list("pk", "name").distinct())

    def queryset(self, request: HttpRequest, queryset: QuerySet[AdminAct]) -> QuerySet[AdminAct]:
        return queryset.filter(by=self.value()) if self.value() else queryset


@admin.register(AdminAct)
class AdminActAdmin(Reading):
    """Who did what, when, to which game or player, and why."""

    list_display = ("instant", "who", "deed", "where", "entry", "whom", "summary", "because")
    fields = readonly_fields = list_display
    list_filter = (WhatFilter, "at", WhoFilter)
    search_fields = ("=game__id", "=by__id", "by__name", "=player__id", "player__name", "what", "why")
    search_help_text = _("Search by a game's or player's id, a name, or a word in the reason.")
    date_hierarchy = "at"
    ordering = ("-at", "-id")
    list_per_page = 100
    empty_value_display = "–"
    change_list_template = "admin/games/acts.html"

    class Media:
        css = {"all": ["games/admin.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[AdminAct]:
        """Return the acts, reduced to what the reader may know."""
        return audit.acts_for(admin_of(request))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """Show the list under the title that other pages use for it."""
        return super().changelist_view(request, {"title": _("What admins did"), **(extra_context or {})})

    @admin.display(description=_("at"), ordering="at")
    def instant(self, act: AdminAct) -> SafeString:
        return format_html('<span class="nm-at">{}</span>', desk_words.instant(act.at))

    @admin.display(description=_("what"), ordering="what")
    def deed(self, act: AdminAct) -> str:
        return act.what.replace("_", " ")

    @admin.display(description=_("by"), ordering="by__name")
    def who(self, act: AdminAct) -> str:
        return people.link(act.by)

    @admin.display(description=_("game"), ordering="game")
    def where(self, act: AdminAct) -> str | SafeString:
        """Link the game's name to its page."""
        if act.game is None:
            return ""
        at = reverse("admin:games_game_change", args=[act.game.pk])
        return format_html('<a href="{}">{}</a>', at, act.game.name or act.game.pk)

    @admin.display(description=_("player"), ordering="player__name")
    def whom(self, act: AdminAct) -> str:
        return people.link(act.player)

    @admin.display(description=_("detail"))
    def summary(self, act: AdminAct) -> str:
        return ", ".join(f"{name}: {value}" for name, value in _visible_detail(act).items() if value is not None)

    @admin.display(description=_("reason"))
    def because(self, act: AdminAct) -> str:
        return _visible_reason(act)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.export_view)
        return [path("export/", view, name="games_adminact_export"), *super().get_urls()]

    def export_view(self, request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
        """Send everything that the list shows with its search and filters as CSV, and record the export as an act."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        acts = self.get_changelist_instance(request).get_queryset(request)
        audit.note(admin_of(request), audit.EXPORTED, timezone.now(), detail={"as": "csv"})
        rows = (_csv_row(act) for act in audit.one_by_one(acts))
        answer = StreamingHttpResponse(spreadsheet.lines(COLUMNS, rows), content_type="text/csv; charset=utf-8")
        answer["Content-Disposition"] = 'attachment; filename="acts.csv"'
        answer["Cache-Control"] = "no-store"
        return answer


def _visible_detail(act: AdminAct) -> dict[str, object]:
    return {} if act.own else act.detail  # type: ignore[attr-defined]


def _visible_reason(act: AdminAct) -> str:
    """Return the reason; "" if the admin gave none, or if it was erased."""
    return act.why or ""  # type: ignore[attr-defined]


def _csv_row(act: AdminAct) -> Iterable[str]:
    return [
        instants.rfc3339(act.at),
        act.by_id,
        act.by.name,
        act.what,
        act.game_id or "",
        "" if act.entry is None else str(act.entry),
        act.player_id or "",
        json.dumps(_visible_detail(act), sort_keys=True),
        _visible_reason(act),
    ]
