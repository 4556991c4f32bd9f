"""PostgreSQL for a large database that nobody will miss: from the wheel, in a folder of its own."""

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from deploy import local

FOLDER: Final = local.HOME / "million"
SETTINGS: Final = {
    "shared_buffers": "4GB",
    "effective_cache_size": "12GB",
    "random_page_cost": "1.1",
    "maintenance_work_mem": "1GB",
    "max_parallel_maintenance_workers": "2",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "30min",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
}
"""Memory, and a disk that finds a page as fast as the next one, as a machine of this size has; little else than the
data is written. Tables are vacuumed and analyzed once they are full, so that nothing comes in between.
"""


@contextmanager
def running() -> Iterator[str]:
    """The address of the server, for as long as it is up."""
    data = FOLDER / "postgres"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with local.postgres(data, durable=True) as address, psycopg.connect(address, autocommit=True) as outside:
        for name, value in SETTINGS.items():
            outside.execute(sql.SQL("ALTER SYSTEM SET {} = {}").format(sql.Identifier(name), value))
    with local.postgres(data, durable=True) as address:
        yield address


@contextmanager
def database(server: str, name: str, template: str, *, keep: bool) -> Iterator[str]:
    """A copy of another database, for as long as it is measured in, or for good."""
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    _execute(server, drop)
    _execute(server, sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*map(sql.Identifier, (name, template))))
    yield address_of(server, name)
    if not keep:
        _execute(server, drop)


def address_of(server: str, name: str) -> str:
    """The address of another database of this server."""
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))


def _execute(server: str, statement: sql.Composed) -> None:
    """Over a connection of its own: a database that is copied may have no other."""
    with psycopg.connect(server, autocommit=True) as outside:
        outside.execute(statement)


def forget() -> None:
    """Throw the folder away, if there is one."""
    shutil.rmtree(FOLDER, ignore_errors=True)


def run(module: list[str], variables: dict[str, str]) -> None:
    """A process of its own. Raises CalledProcessError."""
    subprocess.run(module, env=variables, check=True)


def start(module: list[str], variables: dict[str, str], pipes: Iterable[int]) -> subprocess.Popen[bytes]:
    """A process of its own, which has these pipes, too."""
    return subprocess.Popen(module, env=variables, pass_fds=tuple(pipes))


def ended(processes: Iterable[subprocess.Popen[bytes]]) -> None:
    """Wait for all of them. Raises CalledProcessError."""
    failed = [process for process in processes if process.wait()]
    for process in failed:
        raise subprocess.CalledProcessError(process.returncode, process.args)
