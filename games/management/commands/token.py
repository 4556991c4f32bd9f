"""`manage.py token NAME SCOPE ...`: creates an access token for a player, and prints its secret once.

It is for admins' programs, since signing in never gives a token an admin's scopes.
"""

from argparse import ArgumentParser
from datetime import timedelta

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.people import player_rows
from games.people.tokens import create_personal_token
from games.scopes import SCOPES


class Command(BaseCommand):
    """The command that creates one token."""

    help = "Creates an access token for a player, and prints its secret."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the player's name")
        parser.add_argument("scopes", nargs="+", choices=list(SCOPES))
        parser.add_argument("--days", type=int, default=365)
        parser.add_argument("--label", default="by an operator")

    def handle(self, *, name: str, scopes: list[str], days: int, label: str, **options: object) -> None:
        player = player_rows.with_names([name]).filter(is_active=True).first()
        if player is None:
            raise CommandError(f"Nobody is called {name}.")
        now = timezone.now()
        _, secret = create_personal_token(
            player=player, label=label, scopes=scopes, expires_at=now + timedelta(days=days), now=now
        )
        self.stdout.write(secret)
