"""Tables at which everybody but one plays on through failures, and remembers acknowledged moves."""

import itertools
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from http.client import HTTPException
from random import Random
from typing import Any, Final, TypeVar

from django.db import DatabaseError, connection
from django.utils import timezone

from games.models import Game, Turn
from tests.games.stories import players, started
from tests.site.running import Client, token_of

SEATS: Final = 4
SLEEPER: Final = SEATS - 1
"""The seat that never moves, whose time expires again and again."""
Result = TypeVar("Result")


@dataclass
class Heard:
    """The clients' observations: every acknowledged entry, its time, and unanswered requests."""

    acknowledged: dict[tuple[str, int], str] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    slowest: float = 0.0
    answers: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, what: str, seconds: float) -> None:
        """Record an answer or a missing answer."""
        with self.lock:
            self.answers[what] += 1
            self.slowest = max(self.slowest, seconds)

    def acknowledge(self, game: str, entries: list[Any]) -> None:
        """Record an accepted move."""
        with self.lock:
            self.times.append(time.monotonic())
            for entry in entries:
                self.acknowledged[game, entry["number"]] = entry["hash"]

    def longest_gap(self) -> float:
        """Return the longest time in seconds between two acknowledged moves, at any tables."""
        times = sorted(self.times)
        return max((later - earlier for earlier, later in itertools.pairwise(times)), default=0.0)


class Tables:
    """Several tables, each played by a thread that starts a new game when one is over."""

    def __init__(self, url: str, count: int, heard: Heard) -> None:
        self._url, self._heard, self.stop = url, heard, threading.Event()
        self.games: list[str] = []
        self._threads = [threading.Thread(target=self._table, args=[number]) for number in range(count)]
        self._threads.append(threading.Thread(target=self._take_their_time))
        self.failures: list[BaseException] = []

    def play(self) -> None:
        """Start playing."""
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Stop playing, and wait for the threads. Raises the error that stopped a table early."""
        self.stop.set()
        for thread in self._threads:
            thread.join()
        for failure in self.failures:
            raise failure

    def _table(self, number: int) -> None:
        try:
            for game in range(1_000_000):
                if self.stop.is_set():
                    break
                self._game(Random(f"{number} {game}"), f"Table {number} {game} ")
        except Exception as failure:
            self.failures.append(failure)
        finally:
            connection.close()

    def _game(self, random: Random, name: str) -> None:
        made = in_spite_of_failures(partial(_begun, name))
        game, clients = made[0], [Client(self._url, token) for token in made[1]]
        self.games.append(game)
        count = 0
        while not self.stop.is_set():
            moved = False
            for client in clients[:SLEEPER]:
                status, legal = self._insist(client, "GET", f"/games/{game}/options")
                if status == 200 and legal["moves"]:
                    count, moved = count + 1, True
                    body = {"prompt": legal["prompt"], "move": random.choice(legal["moves"])["notation"]}
                    self._post(client, game, body, f"{name}{count}")
            if not moved:
                status, found = self._insist(clients[0], "GET", f"/games/{game}")
                if status == 200 and found["status"] == "ended":
                    return
                time.sleep(0.1)

    def _post(self, client: Client, game: str, body: Any, key: str) -> None:
        status, found = self._insist(client, "POST", f"/games/{game}/moves", body, **{"Idempotency-Key": key})
        assert status in {201, 409}, (status, found)
        if status == 201:
            self._heard.acknowledge(game, found["entries"])

    def _insist(self, client: Client, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Repeat the request until there is an answer, which is harmless with an idempotency key."""
        while True:
            begun = time.monotonic()
            try:
                status, found = client.ask(method, path, body, **headers)
                what = str(status)
            except (OSError, ValueError, HTTPException) as error:
                status, found, what = 503, None, type(error).__name__
            self._heard.note(what, time.monotonic() - begun)
            if status < 500:
                return status, found
            time.sleep(0.1)

    def _take_their_time(self) -> None:
        while not self.stop.wait(1):
            for game in self.games[-20:]:
                in_spite_of_failures(partial(_run_out, game))
        connection.close()


def _begun(name: str) -> tuple[str, list[str]]:
    people = players(SEATS, f"{name}{timezone.now():%H%M%S%f} ")
    game: Game = started(people, now=timezone.now(), name=name)
    return game.pk, [token_of(player) for player in people]


def _run_out(game: str) -> None:
    past = timezone.now() - timedelta(seconds=1)
    turns = Turn.objects.filter(game=game, seat=SLEEPER, closed_at=None, deadline_at__gt=past)
    turns.update(opened_at=past - timedelta(days=1), deadline_at=past, expires_at=past)


def in_spite_of_failures(act: Callable[[], Result]) -> Result:
    """Return the result of the action, retried while the database is down."""
    while True:
        try:
            return act()
        except DatabaseError:
            connection.close()
            time.sleep(0.2)
