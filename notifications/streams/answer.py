"""An open response, which sends its channel's news at its reader's pace."""

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
"""Seconds after which a quiet stream sends a sign of life."""
SLOW: Final = 20.0
"""Seconds for which a reader may accept no bytes."""

dropped = Counter("night_mail_dropped_streams_total", "Streams whose readers took too little, too slowly", ["why"])


class OpenAnswer:
    """An open response to one listener, sending its channel's news until either of them ends."""

    __slots__ = ("_over", "_reader", "_sending", "_sent_at", "_stirred", "channel", "form", "listener")

    def __init__(self, channel: Channel, reader: ChannelReader, listener: Listener, form: Form) -> None:
        self.channel, self.listener, self.form = channel, listener, form
        self._reader = reader
        self._stirred = asyncio.Event()
        self._sent_at = time.monotonic()
        self._sending: asyncio.Task[object] | None = None
        self._over = False

    def stir(self) -> None:
        """Wake the response, because there is news."""
        self._stirred.set()

    def end(self) -> None:
        """Stop the response from sending anything else."""
        self._over = True
        self._stirred.set()

    def keep_up(self, now: float) -> None:
        """Send a sign of life after a quiet period; drop a reader that accepts nothing."""
        if now - self._sent_at >= SLOW and self._sending is not None:
            dropped.labels(why="stuck").inc()
            self._sending.cancel()
        elif now - self._sent_at >= QUIET - 0.5:
            self._stirred.set()

    async def tell(self, send: Send, receive: Receive) -> None:
        """Send news until the stream ends or its reader leaves."""
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
            return  # the reader is too slow: the server closes the connection
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
