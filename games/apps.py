"""The app's place in Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Those who listen to what other services do are there before anything happens."""
        from games.services import disputes, seats  # noqa: F401 - they need the models, which are ready only now
