"""Twice as many moves as the site can take: what breaks first, and whether refusals are polite.

Players behind nginx and PgBouncer each post the moves of a game of their own, one after the other. First sixteen at
once: their combined rate is what the site can take. Then many more, together offering twice that rate. A refused player
retries the same move with the same key when the answer says so (Retry-After).

The run fails if anybody gets an answer other than 201 or 503, a 503 without Retry-After, or none at all; or if an
acknowledged move is missing, or a move is recorded that was not acknowledged.
"""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Final

import django

django.setup()

from games.models import Entry  # noqa: E402
from games.table import store  # noqa: E402
from tests.bench.fronted import Front, fronted  # noqa: E402
from tests.bench.load import measure  # noqa: E402
from tests.bench.server import Recorded, record, requests  # noqa: E402

PROCESSES: Final = 2
CALM: Final = 16
CALM_MOVES: Final = 40
WARM: Final = 8
CROWD: Final = 320
CROWD_MOVES: Final = 16
OFFERED: Final = 2.0
"""The offered rate, as a multiple of the rate the site can take."""


@dataclass
class Heard:
    """The answers that the crowd got."""

    taken: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    """Seconds until an answer with 201, and with 503."""
    entries: Counter[str] = field(default_factory=Counter)
    """Acknowledged moves by game."""


def main() -> None:
    """Measure a calm phase, a crowd, and a calm phase again."""
    calm = [record(number, most=2 * CALM_MOVES) for number in range(CALM)]
    crowd = [record(CALM + number, most=CROWD_MOVES) for number in range(CROWD)]
    with fronted(PROCESSES, pooled=True) as front:
        measure(front.port, [requests(game, slice(0, WARM), "/api/v1") for game in calm], 201)
        before = measure(front.port, [requests(game, slice(WARM, CALM_MOVES), "/api/v1") for game in calm], 201)
        print(f"{CALM} at once: {before.rate:.0f} moves/s, half within {1000 * before.median:.0f} ms", flush=True)
        heard = _overload(front, crowd, OFFERED * before.rate)
        after = measure(front.port, [requests(game, slice(CALM_MOVES, None), "/api/v1") for game in calm], 201)
        print(f"afterwards: {after.rate:.0f} moves/s, half within {1000 * after.median:.0f} ms")
    _check(heard, crowd)


def _overload(front: Front, crowd: list[Recorded], rate: float) -> Heard:
    heard, begun, spent = Heard(), time.perf_counter(), front.spent()
    asyncio.run(_everybody(front.port, crowd, len(crowd) / rate, heard))
    seconds = time.perf_counter() - begun
    used = ", ".join(f"{part} {(now - spent[part]) / seconds:.2f}" for part, now in front.spent().items())
    print(
        f"{len(crowd)} players offer {rate:.0f} moves/s: {len(heard.taken) / seconds:.0f} taken,"
        f" {len(heard.refused) / seconds:.0f} refused with 503 a second for {seconds:.0f} s;"
        f" taken: {_times(heard.taken)}; refused: {_times(heard.refused)}; processors used: {used}"
    )
    return heard


def _times(seconds: list[float]) -> str:
    if len(seconds) < 2:
        return "none"
    milliseconds = [1000 * each for each in seconds]
    return f"half within {median(milliseconds):.0f} ms, 99 % within {quantiles(milliseconds, n=100)[98]:.0f} ms"


async def _everybody(port: int, crowd: list[Recorded], every: float, heard: Heard) -> None:
    await asyncio.gather(
        *(_player(port, game, every, every * place / len(crowd), heard) for place, game in enumerate(crowd))
    )


async def _player(port: int, game: Recorded, every: float, first: float, heard: Heard) -> None:
    """Post a move every `every` seconds, the first after `first`; never sooner, and later if an answer was late."""
    begun = time.perf_counter() + first
    for number, posted in enumerate(requests(game, slice(0, None), "/api/v1")):
        await asyncio.sleep(begun + number * every - time.perf_counter())
        await _until_taken(port, game.game, _with_key(posted, f"{game.game} {number}"), heard)


def _with_key(posted: bytes, key: str) -> bytes:
    return posted.replace(b"\r\n\r\n", f'\r\nIdempotency-Key: "{key}"\r\n\r\n'.encode(), 1)


async def _until_taken(port: int, game: str, posted: bytes, heard: Heard) -> None:
    while True:
        begun = time.perf_counter()
        status, wait = await _ask(port, posted)
        seconds = time.perf_counter() - begun
        if status == 201:
            heard.taken.append(seconds)
            heard.entries[game] += 1
            return
        assert (status, wait > 0) == (503, True), (status, wait)
        heard.refused.append(seconds)
        await asyncio.sleep(wait)


async def _ask(port: int, posted: bytes) -> tuple[int, float]:
    """Return the answer's status and its Retry-After in seconds, or 0 if it has none."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(posted)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if length := int(fields.get("content-length", "0")):
            await reader.readexactly(length)
        return int(head.split()[1]), float(fields.get("retry-after", "0"))
    finally:
        writer.close()


def _check(heard: Heard, crowd: list[Recorded]) -> None:
    """Check that every move was recorded exactly once, and nothing else was."""
    for game in crowd:
        assert heard.entries[game.game] == len(game.moves), game.game
        moves = Entry.objects.filter(game=game.game, kind="move").count()
        assert moves == len(game.moves), (game.game, moves)
        assert store.unbroken(store.read(game.game)), game.game
    print(f"{heard.entries.total()} moves of {len(crowd)} games acknowledged: each is there once, and no other is")


if __name__ == "__main__":
    main()
