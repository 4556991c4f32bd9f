"""`manage.py invite`: prints a link that lets one person sign up if SIGN_UP=invited."""

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.people import admission


class Command(BaseCommand):
    """The command that creates an invitation."""

    help = "Creates an invitation to sign up, and prints its link."

    def handle(self, **options: object) -> None:
        self.stdout.write(admission.link(admission.invite(player=None, now=timezone.now())))
