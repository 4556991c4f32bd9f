"""Fetch emails from a mailbox: `manage.py fetch_mail`, run by deploy/mail-fetch."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from notifications.inbox import mailbox


class Command(BaseCommand):
    """The command that watches the mailbox until the process is told to end."""

    help = "Take emails in from the mailbox at MAIL_IN_IMAP_URL, until it is told to end."

    def handle(self, **_: object) -> None:
        """Watch the mailbox. Raises CommandError if none is configured."""
        if not settings.MAIL_IN_IMAP_URL or not settings.MAIL_IN_ADDRESS:
            raise CommandError("Set MAIL_IN_IMAP_URL and MAIL_IN_ADDRESS first.")
        mailbox.watch()
