"""The app's configuration, which connects it to the games' signals when Django is ready."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """The app that sends notifications."""

    name = "notifications"
    verbose_name = _("mail")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.people import mentions
        from notifications import receivers  # noqa: F401
        from notifications.doctor import server_log  # noqa: F401 - a check of Django's
        from notifications.models import Absence
        from notifications.outbox.push import receivers as of_push  # noqa: F401
        from notifications.outbox.webhooks import receivers as of_webhooks  # noqa: F401
        from notifications.policy import cups  # noqa: F401
        from notifications.streams import receivers as of_streams  # noqa: F401

        mentions.SOURCES["absence"] = mentions.Source(Absence, ("text",), "player__seats__game")
