"""Receive emails by LMTP or SMTP: `manage.py mail_in lmtp://127.0.0.1:8024`, run by deploy/mail-in."""

import asyncio
import signal
from argparse import ArgumentParser
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from notifications.inbox import door, policy
from notifications.models import InboundEmail


class Command(BaseCommand):
    """The command that receives emails until the process is told to end."""

    help = "Take emails in, by LMTP behind a mail server or by SMTP from anywhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("listen", help="lmtp://HOST:PORT or smtp://HOST:PORT")
        parser.add_argument("--policy", default="", help="HOST:PORT, where Postfix asks whether an address is ours.")

    def handle(self, *, listen: str, **options: object) -> None:
        """Listen for emails. Raises CommandError if the address is invalid."""
        url = urlsplit(listen)
        if url.scheme not in ("lmtp", "smtp") or not url.hostname or not url.port:
            raise CommandError("Say where to listen, like lmtp://127.0.0.1:8024")
        if not settings.MAIL_IN_ADDRESS:
            raise CommandError("Set MAIL_IN_ADDRESS first: without it no email has a reply address.")
        policy_url = urlsplit(f"//{options['policy']}")
        if options["policy"] and not (policy_url.hostname and policy_url.port):
            raise CommandError("Say where Postfix asks, like --policy 127.0.0.1:8025")
        asyncio.run(self._listen(InboundEmail.Door(url.scheme), url, policy_url))

    async def _listen(self, kind: InboundEmail.Door, at: SplitResult, policy_url: SplitResult) -> None:
        ended = asyncio.Event()
        for end in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(end, ended.set)
        name = settings.MAIL_IN_ADDRESS.partition("@")[2]
        servers = [await door.opened(kind, str(at.hostname), at.port or 0, name)]
        if policy_url.hostname:
            servers.append(await policy.opened(policy_url.hostname, policy_url.port or 0))
        self.stderr.write(f"Listening at {kind}://{at.hostname}:{at.port}")
        await ended.wait()
        for server in servers:
            server.close()
