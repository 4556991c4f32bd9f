"""A mail server of its own process: `python -m tests.bench.mail_server PORT SECONDS` takes every mail after a while."""

import asyncio
import sys
import threading
from typing import Any

from aiosmtpd.controller import Controller


class Slow:
    """Answers each mail after so many seconds, as a server that looks at mails does."""

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
