"""A server with a reader that takes nothing: `python -m tests.streams.stuck` prints the seconds it took to stop."""

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

from deploy.ports import free_port  # noqa: E402
from notifications.streams.server import close  # noqa: E402


async def endless(scope: Any, receive: Any, send: Any) -> None:
    """Send an answer larger than any connection's buffers."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    while True:
        await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})


async def connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection, once the server listens."""
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
    await reader.read(1)  # one byte, and no more
    begun = time.monotonic()
    await close(server, serving)
    return time.monotonic() - begun


if __name__ == "__main__":
    sys.stdout.write(str(asyncio.run(stopping(free_port()))))
    sys.stdout.flush()
    os._exit(0)
