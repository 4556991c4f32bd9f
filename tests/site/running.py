"""The site as it really runs: its own scripts as processes, over the test's database, killed and started as needed."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import psutil
from django.conf import settings
from django.utils import timezone
from redis import Redis

from deploy.ports import free_port
from games.models import Player
from games.people.tokens import create_personal_token
from games.scopes import SCOPES
from tests import database
from tests.patience import PATIENCE, eventually

DEPLOY = Path(__file__).resolve().parent.parent.parent / "deploy"

Answer = tuple[int, Any]


def own_ports() -> dict[str, str]:
    """Return a variable for each port at which a script listens, so that no two tests share one."""
    return {
        "WEB_PORT": str(free_port()),
        "STRANGERS_PORT": str(free_port()),
        "STREAM_PORT": str(free_port()),
        "MAIL_IN_LISTEN": f"lmtp://127.0.0.1:{free_port()}",
        "MAIL_IN_POLICY": f"127.0.0.1:{free_port()}",
    }


class Process:
    """One of the site's scripts. `kill` sends SIGKILL to all of its processes at once."""

    def __init__(self, script: str, variables: dict[str, str], log: IO[bytes] | None = None) -> None:
        self._script, self._variables, self._log = script, variables, log
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [DEPLOY / self._script],
            env=self._variables,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )

    def kill(self) -> None:
        """Kill all of its processes and wait until they are gone: a dying one may hold the port that the next one
        needs."""
        dying = psutil.Process(self.process.pid).children(recursive=True) if self.process.poll() is None else []
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        psutil.wait_procs(dying, timeout=PATIENCE)


@dataclass
class Site:
    """A running site: its address, and its processes by script."""

    url: str
    processes: dict[str, Process]

    def ready(self) -> bool:
        try:
            with urlopen(f"{self.url}/readyz", timeout=20) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def kill_and_start(self, script: str) -> None:
        self.processes[script].kill()
        self.processes[script].start()


@contextmanager
def running(*scripts: str, **variables: str) -> Iterator[Site]:
    """Run these scripts; yield once they are ready to serve, and kill them at the end."""
    with running_into(None, *scripts, **variables) as site:
        yield site


@contextmanager
def running_into(log: IO[bytes] | None, *scripts: str, **variables: str) -> Iterator[Site]:
    """Run these scripts like `running`, with their output in the log, if there is one."""
    with TemporaryDirectory(prefix="night-mail-metrics-") as metrics:
        yield from _running(scripts, log, {"PROMETHEUS_MULTIPROC_DIR": metrics, **variables})


def _running(scripts: Sequence[str], log: IO[bytes] | None, variables: dict[str, str]) -> Iterator[Site]:
    ports = own_ports()
    url = f"http://127.0.0.1:{ports['WEB_PORT']}"
    everything = (
        os.environ
        | ports
        | {
            "DATABASE_URL": database.url(),
            "HEARTBEAT_URL": f"{url}/heartbeat",
            "LOG_LEVEL": "ERROR",
            **variables,
        }
    )
    processes: dict[str, Process] = {}
    try:
        for script in scripts:
            processes[script] = Process(script, everything, log)
        site = Site(url, processes)
        assert "web" not in scripts or eventually(site.ready)
        yield site
    finally:
        for process in processes.values():
            process.kill()


def empty_queues() -> None:
    """Delete all waiting Celery tasks."""
    with Redis.from_url(settings.REDIS_URL) as redis:
        redis.delete(*(f"{settings.REDIS_PREFIX}:{queue}" for queue in settings.QUEUES))


def token_of(player: Player) -> str:
    """Return a token that may do everything."""
    now = timezone.now()
    _, secret = create_personal_token(
        player=player, label="test", scopes=list(SCOPES), expires_at=now.replace(year=now.year + 1), now=now
    )
    return secret


@dataclass
class Client:
    """A player's program, which sends HTTP requests and expects that any connection may break."""

    url: str
    token: str

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Return status and body. Raises OSError, HTTPException or ValueError if no complete answer came."""
        request = Request(
            f"{self.url}/api/v1{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **headers},
        )
        try:
            with urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except HTTPError as refusal:
            return refusal.code, json.load(refusal)

    def insist(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Repeat the request until an answer comes, which is harmless with an idempotency key."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                status, found = self.ask(method, path, body, **headers)
            except (OSError, ValueError, HTTPException):
                status, found = 503, None
            if status < 500:
                return status, found
            time.sleep(0.05)
        raise AssertionError(f"no answer to {method} {path}")
