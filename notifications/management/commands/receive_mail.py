"""Receive one email from standard input, for mail servers that start a program for each email.

    manage.py receive_mail --sender SENDER RECIPIENT ... < message

Exit codes are those of sysexits.h, as Postfix's pipe(8) and others read them: 0 when the email is kept, 67 (no such
address), 75 (try again later).
"""

import os
import sys
from argparse import ArgumentParser
from typing import Final

from django.core.management.base import BaseCommand
from django.utils import timezone

from notifications.inbox import acceptance
from notifications.models import InboundEmail

MOST_READ: Final = acceptance.MOST_BYTES + 1
"""Enough bytes to detect that an email is too large."""


class Command(BaseCommand):
    """The command that receives one email from standard input."""

    help = "Take one email, as Postfix's pipe(8) brings it, from standard input."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--sender", default="unknown", help="Who sent it, of the envelope; empty for bounces.")
        parser.add_argument("recipients", nargs="+", metavar="RECIPIENT")

    def handle(self, *, sender: str, recipients: list[str], **_: object) -> None:
        """Receive the email; exit with 0 only when it is stored."""
        raw = sys.stdin.buffer.read(MOST_READ)
        try:
            count = acceptance.accept(raw, recipients, sender, InboundEmail.Door.PIPE, timezone.now())
        except Exception as error:
            self.stderr.write(f"The email could not be kept: {type(error).__name__}")
            sys.exit(os.EX_TEMPFAIL)
        if not count:
            self.stderr.write("No such address.")
            sys.exit(os.EX_NOUSER)
