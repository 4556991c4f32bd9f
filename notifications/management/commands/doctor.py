"""`manage.py doctor [--email ADDRESS]`: what is wrong with this installation, and what to do about it.

A line for each thing; the exit status is 1 if anything is an error. It changes nothing, but it knocks at
the web's door; with an address it sends a test message there.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from notifications.doctor import Check, Level, environment, post, run, servers, work


class Command(BaseCommand):
    """Look at everything, and say what to do."""

    help = "Say what is wrong with this installation, and what to do about it. Exit status 1 if anything is."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--email", metavar="ADDRESS", help="send a test message there")

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        for found in run(checks(options["email"])):
            self.stdout.write(str(found))
            count += found.level is Level.ERROR
        if count:
            raise CommandError(f"{count} to be corrected")


def checks(address: str | None) -> Iterator[Check]:
    """What is looked at, in the order in which one thing rests on another."""
    yield from (environment.environment, servers.postgres, environment.keys, servers.redis, environment.door)
    yield from (work.workers, work.beat, work.duties, post.domain, post.mail_server)
    if address:
        yield partial(post.letter, address)
