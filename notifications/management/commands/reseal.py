"""`manage.py reseal`: re-encrypt everything that was sealed with an older one of SEED_KEYS with the first.

The owner of the tables runs it, alongside the running site, once every process has the new key first. It can be stopped
at any time, and resumes where it was. The exit status is 1 unless everything is sealed with the first key.
"""

from django.core.management.base import BaseCommand, CommandError

from games.table.store import key_rotation
from games.table.store.key_rotation import SealedColumn, Whole
from notifications.inbox import acceptance
from notifications.models import InboundEmail, MailReport, SiteEmail


def columns() -> list[SealedColumn]:
    """Return every sealed column of the site."""
    raw = (
        SealedColumn(model, "raw", Whole(acceptance.PURPOSE), ("key",))
        for model in (InboundEmail, SiteEmail, MailReport)
    )
    return [*key_rotation.columns(), *raw]


class Command(BaseCommand):
    """The command that re-encrypts everything with the first key."""

    help = "Seals everything with the first of SEED_KEYS, and compares. Run it as the owner of the tables."

    def handle(self, *args: object, **options: object) -> None:
        every = columns()
        if not all(map(key_rotation.may_reseal, every)):
            raise CommandError(
                "This role of PostgreSQL may not rewrite the log. Run the command as the owner of the tables, with"
                " OWNER_DATABASE_URL's address in DATABASE_URL (deploy/runbook.md, Keys)."
            )
        closed = sum(self._reseal(column) for column in every)
        if closed:
            raise CommandError(f"No key of SEED_KEYS opens {closed} values: add the key with which they were sealed.")
        if late := sum(key_rotation.reseal(column).written for column in every):
            raise CommandError(
                f"{late} values were sealed with an older key meanwhile: restart every process, and run this again."
            )
        self.stdout.write(
            "Everything is sealed with the first of SEED_KEYS. When an older one may go: night-mail check"
        )

    def _reseal(self, column: SealedColumn) -> int:
        outcome = key_rotation.reseal(column)
        self.stdout.write(f"{column}: {outcome.written} of {outcome.seen} sealed anew")
        return outcome.closed
