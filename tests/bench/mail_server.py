"""A mail server in its own process: `python -m tests.bench.mail_server PORT SECONDS` delays each answer."""

import asyncio
import sys
import threading
from typing import Any

from aiosmtpd.controller import Controller


class Slow:
    """A handler that accepts each email after some seconds, like a server that checks emails."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    async def handle_DATA(self, *_: Any) -> str:  # noqa: N802 - the name that aiosmtpd looks for
        await asyncio.sleep(self._seconds)
        return "250 OK"


def main(port: int, seconds: float) -> None:
    """Serve until killed."""
    Controller(Slow(seconds), hostname="127.0.0.1", port=port).start()
    threading.Event().wait()


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
