"""`manage.py demo`: the demo's players and games, on a site that is running."""

from urllib.request import urlopen

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Create the demo's players and games, then play the others' seats until stopped."""

    help = "Creates demo games on the running site, and plays all seats but the visitor's through the public API."

    def handle(self, *args: object, **options: object) -> None:
        try:
            import games.management.demo_games as demo_games  # it needs what a site does not
        except ModuleNotFoundError as error:
            raise CommandError(f"{error.name} is missing. `make demo` installs all that the demo needs.") from error
        refuse_silent_site(settings.PUBLIC_URL)
        demo_games.begin(self)


def refuse_silent_site(url: str) -> None:
    """Raise CommandError if the site does not answer: the players would wait for it without end."""
    try:
        with urlopen(f"{url}/readyz", timeout=10):
            return
    except OSError as error:
        raise CommandError(f"No site answers at {url}. `make demo` starts it with the demo's games.") from error
