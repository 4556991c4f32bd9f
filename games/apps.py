"""The Django configuration of the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Import the signal receivers."""
        # They need the models, which are not ready before. A signal is heard in the order of these imports, which
        # matters once: a correction goes out of force before leagues count the game's result again.
        from games.competitions import club_departures, handover, outdated_corrections  # noqa: F401
        from games.competitions.clubs import succession as clubs  # noqa: F401
        from games.competitions.cups import admission as cups  # noqa: F401
        from games.competitions.leagues import admission, receivers  # noqa: F401
        from games.competitions.series import progress  # noqa: F401
        from games.lobby import by_address, departures, moderated_tables, succession  # noqa: F401
        from games.people import sightings  # noqa: F401
        from games.ratings import receivers as rating  # noqa: F401
        from games.table.agreements import settlement  # noqa: F401
        from games.table.disputes import inquiries, lifecycle  # noqa: F401
        from games.table.play import schedule_changes  # noqa: F401
