"""The demo's proxy: `python -m deploy.front PORT WEB_PORT STREAM_PORT`.

A production site has deploy/nginx.conf instead.

It forwards streams to deploy/stream and everything else to deploy/web, one request per connection. It examines only the
head of a request, and is for a single machine.
"""

import asyncio
import re
import sys
from contextlib import suppress
from typing import Final

STREAM: Final = re.compile(rb"GET /api/v1/(stream|games/[^/ ?]+/stream)[ ?]")
CONNECTION: Final = re.compile(rb"\r\nConnection:[^\r]*", re.IGNORECASE)
CHUNK: Final = 65536


async def passed_on(come: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
    """Forward all incoming data, until either side closes the connection."""
    with suppress(OSError):
        while chunk := await come.read(CHUNK):
            to.write(chunk)
            await to.drain()
    with suppress(OSError):
        to.close()


async def main(port: int, web: int, stream: int) -> None:
    serving = set[asyncio.Task[None]]()

    def begin(browser: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(serve(browser, answer))
        serving.add(task)  # the only strong reference
        task.add_done_callback(serving.discard)

    async def serve(browser: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        try:
            head = await browser.readuntil(b"\r\n\r\n")
            behind, request = await asyncio.open_connection("127.0.0.1", stream if STREAM.match(head) else web)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            answer.close()
            return
        request.write(CONNECTION.sub(b"", head[:-4]) + b"\r\nConnection: close\r\n\r\n")
        sending = asyncio.ensure_future(passed_on(browser, request))
        await passed_on(behind, answer)
        sending.cancel()
        request.close()

    server = await asyncio.start_server(begin, "localhost", port)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main(*map(int, sys.argv[1:])))
