"""All open responses of one process: their listeners, their sources, and their ends.

Once a second, or sooner after a call, the hub checks for news (`watch`), has the affected channels read it, and wakes
their responses; it sends signs of life, and drops readers that accept nothing. In parallel it checks every few seconds
whose rights have ended. While the database does not respond, readers get nothing, but stay connected.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Iterable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Final

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from prometheus_client import Gauge

from games.errors import Refused, Unavailable
from notifications.streams import accounts, watch
from notifications.streams.accounts import AccountSource
from notifications.streams.answer import OpenAnswer
from notifications.streams.channel import Channel, EventSource
from notifications.streams.events import Form
from notifications.streams.games import GameSource, StreamEnded
from notifications.streams.rights import Hearing, Listener, Rights
from notifications.streams.threads import KeptThreads

ROUND: Final = 1.0
"""Seconds between two checks for news."""
RIGHTS_EVERY: Final = 3.0
"""Seconds between two checks of rights."""
HEARD_EVERY: Final = 3600.0
PATIENCE: Final = 10.0
"""Seconds that a new listener waits for a transaction."""
TRY_AGAIN_AFTER: Final = 5.0
MOST_OF_ONE: Final = 20
"""The most open responses for one account in one process."""

log = structlog.get_logger(__name__)
open_streams = Gauge("night_mail_open_streams", "Streams that are open", ["of"], multiprocess_mode="livesum")
for source_kind in ("account", "game"):
    open_streams.labels(of=source_kind).set(0)


class Hub:
    """The open responses, by channel. All methods but `refuse_more` belong to the event loop."""

    def __init__(self) -> None:
        self.threads = KeptThreads()
        self.stopping = False
        self._channels: dict[EventSource, Channel] = {}
        self._answers: defaultdict[Channel, set[OpenAnswer]] = defaultdict(set)
        self._count: defaultdict[str, int] = defaultdict(int)
        self._called: set[str] = set()
        self._stirred = asyncio.Event()
        self._heard_at = time.monotonic()

    def __len__(self) -> int:
        """Return how many responses are open."""
        return sum(self._count.values())

    def refuse_more(self, player: str) -> None:
        """Raise Unavailable or Refused("too_many_streams") if there is no room for another response to this player.

        Any thread may call this.
        """
        wait = timedelta(seconds=TRY_AGAIN_AFTER)
        if self.stopping or len(self) >= settings.MOST_STREAMS:
            raise Unavailable("streams_full").after(wait)
        if self._count[player] >= MOST_OF_ONE:
            raise Refused("too_many_streams", most=MOST_OF_ONE).after(wait)

    async def join(self, source: EventSource, listener: Listener, form: Form, last: str | None) -> OpenAnswer:
        """Return a new open response to this listener. Raises StreamEnded, Refused, DatabaseError."""
        self.refuse_more(listener.player)
        self._count[listener.player] += 1
        try:
            if isinstance(source, AccountSource):
                await self._begin(source.player)
            channel = self._channels.setdefault(source, Channel(source, self.threads))
            answer = OpenAnswer(channel, await channel.reader(last), listener, form)
        except BaseException:
            self._uncount(listener)
            if self._channels.get(source) not in self._answers:
                self._channels.pop(source, None)
            raise
        self._channels[source] = channel  # the last reader may have left in the meantime
        self._answers[channel].add(answer)
        open_streams.labels(of=_kind(source)).inc()
        return answer

    def leave(self, answer: OpenAnswer) -> None:
        """Forget an open response that has ended."""
        self._uncount(answer.listener)
        open_streams.labels(of=_kind(answer.channel.source)).dec()
        here = self._answers[answer.channel]
        here.discard(answer)
        if not here:
            del self._answers[answer.channel]
            self._channels.pop(answer.channel.source, None)

    def call(self, ids: Iterable[str]) -> None:
        """Have the channels of these games or players checked soon, because they have news."""
        self._called.update(ids)
        self._stirred.set()

    def stop(self) -> None:
        """End all open responses, and refuse new ones."""
        self.stopping = True
        for answer in self._all():
            answer.end()
        self._stirred.set()

    async def run(self) -> None:
        """Check for news and rights until the hub is stopped."""
        await asyncio.gather(self._keep_looking(), self._keep_checking())

    async def _keep_looking(self) -> None:
        last = 0.0
        while not self.stopping:
            whole = time.monotonic() - last >= ROUND
            if whole:
                last = time.monotonic()
                self._keep_up(last)
            names, self._called = self._called, set()
            await _survive(self._look(None if whole else names))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stirred.wait(), max(0.0, last + ROUND - time.monotonic()))
            self._stirred.clear()

    async def _keep_checking(self) -> None:
        """Check rights, concurrently with the checks for news."""
        while not self.stopping:
            await asyncio.sleep(RIGHTS_EVERY)
            await _survive(self._check())

    async def _look(self, names: set[str] | None) -> None:
        channels = [channel for channel in self._answers if names is None or channel.source.name in names]
        if not self._answers or (names is not None and not channels):
            return
        looks = await self._read_looks(channels)
        if looks.waiting:
            await self.threads.ask(accounts.number_waiting)
            looks = await self._read_looks(channels := list(self._answers))
        new = [channel for channel in channels if looks.by_name.get(channel.source.name) != channel.look]
        await asyncio.gather(*[self._read(channel, looks.by_name.get(channel.source.name)) for channel in new])

    async def _read_looks(self, channels: Iterable[Channel]) -> watch.Looks:
        sources = [channel.source for channel in channels]
        games = {source.game for source in sources if isinstance(source, GameSource)}
        players = {source.player for source in sources if isinstance(source, AccountSource)}
        return await self.threads.ask(partial(watch.look, games, players))

    async def _read(self, channel: Channel, look: str | None) -> None:
        """Read a channel. If that fails, only its own responses end."""
        try:
            if await channel.read():
                for answer in self._answers.get(channel, ()):
                    answer.stir()
            channel.look = look
        except StreamEnded:
            self._end(channel)
        except DatabaseError:
            raise
        except Exception:
            log.exception("stream_unreadable", source=channel.source.name)
            self._end(channel)

    def _end(self, channel: Channel) -> None:
        for answer in self._answers.get(channel, ()):
            answer.end()

    async def _check(self) -> None:
        """End the responses whose listeners may no longer read them."""
        hearings = {answer: _hearing_of(answer) for answer in self._all()}
        if hearings:
            rights = await self.threads.ask(partial(Rights, set(hearings.values()), timezone.now()))
            for answer, hearing in hearings.items():
                if not rights.good(hearing):
                    answer.end()
            await asyncio.gather(
                *[self._read(channel, channel.look) for channel in self._answers if _may_be_private(channel)]
            )
        if time.monotonic() - self._heard_at >= HEARD_EVERY:
            self._heard_at = time.monotonic()
            players = {channel.source.player for channel in self._answers if isinstance(channel.source, AccountSource)}
            await self.threads.ask(partial(accounts.still_heard, list(players), timezone.now()))

    def _keep_up(self, now: float) -> None:
        for channel, here in self._answers.items():
            channel.forget_the_present()
            for answer in here:
                answer.keep_up(now)

    def _uncount(self, listener: Listener) -> None:
        self._count[listener.player] -= 1
        if not self._count[listener.player]:
            del self._count[listener.player]

    def _all(self) -> list[OpenAnswer]:
        return [answer for here in self._answers.values() for answer in here]

    async def _begin(self, player: str) -> None:
        """Start writing events for the player, and wait for transactions that may not know it yet."""
        transaction_id = await self.threads.ask(partial(accounts.listen, player, timezone.now()))
        end = time.monotonic() + PATIENCE
        while transaction_id is not None and not await self.threads.ask(partial(accounts.settled, transaction_id)):
            if time.monotonic() > end:
                refusal = Unavailable("unavailable")
                refusal.wait = TRY_AGAIN_AFTER
                raise refusal
            await asyncio.sleep(0.02)


async def _survive(part: Awaitable[None]) -> None:
    """Run one part of a round, so that its errors do not prevent the next round."""
    try:
        await part
    except DatabaseError as error:
        log.warning("streams_wait_for_the_database", error=type(error).__name__)
    except Exception:
        log.exception("streams_failed")


def _kind(source: EventSource) -> str:
    return "account" if isinstance(source, AccountSource) else "game"


def _hearing_of(answer: OpenAnswer) -> Hearing:
    source = answer.channel.source
    if isinstance(source, GameSource):
        return Hearing(answer.listener, source.game, source.own)
    return Hearing(answer.listener, None, None)


def _may_be_private(channel: Channel) -> bool:
    """Check whether a reader without a seat may be watching a private game: a right that can end by itself."""
    source = channel.source
    return isinstance(source, GameSource) and source.own is None and source.reader is not None
