"""One open answer: it tells what its channel has for it, at its reader's pace."""

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from prometheus_client import Counter

from notifications.streams.channel import Behind, Channel, ChannelReader
from notifications.streams.events import BEGINNING, Form
from notifications.streams.rights import Listener

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]

QUIET: Final = 7.0
"""Seconds after which a stream that has nothing to tell says that it is still there."""
SLOW: Final = 20.0
"""Seconds for which a reader may take no bytes."""

dropped = Counter("night_mail_dropped_streams_total", "Streams whose readers took too little, too slowly", ["why"])


class OpenAnswer:
    """An open answer to one listener: it tells what is new in its channel until one of them ends."""

    __slots__ = ("_over", "_reader", "_sending", "_sent_at", "_stirred", "channel", "form", "listener")

    def __init__(self, channel: Channel, reader: ChannelReader, listener: Listener, form: Form) -> None:
        self.channel, self.listener, self.form = channel, listener, form
        self._reader = reader
        self._stirred = asyncio.Event()
        self._sent_at = time.monotonic()
        self._sending: asyncio.Task[object] | None = None
        self._over = False

    def stir(self) -> None:
        """Wake the answer, since there is something new."""
        self._stirred.set()

    def end(self) -> None:
        """Let the answer tell nothing more."""
        self._over = True
        self._stirred.set()

    def keep_up(self, now: float) -> None:
        """Say that it is still there, if it has told nothing for a while; drop a reader who takes nothing."""
        if now - self._sent_at >= SLOW and self._sending is not None:
            dropped.labels(why="stuck").inc()
            self._sending.cancel()
        elif now - self._sent_at >= QUIET - 0.5:
            self._stirred.set()

    async def tell(self, send: Send, receive: Receive) -> None:
        """Tell what is new, until it ends, or its reader goes."""
        gone = asyncio.ensure_future(self._wait_for_the_end(receive))
        try:
            await self._give(send, BEGINNING[self.form])
            while not self._over:
                self._stirred.clear()
                new = self.channel.next(self._reader, self.form)
                if new:
                    await self._give(send, new)
                elif time.monotonic() - self._sent_at >= QUIET - 0.5:
                    await self._give(send, self.form.keep_alive)
                else:
                    await self._stirred.wait()
            if not gone.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except Behind:
            dropped.labels(why="behind").inc()
        except asyncio.CancelledError:
            return  # the reader is too slow: the server breaks the connection off
        finally:
            gone.cancel()

    async def _give(self, send: Send, body: bytes) -> None:
        self._sending = asyncio.current_task()
        await send({"type": "http.response.body", "body": body, "more_body": True})
        self._sending = None
        self._sent_at = time.monotonic()

    async def _wait_for_the_end(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.end()
