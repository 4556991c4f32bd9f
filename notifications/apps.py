"""The app's entrance: listens to the games when Django is ready."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """Mail out."""

    name = "notifications"
    verbose_name = _("mail")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connects the receivers."""
        from notifications import receivers  # noqa: F401
