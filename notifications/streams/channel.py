"""Events shared by many open responses: read once, kept for a while, and sent by each at its own pace.

A channel counts its events from 0 and keeps the latest; a reader that needs an older one has fallen behind.
"""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Final, Protocol

from notifications.streams.events import Form, Place, StreamEvent, reset
from notifications.streams.threads import KeptThreads

KEPT: Final = 256
"""Events: more than a game has in a day, and than an account has in an hour."""


class EventSource(Protocol):
    """The source of a channel's events. Each method queries the database, and raises StreamEnded if nobody may read it.

    `resumed` gets its id from a reader, who may send anything; `since` gets an id that the source itself has issued.
    """

    @property
    def name(self) -> str: ...

    def present(self) -> tuple[list[StreamEvent], Place]: ...

    def resumed(self, last: str) -> tuple[list[StreamEvent], Place] | None: ...

    def since(self, place_id: str) -> tuple[list[StreamEvent], Place]: ...


class ChannelReader:
    """An open response's position in a channel, and the events it must send first."""

    def __init__(self, first: Iterable[StreamEvent], place: Place, at: int) -> None:
        self.first, self.place, self.at = list(first), place, at


class Behind(Exception):
    """The error for a reader that has fallen behind: the next events are no longer kept."""


class Channel:
    """All news from one source, read once for everyone; `look` is the source's state when it was last read."""

    def __init__(self, source: EventSource, threads: KeptThreads) -> None:
        self.source, self._threads = source, threads
        self.look: str | None = None
        self._place_id = ""
        self._present: tuple[list[StreamEvent], Place] | None = None
        self._events: deque[StreamEvent] = deque(maxlen=KEPT)
        self._end = 0
        self._lock = asyncio.Lock()

    async def reader(self, last: str | None) -> ChannelReader:
        """Return a new reader, from the event with this id or from the present state. Raises the source's errors."""
        async with self._lock:
            if not self._place_id:
                _, beginning = await self._state()
                self._place_id = beginning.id
            if last is None:
                return ChannelReader(*await self._state(), self._end)
            resumed = await self._threads.ask(lambda: self.source.resumed(last))
            if resumed is not None:
                return ChannelReader(*resumed, self._end)
            events, place = await self._state()
            return ChannelReader([reset(place), *events], place, self._end)

    async def read(self) -> bool:
        """Read the news; return whether there is any. Raises the source's errors."""
        async with self._lock:
            events, place = await self._threads.ask(lambda: self.source.since(self._place_id))
            self._events.extend(events)
            self._end += len(events)
            self._place_id = place.id
            if events:
                self._present = None
            return bool(events)

    def forget_the_present(self) -> None:
        """Forget the present state, which is cached only for readers that join at the same time."""
        self._present = None

    def next(self, reader: ChannelReader, form: Form) -> bytes:
        """Return the bytes that this reader has not been sent yet; none if there is no news. Raises Behind."""
        events, reader.first = reader.first, []
        begin = self._end - len(self._events)
        if reader.at < begin:
            raise Behind
        if reader.at < self._end:
            new = (self._events[place] for place in range(reader.at - begin, len(self._events)))
            events += [stream_event for stream_event in new if not reader.place.has(stream_event)]
            reader.at = self._end
        return b"".join(event.written[form] for event in events)

    async def _state(self) -> tuple[list[StreamEvent], Place]:
        if self._present is None:
            self._present = await self._threads.ask(self.source.present)
        return self._present
