"""Five thousand open streams on one process: memory per stream, the time until a thousand hear of a move, the idle
cost.

A thousand watch one game; the others are players, half of whom listen to their game and half to their account. All
connections come from this process, which shares the machine with the measured one: the figures are those of both. Time
begins with the commit of a move and ends when a watcher has read the entry.
"""

import asyncio
import os
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from statistics import median, quantiles
from typing import Any, Final

import django

django.setup()

import psutil  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from deploy.ports import free_port  # noqa: E402
from games.models import Game, Player  # noqa: E402
from tests.bench import crowd  # noqa: E402
from tests.games.stories import chosen, play_on, players, started  # noqa: E402
from tests.patience import eventually  # noqa: E402
from tests.site.running import running, token_of  # noqa: E402

STREAMS: Final = int(os.environ.get("STREAMS", "1000"))
WATCHERS: Final = STREAMS // 5
MOVES: Final = 40
AT_ONCE: Final = 40
"""Streams that are opened at the same time."""
IDLE_SECONDS: Final = 15
NAME: Final = "night mail streams"
Wanted = tuple[str, str]
"""A path, and the token to request it with."""
BACKENDS: Final = "SELECT pid FROM pg_stat_activity WHERE application_name = %s"


class Listener(asyncio.Protocol):
    """One open stream: when it was opened, and when its last entry arrived."""

    def __init__(self, path: str, token: str) -> None:
        self._request = f"GET /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.heard: list[float] = []
        self._first = b""

    def connection_made(self, transport: Any) -> None:
        transport.write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        self._first = self._first or data
        if b"event: entry" in data:
            self.heard.append(time.perf_counter())
        elif not self.opened.done() and b"event: " in data:
            self.opened.set_result(None)

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"{self._request} was answered: {self._first!r}"))


class Crowd:
    """All listeners, in their own thread."""

    def __init__(self, port: int) -> None:
        self._port, self._loop = port, asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def open(self, wanted: Iterable[Wanted]) -> list[Listener]:
        """Open a stream for each path and token; return once each has received the current state."""
        return asyncio.run_coroutine_threadsafe(self._open(list(wanted)), self._loop).result()

    async def _open(self, wanted: Sequence[Wanted]) -> list[Listener]:
        room = asyncio.Semaphore(AT_ONCE)

        async def one(path: str, token: str) -> Listener:
            async with room:
                _, listener = await self._loop.create_connection(lambda: Listener(path, token), "127.0.0.1", self._port)
                await listener.opened
                return listener

        return await asyncio.gather(*[one(*each) for each in wanted])


def main() -> None:
    """Start a process and measure it."""
    port, now = free_port(), timezone.now()
    game = chosen(started(players(2), now=now), now=now)
    wanted = list(others(game))
    watching = [(f"/games/{game.pk}/stream", token) for _, token in wanted[::2]][:WATCHERS]
    variables = {"STREAM_PORT": str(port), "DJANGO_SETTINGS_MODULE": "tests.bench.settings", "PGAPPNAME": NAME}
    with running("stream", **variables, DATABASE_URL=os.environ["DATABASE_URL"]) as site:
        process, room = psutil.Process(site.processes["stream"].process.pid), Crowd(port)
        assert eventually(lambda: _answers(port))
        first = room.open(watching[:AT_ONCE])
        listeners = first + _open(process, room, watching[AT_ONCE:], wanted)
        _idle(process)
        _moves(game, listeners)


def _open(process: psutil.Process, room: Crowd, watching: Sequence[Wanted], wanted: Sequence[Wanted]) -> list[Listener]:
    """Measure the cost of opening the streams; return those of the watchers."""
    before, used, begun = process.memory_info().rss, _spent([process]), time.perf_counter()
    room.open(wanted)
    listeners = room.open(watching)
    spent, used, after = time.perf_counter() - begun, _spent([process]) - used, process.memory_info().rss
    opened = len(wanted) + len(listeners)
    print(f"{opened} streams opened in {spent:.0f} s, each with {1000 * used / opened:.1f} ms of a processor")
    print(f"memory: {(after - before) / opened / 1024:.1f} KiB a stream, {after / 2**20:.0f} MiB in all", flush=True)
    return listeners


def others(game: Game) -> Iterator[Wanted]:
    """Yield players at tables of two, who listen to their game and to their account."""
    count = (STREAMS - WATCHERS) // 2
    crowd.add_players(str(game.host_id), 0, count - 1)
    people = list(Player.objects.filter(email__endswith="@crowd.example").order_by("pk"))
    for pair in zip(people[::2], people[1::2], strict=True):
        table = started(pair, now=timezone.now())
        for token in map(token_of, pair):
            yield f"/games/{table.pk}/stream", token
            yield "/stream", token


def _answers(port: int) -> bool:
    try:
        return bool(asyncio.run(asyncio.open_connection("127.0.0.1", port)))
    except OSError:
        return False


def _spent(processes: Iterable[psutil.Process]) -> float:
    """Return the processor seconds that these processes have used."""
    return sum(sum(process.cpu_times()[:2]) for process in processes)


def _backends() -> list[psutil.Process]:
    with connection.cursor() as cursor:
        cursor.execute(BACKENDS, [NAME])
        return [psutil.Process(pid) for (pid,) in cursor.fetchall()]


def _idle(process: psutil.Process) -> None:
    backends = _backends()
    own, theirs = _spent([process]), _spent(backends)
    time.sleep(IDLE_SECONDS)
    share, behind = (
        (_spent(those) - before) / IDLE_SECONDS for those, before in (([process], own), (backends, theirs))
    )
    print(f"idle: {share:.1%} of a processor, and {behind:.1%} in PostgreSQL", flush=True)


def _moves(game: Game, listeners: Sequence[Listener]) -> None:
    """Make one move after the other, each once all listeners have received the previous one."""
    last, every = [], []
    for move in range(MOVES):
        committed: list[float] = []
        with transaction.atomic():
            transaction.on_commit(lambda: committed.append(time.perf_counter()))  # noqa: B023
            play_on(game, 1, seed=move, now=timezone.now())
        assert eventually(lambda: all(len(one.heard) > move for one in listeners))  # noqa: B023
        times = [one.heard[move] - committed[0] for one in listeners]
        last.append(max(times))
        every += times
    _tell(f"the last of {len(listeners)} watchers", last)
    _tell("any of them", every)


def _tell(whom: str, times: Sequence[float]) -> None:
    print(f"from commit to {whom}: {1000 * median(times):.0f} ms, p99 {1000 * quantiles(times, n=100)[98]:.0f} ms")


if __name__ == "__main__":
    main()
