"""Sixteen players' programs that play over the API all the time, and record how long each answer took.

Each sends a request only once, whatever happens. Some also listen to streams, which they reopen as soon as they end.
"""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from random import Random
from typing import Any, Final, NamedTuple
from urllib.request import Request, urlopen

from django.utils import timezone

from tests.games.stories import players, started
from tests.patience import eventually
from tests.site.running import Client, token_of

TABLES, SEATS, GAMES = 8, 2, 24
"""Tables, seats at each, and games at each, one after the other, because random moves soon end a game."""
LISTENERS: Final = 4
PACE: Final = 0.2
"""Seconds for which each program waits before a move."""
BEAT: Final = 0.05
"""Seconds between two looks at the clock."""
LONGEST: Final = 3.0
"""Seconds within which every answer must come."""
EXPECTED: Final = {200, 201, 409}
"""409: another request has answered the prompt, or the game is over."""

Seated = list[tuple[Client, list[str]]]
"""Clients, and the games that each plays."""


def seated(url: str) -> Seated:
    """Return sixteen clients at eight tables for two."""
    found, now = [], timezone.now()
    for table in range(TABLES):
        people = players(SEATS, f"Table-{table}-")
        games = [started(people, now=now, name=f"Game {number}").id for number in range(GAMES)]
        found += [(Client(url, token_of(player)), games) for player in people]
    return found


class Answer(NamedTuple):
    """An answer: the request, its beginning and end, and the operation on the site at its end."""

    what: str
    begin: float
    end: float
    stage: str


@dataclass
class Clients:
    """The clients' observations so far."""

    answers: list[Answer] = field(default_factory=list)
    stopped: list[tuple[float, float]] = field(default_factory=list)
    """Times at which the clients themselves stood still: somebody stopped them, or the machine was too busy."""
    counts: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)
    refused: list[str] = field(default_factory=list)
    took: dict[str, float] = field(default_factory=dict)
    stage: str = "the beginning"
    warm_since: float = 0.0
    stop: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def during(self, stage: str) -> Iterator[None]:
        """Name the operation on the site during this block; slow answers are reported with it, and its duration is
        printed."""
        begin, self.stage = time.monotonic(), stage
        yield
        self.took[stage], self.stage = time.monotonic() - begin, f"after {stage}"

    def note(self, what: str, begin: float) -> None:
        """Record an answer."""
        self.answers.append(Answer(what, begin, time.monotonic(), self.stage))

    def counted(self) -> list[Answer]:
        """Return the answers since the site is warm, without the first requests of its first processes."""
        return [answer for answer in self.answers if answer.begin >= self.warm_since]

    def seconds(self, answer: Answer) -> float:
        """Return how long an answer took, without the time when the clients stood still."""
        still = sum(max(0.0, min(answer.end, end) - max(answer.begin, begin)) for begin, end in self.stopped)
        return answer.end - answer.begin - still

    def watch_the_clock(self) -> None:
        """Record when the clients stand still."""
        last = time.monotonic()
        while not self.stop.wait(BEAT):
            now = time.monotonic()
            if now - last > 10 * BEAT:
                self.stopped.append((last, now))
            last = now

    def count(self, what: str) -> None:
        with self.lock:
            self.counts[what] += 1

    def ask(self, client: Client, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send the request once; return the answer, or none if none comes."""
        begin, status, found = time.monotonic(), 0, None
        try:
            status, found = client.ask(method, path, body)
        except (OSError, ValueError, HTTPException) as error:
            found = repr(error)
        self.note(f"{method} {path}", begin)
        if status not in EXPECTED:
            self.refused.append(f"{method} {path}: {status} {found}")
        return status, found

    def play(self, client: Client, games: list[str]) -> None:
        """Make a random legal move whenever asked, in one game after the other."""
        random, left = Random(client.token), list(games)
        while left and not self.stop.is_set():
            status, legal = self.ask(client, "GET", f"/games/{left[0]}/options")
            if status == 409:
                del left[0]
            elif status == 200 and legal["moves"]:
                body = {"prompt": legal["prompt"], "move": random.choice(legal["moves"])["notation"]}
                if self.ask(client, "POST", f"/games/{left[0]}/moves", body)[0] == 201:
                    self.count("moves")
            self.stop.wait(PACE)

    def hear(self, client: Client) -> None:
        """Listen to a stream, reopening it whenever it ends; its end is no failure, but a refusal to open is."""
        asked = Request(f"{client.url}/api/v1/stream", headers={"Authorization": f"Bearer {client.token}"})
        while not self.stop.is_set():
            begin = time.monotonic()
            try:
                stream = urlopen(asked, timeout=20)
            except (OSError, HTTPException) as error:
                self.refused.append(f"GET /stream: {error!r}")
                self.stop.wait(PACE)
                continue
            self.note("GET /stream", begin)
            self.count("streams opened")
            with stream, suppress(OSError, HTTPException):
                while not self.stop.is_set() and (line := stream.readline()):
                    if line.startswith(b"event:"):
                        self.count("events heard")

    def some_more(self, moves: int = 16) -> None:
        """Wait for a number of moves, not of seconds, since the machine may be slow."""
        enough = self.counts["moves"] + moves
        assert eventually(lambda: self.counts["moves"] >= enough), self.refused

    def figures(self) -> dict[str, object]:
        ordered = sorted(map(self.seconds, self.counted()))
        return {
            "requests": len(ordered),
            **self.counts,
            "refused": len(self.refused),
            "half answered within": f"{ordered[len(ordered) // 2]:.3f} s",
            "99 of 100 answered within": f"{ordered[len(ordered) * 99 // 100]:.3f} s",
            "longest": f"{ordered[-1]:.3f} s",
            "clients stood still for": f"{sum(end - begin for begin, end in self.stopped):.1f} s",
            **{f"{what} took": f"{seconds:.1f} s" for what, seconds in self.took.items()},
        }

    def nobody_was_refused(self) -> None:
        """Raise AssertionError if any request was refused, or took too long."""
        assert not self.refused, self.refused
        slow = [answer for answer in self.counted() if self.seconds(answer) >= LONGEST]
        assert not slow, (slow, self.stopped)


@contextmanager
def playing(seats: Seated) -> Iterator[Clients]:
    """Let the clients play until the end of the block."""
    clients = Clients()
    with ThreadPoolExecutor(len(seats) + LISTENERS + 1) as pool:
        jobs = [pool.submit(clients.watch_the_clock)]
        jobs += [pool.submit(clients.play, *seat) for seat in seats]
        jobs += [pool.submit(clients.hear, client) for client, _ in seats[:LISTENERS]]
        try:
            clients.some_more()
            clients.warm_since = time.monotonic()
            yield clients
        finally:
            clients.stop.set()
        for job in jobs:
            job.result()


def say(figures: dict[str, object]) -> None:
    print("", *(f"{name}: {figure}" for name, figure in figures.items()), sep="\n")  # noqa: T201
