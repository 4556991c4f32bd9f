"""Serve streams: `manage.py stream 127.0.0.1:8001`, run by deploy/stream."""

import asyncio
import logging
import os
import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from notifications.streams.server import at, serve


class Command(BaseCommand):
    """The command that serves streams until the process is told to end."""

    help = "Serve the streams of accounts and games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("listen", help="HOST:PORT, or unix:PATH")

    def handle(self, *, listen: str, **options: object) -> None:
        """Listen for readers. Raises CommandError if the address is invalid."""
        try:
            where = at(listen)
        except ValueError as wrong:
            raise CommandError("Say where to listen, like 127.0.0.1:8001 or unix:/run/stream.socket") from wrong
        asyncio.run(serve(where))
        # Everything has ended. Server threads that still use Python while it shuts down would abort it.
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
