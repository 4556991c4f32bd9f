"""A server with a reader who takes nothing: prints the seconds that its end took. `python -m tests.streams.stuck`."""

import asyncio
import os
import sys
import time
from contextlib import suppress
from typing import Any

import django

django.setup()

from granian.constants import HTTPModes, Interfaces  # noqa: E402
from granian.server.embed import Server  # noqa: E402

from deploy.local import free_port  # noqa: E402
from notifications.streams.server import close  # noqa: E402


async def endless(scope: Any, receive: Any, send: Any) -> None:
    """An answer of more than any connection holds."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    while True:
        await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})


async def connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Once it listens."""
    while True:
        with suppress(ConnectionRefusedError):
            return await asyncio.open_connection("127.0.0.1", port, limit=1)
        await asyncio.sleep(0.01)


async def stopping(port: int) -> float:
    http: dict[str, Any] = {"interface": Interfaces.ASGINL, "http": HTTPModes.http1, "websockets": False}
    server = Server(endless, "127.0.0.1", port, log_enabled=False, **http)
    serving = asyncio.create_task(server.serve())
    reader, writer = await connected(port)
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await reader.read(1)  # and no more
    begun = time.monotonic()
    await close(server, serving)
    return time.monotonic() - begun


if __name__ == "__main__":
    sys.stdout.write(str(asyncio.run(stopping(free_port()))))
    sys.stdout.flush()
    os._exit(0)
