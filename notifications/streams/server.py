"""The process that serves streams: granian in one process, told to end by SIGTERM or SIGINT.

Granian itself waits for open answers before it stops; so these are ended first.
"""

import asyncio
import resource
import signal
from typing import Final

from django.conf import settings
from granian.constants import HTTPModes, Interfaces
from granian.server.embed import Server

from notifications.streams.asgi import Streams

BESIDES: Final = 500
"""Connections that may be open besides streams: requests that are refused, or about to be answered."""


async def serve(host: str, port: int) -> None:
    """Serves until it is told to end."""
    allow_files(settings.MOST_STREAMS + 2 * BESIDES)
    streams = Streams()
    ended = asyncio.Event()
    for end in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(end, ended.set)
    server = Server(
        streams,
        host,
        port,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        websockets=False,
        backlog=1024,
        backpressure=settings.MOST_STREAMS + BESIDES,
        log_enabled=False,
    )
    await streams.start()
    serving = asyncio.ensure_future(server.serve())
    await asyncio.wait([serving, asyncio.ensure_future(ended.wait())], return_when=asyncio.FIRST_COMPLETED)
    await streams.stop()
    server.stop()  # type: ignore[no-untyped-call]
    await serving


def allow_files(count: int) -> None:
    """Lets the process have so many connections, if the system does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard) if hard >= 0 else count, hard))
