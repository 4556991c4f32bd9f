"""What many open answers tell alike: read once, kept for a while, and told by each at its own pace.

A channel counts its events from 0. It keeps the last of them; whoever needs an older one has fallen behind.
"""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Final, Protocol

from notifications.streams.events import Form, Place, StreamEvent, reset
from notifications.streams.threads import KeptThreads

KEPT: Final = 256
"""Events: more than a game has in a day, and than an account hears of in an hour."""


class EventSource(Protocol):
    """Where a channel's events come from. Each asks the database, and raises StreamEnded if nobody may hear.

    `resumed` is asked by a reader, who may send anything; `since` for the id of a place that the source itself gave.
    """

    @property
    def name(self) -> str: ...

    def present(self) -> tuple[list[StreamEvent], Place]: ...

    def resumed(self, last: str) -> tuple[list[StreamEvent], Place] | None: ...

    def since(self, place_id: str) -> tuple[list[StreamEvent], Place]: ...


class ChannelReader:
    """The place of an open answer in a channel, and what it has to tell first."""

    def __init__(self, first: Iterable[StreamEvent], place: Place, at: int) -> None:
        self.first, self.place, self.at = list(first), place, at


class Behind(Exception):
    """A reader has fallen behind: what it needs next is no longer kept."""


class Channel:
    """All that is new from one source, read once for all. `look`: how the source looked when it was last read."""

    def __init__(self, source: EventSource, threads: KeptThreads) -> None:
        self.source, self._threads = source, threads
        self.look: str | None = None
        self._place_id = ""
        self._present: tuple[list[StreamEvent], Place] | None = None
        self._events: deque[StreamEvent] = deque(maxlen=KEPT)
        self._end = 0
        self._lock = asyncio.Lock()

    async def reader(self, last: str | None) -> ChannelReader:
        """Return a new reader, from the event with this id or from the present state. Raises what the source does."""
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
        """Read what is new; return whether there is anything. Raises what the source raises."""
        async with self._lock:
            events, place = await self._threads.ask(lambda: self.source.since(self._place_id))
            self._events.extend(events)
            self._end += len(events)
            self._place_id = place.id
            if events:
                self._present = None
            return bool(events)

    def forget_the_present(self) -> None:
        """Forget the present state, which is kept only for those who come at the same time."""
        self._present = None

    def next(self, reader: ChannelReader, form: Form) -> bytes:
        """Return what this reader has not been told yet; nothing if there is none. Raises Behind."""
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
