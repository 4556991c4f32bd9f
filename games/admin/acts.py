"""The list of what admins did and looked at: searched, filtered, exported, never changed."""

import csv
import json
from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.reading import Reading
from games.models import AdminAct

COLUMNS = ("at", "by", "by_name", "what", "game", "entry", "player", "detail", "reason")


class WhatFilter(admin.SimpleListFilter):
    """By what was done, as far as it was ever done."""

    title = _("what")
    parameter_name = "what"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        known = AdminAct.objects.order_by("what").values_list("what", flat=True).distinct()
        return [(what, what.replace("_", " ")) for what in known]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AdminAct]) -> QuerySet[AdminAct]:
        return queryset.filter(what=self.value()) if self.value() else queryset


@admin.register(AdminAct)
class AdminActAdmin(Reading):
    """Who did what, when, to which game or player, and why."""

    list_display = ("at", "who", "what", "where", "entry", "whom", "told", "why")
    list_filter = (WhatFilter, "at", ("by", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("by", "player", "game", "reason")
    search_fields = ("=game__id", "=by__id", "by__name", "=player__id", "player__name", "what", "reason__text")
    search_help_text = _("A game's or player's id, a name, a word of the reason.")
    date_hierarchy = "at"
    ordering = ("-at", "-id")
    list_per_page = 100
    empty_value_display = "–"
    change_list_template = "admin/games/acts.html"

    @admin.display(description=_("by"), ordering="by__name")
    def who(self, act: AdminAct) -> str:
        return act.by.name

    @admin.display(description=_("game"), ordering="game")
    def where(self, act: AdminAct) -> str | SafeString:
        """It leads to the game's page."""
        if act.game is None:
            return ""
        at = reverse("admin:games_game_change", args=[act.game.pk])
        return format_html('<a href="{}">{}</a>', at, act.game.name or act.game.pk)

    @admin.display(description=_("player"), ordering="player__name")
    def whom(self, act: AdminAct) -> str:
        return "" if act.player is None else act.player.name

    @admin.display(description=_("detail"))
    def told(self, act: AdminAct) -> str:
        return ", ".join(f"{name}: {value}" for name, value in act.detail.items())

    @admin.display(description=_("reason"))
    def why(self, act: AdminAct) -> str:
        return reason(act)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.export_view)
        return [path("export/", view, name="games_adminact_export"), *super().get_urls()]

    def export_view(self, request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
        """What the list shows as it is searched and filtered, all of it, as CSV."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        found = self.get_changelist_instance(request).get_queryset(request)
        answer = StreamingHttpResponse(_lines(found), content_type="text/csv; charset=utf-8")
        answer["Content-Disposition"] = 'attachment; filename="acts.csv"'
        return answer


def reason(act: AdminAct) -> str:
    """Why, where the admin said it and it has not been erased."""
    return act.reason.text if hasattr(act, "reason") else ""


class _Echo:
    def write(self, line: str) -> str:
        return line


def _lines(acts: QuerySet[AdminAct]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield writer.writerow(COLUMNS)
    for act in acts.iterator(chunk_size=1000):
        yield writer.writerow([_harmless(value) for value in _row(act)])


def _row(act: AdminAct) -> list[str]:
    detail = json.dumps(act.detail, sort_keys=True)
    whom = act.player_id or ""
    return [
        act.at.isoformat(),
        act.by_id,
        act.by.name,
        act.what,
        act.game_id or "",
        "" if act.entry is None else str(act.entry),
        whom,
        detail,
        reason(act),
    ]


def _harmless(value: str) -> str:
    """No program that opens the file takes what somebody wrote for a formula."""
    return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
