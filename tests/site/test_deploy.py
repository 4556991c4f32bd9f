"""The scripts that run the site are started, tested, disturbed and stopped."""

import json
import os
import re
import signal
import smtplib
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import psutil
import psycopg
import pytest
from celery import Celery
from django.conf import settings
from redis import Redis

from deploy import keys
from deploy.ports import free_port
from games.models import Heartbeat, Player
from tests import database
from tests.inbox.certificates import issued_to
from tests.patience import AT_ONCE, PATIENCE, eventually
from tests.site.running import own_ports, running_into, token_of

pytestmark = [pytest.mark.usefixtures("servers"), pytest.mark.long]

DEPLOY = Path(__file__).resolve().parent.parent.parent / "deploy"
LONGEST_STOP = 5 + AT_ONCE
"""Seconds that the web server may take to stop: the time for a request in deploy/web, and a little more."""


@contextmanager
def started(script: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a script, and check afterwards that it stops when told to."""
    process = subprocess.Popen([DEPLOY / script], env=os.environ | own_ports() | variables, start_new_session=True)
    try:
        yield process
        process.terminate()
        assert process.wait(PATIENCE) in {0, -signal.SIGTERM}
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=20) as response:
            return bool(response.status == 200)
    except (URLError, ConnectionError, TimeoutError):
        return False


def children(process: subprocess.Popen[bytes]) -> set[psutil.Process]:
    return set(psutil.Process(process.pid).children())


def test_web_serves_and_gets_over_the_death_of_its_workers(tmp_path: Path) -> None:
    port = free_port()
    with started("web", WEB_PORT=str(port), RUNTIME_DIRECTORY=str(tmp_path)) as web:
        assert eventually(lambda: answers(f"http://127.0.0.1:{port}/readyz"))
        assert eventually(lambda: answers(f"http://127.0.0.1:{port}/metrics"))
        workers = children(web)
        for worker in workers:
            worker.kill()
        assert eventually(lambda: len(children(web) - workers) == len(workers))
        assert eventually(lambda: answers(f"http://127.0.0.1:{port}/healthz"))


def test_a_web_server_that_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    """A surviving process would keep the port, and go on serving beside the next server."""
    port = free_port()
    given = {"WEB_PORT": str(port), "WEB_WORKERS": "2", "RUNTIME_DIRECTORY": str(tmp_path)}
    web = subprocess.Popen([DEPLOY / "web"], env=os.environ | given, start_new_session=True)
    try:
        assert eventually(lambda: answers(f"http://127.0.0.1:{port}/healthz"))
        assert eventually(lambda: len(workers_that_serve(web)) == 2)
        workers = list(children(web))
        web.kill()
        assert psutil.wait_procs(workers, timeout=AT_ONCE)[1] == []
    finally:
        with suppress(ProcessLookupError):
            os.killpg(web.pid, signal.SIGKILL)


def test_a_request_that_hangs_holds_up_a_restart_for_seconds_only(transactional_db: None, tmp_path: Path) -> None:
    """Without another unit nobody is served until it has stopped and the next one has started."""
    url, waits = database.url(), "SELECT count(*) > 0 FROM pg_locks WHERE NOT granted"
    port = free_port()
    with (
        started("web", DATABASE_URL=url, WEB_PORT=str(port), RUNTIME_DIRECTORY=str(tmp_path)) as web,
        psycopg.connect(url) as holder,
        psycopg.connect(url, autocommit=True) as onlooker,
    ):
        assert eventually(lambda: answers(f"http://127.0.0.1:{port}/healthz"))
        holder.execute("LOCK TABLE games_heartbeat")
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(b"POST /heartbeat HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
            assert eventually(lambda: onlooker.execute(waits).fetchone() == (True,))
            begin = time.monotonic()
            web.terminate()
            web.wait(PATIENCE)
        assert time.monotonic() - begin < LONGEST_STOP


def workers_that_serve(web: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Return the web server's processes that have loaded the site, with their threads."""
    return [worker for worker in children(web) if worker.num_threads() > 4]


@pytest.mark.django_db(transaction=True)
def test_every_setting_of_the_example_works(tmp_path: Path) -> None:
    """Run web, worker and beat with each line of env.example switched on, replacing only what must differ here.

    The beat wakes the worker, the worker probes the web server, and every line that any of them writes is JSON.
    """
    given = dict(re.findall(r"^#?([A-Z_]+)=(.*)$", (DEPLOY / "env.example").read_text(), re.MULTILINE))
    given |= keys.new() | {"REDIS_URL": settings.REDIS_URL, "REDIS_PREFIX": f"example-{os.getpid()}"}
    del given["DATABASE_URL"], given["OWNER_DATABASE_URL"], given["HEARTBEAT_URL"], given["WEB_PORT"]
    authority = tmp_path / "ca.pem"
    authority.write_bytes(issued_to("hooks.example").authority)
    given["WEBHOOK_AUTHORITY"] = str(authority)
    given["PRIVACY_NOTICE"] = given["TERMS_OF_USE"] = str(DEPLOY.parent / "docs/rules.md")
    given["PROMETHEUS_MULTIPROC_DIR"] = f"{tmp_path}{given['PROMETHEUS_MULTIPROC_DIR']}"
    log = tmp_path / "log"
    quiet = {"PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges"}
    with log.open("wb") as lines, running_into(lines, "web", "worker", "beat", **given, **quiet) as site:
        assert eventually(lambda: Heartbeat.objects.filter(source="web").exists())
        with urlopen(f"{site.url}/metrics", timeout=PATIENCE) as page:
            metrics = page.read().decode()
        assert eventually(lambda: "beat_ready" in log.read_text())
        assert eventually(lambda: beats_of(given["REDIS_PREFIX"]) == {socket.gethostname()})
    for there_from_the_start in (
        'night_mail_mails_total{outcome="sent"} 0.0',
        'night_mail_lost_wake_ups_total{error="OperationalError"} 0.0',
        'django_http_responses_total_by_status_total{status="500"} 0.0',
        'night_mail_games{status="running"} 0.0',
        'night_mail_database_pool{what="waiting"} 0.0',
    ):
        assert there_from_the_start in metrics
    events = {json.loads(line)["event"] for line in log.read_text().splitlines()}
    assert {"beat_ready", f"celery@{socket.gethostname()} ready."} <= events
    assert "web_refused" not in events
    ticks = {event for event in events if event.lower().startswith("task")}
    assert ticks == set(), "a line for each tick would bury everything else, and none expires"


def beats_of(prefix: str) -> set[str]:
    """Return the machines of the beats whose ticks the workers of a site receive, as the doctor asks them."""
    app = Celery(broker=settings.REDIS_URL, set_as_current=False)
    app.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS | {"global_keyprefix": f"{prefix}:"}
    replies = app.control.broadcast("clocks", reply=True) or []
    return {machine for reply in replies for answer in reply.values() for machine in answer["beats"]}


def test_no_two_tests_listen_at_one_port() -> None:
    given, other = own_ports(), own_ports()
    for script in (path for path in DEPLOY.iterdir() if path.is_file() and os.access(path, os.X_OK)):
        for name, _ in re.findall(r"\$\{(\w+):?-[^}]*\b(80\d\d)\}", script.read_text()):
            assert given[name] != other[name]


@pytest.mark.parametrize("kind", ["lmtp", "smtp"])
def test_the_door_for_emails_listens_and_goes_when_told(kind: str) -> None:
    port = free_port()
    given = {"MAIL_IN_ADDRESS": "play@games.example.org", "MAIL_IN_LISTEN": f"{kind}://127.0.0.1:{port}"}
    client = smtplib.LMTP if kind == "lmtp" else smtplib.SMTP

    def greets() -> bool:
        try:
            with client("127.0.0.1", port, timeout=20) as line:
                return line.ehlo("mx.example.org")[0] == 250
        except OSError:
            return False

    with started("mail-in", **given):
        assert eventually(greets)


def test_beat_wakes_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_PREFIX", f"beat-{os.getpid()}")
    queue = f"beat-{os.getpid()}:celery"
    with started("beat"), Redis.from_url(settings.REDIS_URL) as redis:
        assert eventually(lambda: bool(redis.llen(queue)))


def test_a_beat_that_is_sending_ends_at_once_when_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis has received a message, and its answer does not come."""
    monkeypatch.setenv("REDIS_PREFIX", f"silenced-{os.getpid()}")
    with (
        silenced(b"LPUSH") as (port, has_been_given),
        started("beat", REDIS_URL=f"redis://127.0.0.1:{port}/0") as process,
    ):
        assert has_been_given.wait(PATIENCE)
        process.terminate()
        process.wait(AT_ONCE)


@contextmanager
def silenced(word: bytes) -> Iterator[tuple[int, threading.Event]]:
    """Yield the port of a proxy before Redis that passes nothing on once it has received this word."""
    given, known = threading.Event(), urlsplit(settings.REDIS_URL)

    def pass_on(come: socket.socket, to: socket.socket) -> None:
        with suppress(OSError):
            while (some := come.recv(65536)) and not given.is_set():
                if word in some:
                    given.set()
                    return
                to.sendall(some)

    def serve() -> None:
        with suppress(OSError):
            while True:
                client, _ = server.accept()
                redis = socket.create_connection((str(known.hostname), known.port or 6379))
                for pair in ((client, redis), (redis, client)):
                    threading.Thread(target=pass_on, args=pair, daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1], given


def test_a_stream_opens_and_ends_at_once_when_its_process_is_told_to(transactional_db: None) -> None:
    """Over a real connection; the process does not wait for its readers."""
    secret, port = token_of(Player.objects.create_user("guest@mail.example", "Guest")), free_port()
    with started("stream", DATABASE_URL=database.url(), STREAM_PORT=str(port)) as process:
        assert eventually(lambda: answers(f"http://127.0.0.1:{port}/healthz"))
        with urlopen(
            Request(f"http://127.0.0.1:{port}/api/v1/stream", headers={"Authorization": f"Bearer {secret}"}),
            timeout=PATIENCE,
        ) as stream:
            assert stream.readline() == b"retry: 1000\n"
            while not stream.readline().startswith(b"event: account"):
                pass
            begin = time.monotonic()
            process.terminate()
            stream.read()
            assert time.monotonic() - begin < AT_ONCE
