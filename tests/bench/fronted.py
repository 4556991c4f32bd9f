"""Web processes as on a real site: behind nginx, and optionally with PgBouncer before PostgreSQL.

`Front.spent` reads from the system how much processor time each part has used.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import psutil

from deploy.cluster import proxy
from deploy.cluster.databases import PGBOUNCER, POOL_PORT
from deploy.cluster.parts import Supervised
from deploy.cluster.postgres import ROLE, run_by
from deploy.ports import free_port
from tests.patience import eventually
from tests.site.running import DEPLOY, Site, running

MOST_WAITING: Final = 128
"""Requests that nginx lets wait: as many as at both servers of deploy/nginx.conf."""
Spent = dict[str, float]
"""Processor seconds by part."""


@dataclass
class Front:
    """A running site: nginx's port, and the first process of each part."""

    port: int
    first: dict[str, psutil.Process]

    def spent(self) -> Spent:
        """Return the processor time that each part has used since its start."""
        return {part: sum(map(_seconds, _family(process))) for part, process in self.first.items()}


def _family(first: psutil.Process) -> list[psutil.Process]:
    return [first, *first.children(recursive=True)]


def _seconds(process: psutil.Process) -> float:
    """Return the processor seconds of a process and of its children that have ended."""
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system + times.children_user + times.children_system)


@contextmanager
def fronted(processes: int, *, pooled: bool, threads: int = 4) -> Iterator[Front]:
    """Run this many web processes, and yield once they are ready to serve."""
    with TemporaryDirectory(prefix="night-mail-bench-", dir="/tmp") as folder:
        home = Path(folder)
        home.chmod(0o711)
        (home / "logs").mkdir()
        with _database(home, pooled) as (address, pool):
            variables = {"WEB_WORKERS": str(processes), "WEB_THREADS": str(threads), "DATABASE_URL": address}
            with running("web", DJANGO_SETTINGS_MODULE="tests.bench.settings", **variables) as site:
                yield from _behind_nginx(home, site, pool)


def _behind_nginx(home: Path, site: Site, pool: dict[str, psutil.Process]) -> Iterator[Front]:
    port = free_port()
    with nginx(home, port, proxy.without_limits(configured(home, port, site))) as proxied:
        first = {
            "web": psutil.Process(site.processes["web"].process.pid),
            "PostgreSQL": _postmaster(),
            "nginx": proxied.first(),
        }
        yield Front(port, first | pool)


@contextmanager
def nginx(home: Path, port: int, text: str) -> Iterator[Supervised]:
    """Run nginx with this configuration; yield once it answers at the port."""
    (home / "site.conf").write_text(text)
    started = Supervised("nginx", proxy.command(home), home / "logs")
    started.start()
    try:
        assert eventually(partial(answers, port))
        yield started
    finally:
        started.stop()


def configured(home: Path, port: int, site: Site, strangers: int | None = None) -> str:
    """Return the site's own nginx.conf for one web server, with the same number of concurrent requests; strangers are
    served at a port of their own, or by the same server.
    """
    web = site.url.removeprefix("http://")
    servers = {
        "night_mail": [f"{web} max_conns={MOST_WAITING}"],
        "night_mail_strangers": [f"127.0.0.1:{strangers}" if strangers else web],
        "night_mail_streams": ["127.0.0.1:1"],
    }
    text = proxy.adapted((DEPLOY / "nginx.conf").read_text(), home, port, free_port())
    return proxy.with_servers(text, servers)


def _postmaster() -> psutil.Process:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = psutil.Process(cursor.fetchone()[0])
    parent = backend.parent()
    assert parent, "PostgreSQL runs on another machine"
    return parent


def answers(port: int) -> bool:
    """Check whether a web process, or the proxy before it, serves at the port."""
    try:
        with urlopen(f"http://localhost:{port}/healthz", timeout=20) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@contextmanager
def _database(home: Path, pooled: bool) -> Iterator[tuple[str, dict[str, psutil.Process]]]:
    """Yield the database address for the site, and PgBouncer's process if it is used."""
    address = os.environ["DATABASE_URL"]
    if not pooled:
        yield address, {}
        return
    name = urlsplit(address).path.lstrip("/")
    (host,) = parse_qs(urlsplit(address).query)["host"]
    folder, user = home / "pool", Path(host).stat().st_uid
    folder.mkdir()
    where = f"{host} user={ROLE}"
    (folder / "pgbouncer.ini").write_text(PGBOUNCER.format(database=name, host=where, port=POOL_PORT, folder=folder))
    os.chown(folder, user, -1)
    program = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
    pool = Supervised("pgbouncer", [program, folder / "pgbouncer.ini"], home / "logs", run_by=run_by(user))
    pool.start()
    try:
        assert eventually((folder / f".s.PGSQL.{POOL_PORT}").exists)
        yield f"postgresql://{ROLE}@/{name}?host={folder}&port={POOL_PORT}", {"PgBouncer": pool.first()}
    finally:
        pool.stop()
