"""Take emails in, by LMTP or SMTP: `manage.py mail_in lmtp://127.0.0.1:8024`, run by deploy/mail-in."""

import asyncio
import signal
from argparse import ArgumentParser
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from notifications.inbox import door
from notifications.models import InboundEmail


class Command(BaseCommand):
    """The door, open until the process is told to end."""

    help = "Take emails in, by LMTP behind a mail server or by SMTP from anywhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("listen", help="lmtp://HOST:PORT or smtp://HOST:PORT")

    def handle(self, *, listen: str, **_: Any) -> None:
        """Listens. Raises CommandError where that makes no sense."""
        url = urlsplit(listen)
        if url.scheme not in ("lmtp", "smtp") or not url.hostname or not url.port:
            raise CommandError("Say where to listen, like lmtp://127.0.0.1:8024")
        if not settings.MAIL_IN_ADDRESS:
            raise CommandError("Set MAIL_IN_ADDRESS first: without it no email has a reply address.")
        asyncio.run(self._listen(InboundEmail.Door(url.scheme), url.hostname, url.port))

    async def _listen(self, kind: InboundEmail.Door, host: str, port: int) -> None:
        ended = asyncio.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(name, ended.set)
        server = await door.opened(kind, host, port, settings.MAIL_IN_ADDRESS.partition("@")[2])
        self.stderr.write(f"Listening at {kind}://{host}:{port}")
        await ended.wait()
        server.close()
