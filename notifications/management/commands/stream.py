"""Serve streams: `manage.py stream 127.0.0.1:8001`, run by deploy/stream."""

import asyncio
import logging
import os
import sys
from argparse import ArgumentParser
from typing import Any
from urllib.parse import urlsplit

from django.core.management.base import BaseCommand, CommandError

from notifications.streams.server import serve


class Command(BaseCommand):
    """Streams, until the process is told to end."""

    help = "Serve the streams of accounts and games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("listen", help="HOST:PORT")

    def handle(self, *, listen: str, **options: Any) -> None:
        """Listens. Raises CommandError where that makes no sense."""
        at = urlsplit(f"//{listen}")
        if not at.hostname or not at.port:
            raise CommandError("Say where to listen, like 127.0.0.1:8001")
        asyncio.run(serve(at.hostname, at.port))
        # All is ended. Threads of the server that still look for Python while it is taken down would abort it.
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
