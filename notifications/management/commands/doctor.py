"""`manage.py doctor [--email ADDRESS]`: check this installation and give advice.

It prints a line for each finding; the exit status is 1 if there are errors. It changes nothing, but calls the web
process; with an address it sends a test email there, and another to the site's own address, to see what arrives.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial

from django.core.management.base import BaseCommand, CommandError

from notifications.doctor import (
    Check,
    Level,
    accounts,
    environment,
    machine,
    old_keys,
    post,
    round_trip,
    run,
    servers,
    work,
)


class Command(BaseCommand):
    """The command that checks everything and gives advice."""

    help = (
        "Says what is wrong with this installation, and what to do about it. The exit status is 1 if there are errors."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        help_text = "send a test email to this address, and one to the site's own, to see what comes back"
        parser.add_argument("--email", metavar="ADDRESS", help=help_text)

    def handle(self, *, email: str | None, **options: object) -> None:
        count = 0
        for finding in run(checks(email)):
            self.stdout.write(str(finding))
            count += finding.level is Level.ERROR
        if count:
            raise CommandError(f"{count} to correct")


def checks(address: str | None) -> Iterator[Check]:
    """Yield the checks, each after those it depends on."""
    yield from (environment.environment, servers.postgres, environment.keys, environment.push)
    yield from (old_keys.signing, old_keys.sealing, old_keys.pushing)
    yield from (servers.redis, environment.door, work.workers, work.beat, work.streams, work.duties)
    yield from (machine.watched, machine.certificate, accounts.mailboxes, accounts.admins, accounts.owed)
    yield from (post.domain, post.answers, post.mailbox, round_trip.doors, post.mail_server)
    if address:
        yield partial(post.letter, address)
        yield round_trip.there_and_back
