"""Admin pages of notifications: their reasons and states."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.read_only import Reading
from notifications.models import Notification
from notifications.policy import kinds


@admin.register(Notification)
class NotificationAdmin(Reading):
    """The admin pages of notifications."""

    list_display = (
        "id",
        "title",
        "state",
        "player",
        "game",
        "season",
        "cup",
        "club",
        "seat",
        "entry",
        "prompt_opened",
        "created_at",
        "held_until",
        "mail",
    )
    list_filter = ("state", ("kind", admin.AllValuesFieldListFilter))
    search_fields = ("=game__id", "=player__id")
    list_select_related = ("player", "game", "season", "cup", "club", "mail")

    @admin.display(description=_("kind"), ordering="kind")
    def title(self, notification: Notification) -> str:
        """Return the kind's title."""
        return str(kinds.kind_of(notification).title)
