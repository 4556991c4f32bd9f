"""The resources of a small site: 50 games are played on an installed machine, followed by some idle minutes."""

import json
import os
import ssl
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.request import HTTPSHandler, Request, build_opener

import psutil

from deploy.installing.settings import read
from tests.bench.mail import mail_server
from tests.install.machine import Machine

if TYPE_CHECKING:
    from games.models import Game

GAMES: Final = 50
SEATS: Final = 4
MOVES: Final = 240
EVERY: Final = 0.25
"""Seconds between two moves: a day's worth of them in some minutes."""
SETTLED: Final = 60
"""Seconds after the last move until emails are out and processes idle."""
IDLE: Final = int(os.environ.get("IDLE_SECONDS", "240"))
MINUTE: Final = 60
SMTP: Final = 25
"""The default port to which the site sends emails."""
LEAST: Final = 0.001
"""Seconds of processor time below which no line is printed."""
TRANSACTIONS: Final = "SELECT sum(xact_commit + xact_rollback) FROM pg_stat_database WHERE datname = 'night_mail'"
WAL: Final = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"
SIZE: Final = "SELECT pg_database_size('night_mail')"


class Taken(NamedTuple):
    """Usage at one moment: processor seconds of each unit since its start, transactions, bytes of WAL, and bytes of
    it kept."""

    at: float
    seconds: Mapping[str, float]
    transactions: int
    wal: int
    archived: int


class Small:
    """The measurement, on a machine with the site installed."""

    def __init__(self, machine: Machine, domain: str, authority: Path) -> None:
        self._machine, self._domain = machine, domain
        trust = ssl.create_default_context(cafile=str(authority))
        trust.check_hostname = False
        self._open = build_opener(HTTPSHandler(context=trust)).open
        self._url = "https://127.0.0.1"

    def run(self) -> None:
        """A small site, measured."""
        self._as_the_site()
        with mail_server(SMTP, 0.0):
            play = self._ready()
            begin = self._taken()
            play()
            time.sleep(SETTLED)
            played = self._taken()
            self._tell_moves(begin, played)
            time.sleep(IDLE)
            self._tell_idle(played, self._taken())
            self._tell_memory()

    def _as_the_site(self) -> None:
        """Use the site's settings here, so that games and tokens are made as on the site."""
        settings = read(Path(f"{self._machine.root}/etc/night-mail/env").read_text())
        os.environ |= settings | {"DJANGO_SETTINGS_MODULE": "ttr_site.settings", "LOG_LEVEL": "ERROR"}
        os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
        import django

        django.setup()

    def _ready(self) -> Callable[[], None]:
        """Create games and players; return a function that plays."""
        from django.utils import timezone

        from tests.games.stories import players, started
        from tests.site.running import token_of

        people = players(SEATS * 2, "Small")
        tokens, random, now = {player.pk: token_of(player) for player in people}, Random(50), timezone.now()
        games = [started(random.sample(people, SEATS), now=now) for _ in range(GAMES)]

        def play() -> None:
            for game in islice(cycle(games), MOVES):
                begin = time.monotonic()
                self._move(game, tokens, random)
                time.sleep(max(0.0, EVERY - (time.monotonic() - begin)))

        return play

    def _move(self, game: "Game", tokens: dict[Any, str], random: Random) -> None:
        import engine
        from games.table import store
        from tests.games.stories import holder

        table = store.load(store.read(game.pk))
        prompt = random.choice(table.state.prompts)
        legal = engine.options(table.state, prompt.seat).sample(random.randrange)
        body = {"prompt": prompt.id, "move": engine.notation.write(table.codec.rules, legal)}
        self._post(f"/api/v1/games/{game.pk}/moves", tokens[holder(game, prompt.seat).pk], body)

    def _post(self, path: str, token: str, body: dict[str, Any]) -> None:
        heads = {"Host": self._domain, "Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        with self._open(Request(f"{self._url}{path}", json.dumps(body).encode(), heads), timeout=30) as answer:
            assert answer.status == 201

    def _taken(self) -> Taken:
        seconds: dict[str, float] = defaultdict(float)
        for unit, process in self._processes():
            seconds[unit] += sum(process.cpu_times()[:4])
        return Taken(time.monotonic(), seconds, int(self._ask(TRANSACTIONS)), int(self._ask(WAL)), self._archived())

    def _archived(self) -> int:
        folder = Path(f"{self._machine.root}/var/backups/night-mail/wal")
        return sum(file.stat().st_size for file in folder.iterdir())

    def _processes(self) -> Sequence[tuple[str, psutil.Process]]:
        """Return all processes on the machine, each with its unit."""
        here = os.readlink(f"/proc/{self._machine.init}/ns/pid")
        found = []
        for process in psutil.process_iter():
            try:
                if os.readlink(f"/proc/{process.pid}/ns/pid") == here:
                    found.append((_unit(process.pid), process))
            except OSError:
                continue
        return found

    def _tell_moves(self, before: Taken, after: Taken) -> None:
        """Print the cost of the moves, including their emails with pictures, and all sweeps in that time."""
        self._tell_seconds(f"{MOVES} moves, and what follows: processor seconds a move", before, after, MOVES)
        _tell_wal("a move", before, after, MOVES)

    def _tell_idle(self, before: Taken, after: Taken) -> None:
        minutes = (after.at - before.at) / MINUTE
        self._tell_seconds(f"idle for {minutes:.0f} minutes: processor seconds a minute", before, after, minutes)
        print(f"  {(after.transactions - before.transactions) / minutes:.0f} transactions a minute")
        _tell_wal("a minute", before, after, minutes)

    def _tell_seconds(self, what: str, before: Taken, after: Taken, count: float) -> None:
        spent = {unit: (after.seconds[unit] - before.seconds.get(unit, 0.0)) / count for unit in after.seconds}
        print(what)
        for unit, seconds in sorted(spent.items(), key=lambda item: -item[1]):
            if seconds >= LEAST:
                print(f"  {unit:40} {seconds:7.3f}")
        print(f"  {'all':40} {sum(spent.values()):7.3f}")

    def _tell_memory(self) -> None:
        sizes: Counter[str] = Counter()
        for unit, process in self._processes():
            sizes[unit] += process.memory_full_info().pss
        print("memory: proportional set size in MiB")
        for unit, size in sizes.most_common():
            print(f"  {unit:40} {size / 2**20:6.0f}")
        print(f"  {'all':40} {sizes.total() / 2**20:6.0f}")
        print(f"the database has {int(self._ask(SIZE)) / 2**20:.0f} MiB", flush=True)

    def _ask(self, statement: str) -> str:
        asked = ("psql", "--tuples-only", "--no-align", "--dbname=night_mail", f"--command={statement}")
        return self._machine.says("runuser", "--user", "postgres", "--", *asked)


def _tell_wal(each: str, before: Taken, after: Taken, count: float) -> None:
    written, kept = (
        (then - now) / count / 1024 for now, then in ((before.wal, after.wal), (before.archived, after.archived))
    )
    print(f"  {written:.0f} KiB of WAL {each}, kept in {kept:.0f} KiB", flush=True)


def _unit(process: int) -> str:
    """Return the name of a process's unit, or of its slice's folder if it has none."""
    lines = Path(f"/proc/{process}/cgroup").read_text().splitlines()
    path = next(line for line in lines if ":name=systemd:" in line or line.startswith("0::")).rpartition(":")[2]
    units = [part for part in path.split("/") if part.endswith(".service")]
    return units[-1] if units else "systemd"
