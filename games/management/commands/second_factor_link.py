"""`manage.py second_factor_link NAME`: prints a link by which an admin adds a first passkey or app.

It is for the first admin, and with `--lost` for one who has lost the device and the recovery codes.
"""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.people import player_rows, second_factors


class Command(BaseCommand):
    """The command that prints a link for a first second factor."""

    help = "Prints a link by which an admin adds a first passkey or app; it works once, within an hour."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the admin's name")
        parser.add_argument(
            "--lost",
            action="store_true",
            help="first remove the admin's passkeys, app and recovery codes, and sign out all browsers",
        )

    def handle(self, *, name: str, lost: bool, **options: object) -> None:
        player, now = player_rows.with_names([name]).filter(is_active=True).first(), timezone.now()
        if player is None:
            raise CommandError(f"Nobody is called {name}.")
        if not second_factors.is_admin(player):
            raise CommandError(f"{player.name} is no admin, and can add a passkey without a link, in the settings.")
        if lost:
            second_factors.forget_all(player, now)
        if second_factors.has_any(player):
            raise CommandError(f"{player.name} has a passkey or an app. If it is lost, add --lost.")
        self.stdout.write(second_factors.create_link(player, now))
