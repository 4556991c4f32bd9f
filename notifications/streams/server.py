"""The process that serves streams: granian in one process, stopped by SIGTERM or SIGINT.

Granian waits for open responses before it stops, so these are ended first. It would wait forever for a reader that
accepts nothing, so it gets only a moment: the connection is closed when the process ends, and its reader resumes by
Last-Event-ID.
"""

import asyncio
import resource
import signal
from pathlib import Path
from typing import Final, TypedDict
from urllib.parse import urlsplit

from django.conf import settings
from granian.constants import HTTPModes, Interfaces
from granian.server.embed import Server

from notifications.streams.asgi import Streams

BESIDES: Final = 500
"""Connections allowed besides streams: requests being refused, or about to be answered."""
GRACE: Final = 0.5
"""Seconds in which readers can receive the end of their responses."""


class Address(TypedDict, total=False):
    """Where granian listens: at a host's port, or at a socket."""

    address: str
    port: int
    uds: Path


def at(listen: str) -> Address:
    """Return granian's options for HOST:PORT or unix:PATH. Raises ValueError for anything else."""
    if listen.startswith("unix:/"):
        return {"uds": Path(listen.removeprefix("unix:"))}
    address = urlsplit(f"//{listen}")
    if not address.hostname or not address.port:
        raise ValueError(listen)
    return {"address": address.hostname, "port": address.port}


async def serve(where: Address) -> None:
    """Serve at this address until the process is told to end."""
    allow_files(settings.MOST_STREAMS + 2 * BESIDES)
    streams = Streams()
    ended = asyncio.Event()
    for end in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(end, ended.set)
    server = Server(
        streams,
        **where,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        websockets=False,
        backlog=1024,
        backpressure=settings.MOST_STREAMS + BESIDES,
        log_enabled=False,
    )
    await streams.start()
    serving = asyncio.create_task(server.serve())
    await asyncio.wait([serving, asyncio.ensure_future(ended.wait())], return_when=asyncio.FIRST_COMPLETED)
    await streams.stop()
    await close(server, serving)


async def close(server: Server, serving: "asyncio.Task[None]") -> None:
    """Stop the server, and return when it has stopped or its time is up. Raises its error."""
    server.stop()  # type: ignore[no-untyped-call]
    finished, _ = await asyncio.wait([serving], timeout=GRACE)
    for task in finished:
        task.result()


def allow_files(count: int) -> None:
    """Raise the process's limit of open files to this many connections, if the system permits."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard) if hard >= 0 else count, hard))
