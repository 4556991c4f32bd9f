"""Notifications: why somebody should hear something, and what became of it."""

from django.contrib import admin

from games.admin.reading import Reading
from notifications.models import Notification


@admin.register(Notification)
class NotificationAdmin(Reading):
    """What was to be told."""

    list_display = (
        "id",
        "kind",
        "state",
        "player",
        "game",
        "seat",
        "entry",
        "prompt_opened",
        "created_at",
        "held_until",
        "mail",
    )
    list_filter = ("state", "kind")
    search_fields = ("=game__id", "=player__id")
    list_select_related = ("player", "game", "mail")
