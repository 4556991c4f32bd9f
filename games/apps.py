"""The app's place in Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Import the listeners before anything happens."""
        # They need the models, which are ready only now.
        from games.agreements import settling  # noqa: F401
        from games.competitions.cups import entering as cups  # noqa: F401
        from games.competitions.leagues import entering, listening  # noqa: F401
        from games.competitions.series import going_on  # noqa: F401
        from games.disputes import handling  # noqa: F401
        from games.people import sightings  # noqa: F401
        from games.play import rescheduling  # noqa: F401
        from games.ratings import listening as rating  # noqa: F401
        from games.seats import by_address, leaving  # noqa: F401
