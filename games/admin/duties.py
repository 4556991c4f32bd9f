"""Open turns, outages and heartbeats."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.read_only import Reading
from games.models import Heartbeat, Outage, Turn


@admin.register(Turn)
class TurnAdmin(Reading):
    """The list of all questions to seats. It does not show when a player sleeps or is away."""

    exclude = ("stops",)
    list_display = ("prompt", "game", "seat", "kind", "opened_at", "deadline_at", "closed_at")
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    list_select_related = ("game",)
    search_fields = ("=game__id",)
    ordering = ("-id",)

    @admin.display(description=_("prompt"))
    def prompt(self, turn: Turn) -> str:
        """Return the prompt's id, as in the API and in the log."""
        return turn.prompt_id


@admin.register(Outage)
class OutageAdmin(Reading):
    """The list of outages; deadlines are extended by them."""

    list_display = ("started_at", "ended_at")
    ordering = ("-started_at",)


@admin.register(Heartbeat)
class HeartbeatAdmin(Reading):
    """The list of the last heartbeats of the web server and the sweep."""

    list_display = ("source", "at")
    ordering = ("source",)
