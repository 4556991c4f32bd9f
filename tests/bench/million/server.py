"""A disposable PostgreSQL server for large databases: from the wheel, in its own folder."""

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
"""Settings of a machine of this size: its memory, and a disk where random reads cost the same as sequential ones;
little is written beside the data. Tables are vacuumed and analyzed once they are full, so that autovacuum does not
interfere.
"""


@contextmanager
def running() -> Iterator[str]:
    """Run the server, and yield its address."""
    data = FOLDER / "postgres"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with local.postgres(data, durable=True) as address, psycopg.connect(address, autocommit=True) as outside:
        for name, value in SETTINGS.items():
            outside.execute(sql.SQL("ALTER SYSTEM SET {} = {}").format(sql.Identifier(name), value))
    with local.postgres(data, durable=True) as address:
        yield address


@contextmanager
def database(server: str, name: str, template: str, *, keep: bool) -> Iterator[str]:
    """Create a copy of another database, and drop it afterwards unless `keep`."""
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    _execute(server, drop)
    _execute(server, sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*map(sql.Identifier, (name, template))))
    yield address_of(server, name)
    if not keep:
        _execute(server, drop)


def address_of(server: str, name: str) -> str:
    """Return the address of another database of this server."""
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))


def _execute(server: str, statement: sql.Composed) -> None:
    """Execute a statement over a new connection: a database that is being copied may have no other."""
    with psycopg.connect(server, autocommit=True) as outside:
        outside.execute(statement)


def forget() -> None:
    """Delete the folder if it exists."""
    shutil.rmtree(FOLDER, ignore_errors=True)


def run(module: list[str], variables: dict[str, str]) -> None:
    """Run a module in its own process; raise CalledProcessError if it fails."""
    subprocess.run(module, env=variables, check=True)


def start(module: list[str], variables: dict[str, str], pipes: Iterable[int]) -> subprocess.Popen[bytes]:
    """Start a module in its own process, which inherits these pipes."""
    return subprocess.Popen(module, env=variables, pass_fds=tuple(pipes))


def ended(processes: Iterable[subprocess.Popen[bytes]]) -> None:
    """Wait for all processes; raise CalledProcessError if one has failed."""
    failed = [process for process in processes if process.wait()]
    for process in failed:
        raise subprocess.CalledProcessError(process.returncode, process.args)
