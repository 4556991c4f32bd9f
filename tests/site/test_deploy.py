"""The very scripts that run the site are started, asked, hurt and stopped."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import psutil
import pytest
from django.conf import settings
from redis import Redis

from deploy.local import free_port
from ttr_site.celery import app

DEPLOY = Path(__file__).resolve().parent.parent.parent / "deploy"
PATIENCE = 60


@contextmanager
def started(script: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """A script at work, and afterwards the proof that it stops when it is told to."""
    process = subprocess.Popen([DEPLOY / script], env=os.environ | variables, start_new_session=True)
    try:
        yield process
        process.terminate()
        assert process.wait(PATIENCE) in {0, -signal.SIGTERM}
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def eventually(what: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not (answer := what()) and time.monotonic() < end:
        time.sleep(0.1)
    return answer


def answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=5) as response:
            return bool(response.status == 200)
    except (URLError, ConnectionError, TimeoutError):
        return False


def children(process: subprocess.Popen[bytes]) -> set[psutil.Process]:
    return set(psutil.Process(process.pid).children())


def test_web_serves_and_gets_over_the_death_of_its_workers() -> None:
    port = free_port()
    with started("web", WEB_PORT=str(port)) as web:
        assert eventually(lambda: answers(f"http://127.0.0.1:{port}/readyz"))
        assert answers(f"http://127.0.0.1:{port}/metrics")
        workers = children(web)
        for worker in workers:
            worker.kill()
        assert eventually(lambda: len(children(web) - workers) == len(workers))
        assert eventually(lambda: answers(f"http://127.0.0.1:{port}/healthz"))


def test_worker_answers() -> None:
    with started("worker"):
        assert eventually(lambda: bool(app.control.ping(timeout=0.5)))


def test_beat_wakes_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_PREFIX", f"beat-{os.getpid()}")
    queue = f"beat-{os.getpid()}:celery"
    with started("beat"), Redis.from_url(settings.REDIS_URL) as redis:
        assert eventually(lambda: bool(redis.llen(queue)))
