"""A migrated database, kept as SQL from one run to the next: making it takes most of the time that a single test takes.

It is only where `migrate` begins, which still goes over it: what follows migrating is done each time. Nothing is kept
where somebody else has started the server, which may be of another version than our `pg_dump`.
"""

import os
import subprocess
from hashlib import sha256
from pathlib import Path

import psycopg
from django.apps import apps

from deploy.local import HOME, program

FOLDER = HOME / "migrated"
FOR_PSQL = "\\"
"""What such a line says is not SQL."""


def begin(database: str) -> None:
    """Fill this empty database with what an earlier run has kept, if that came from the same migrations."""
    if (kept := _file()).exists() and _is_ours(database):
        with psycopg.connect(database, autocommit=True) as empty:
            empty.execute(kept.read_bytes())


def keep(database: str) -> None:
    """Keep what this database holds, in place of all that was kept before."""
    if (kept := _file()).exists() or not _is_ours(database):
        return
    dump = _pg_dump("--inserts", "--rows-per-insert=1000", "--dbname", database).splitlines(keepends=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    unfinished = FOLDER / f"{os.getpid()}.unfinished"
    unfinished.write_text("".join(line for line in dump if not line.startswith(FOR_PSQL)))
    for old in FOLDER.glob("*.sql"):
        old.unlink(missing_ok=True)
    unfinished.rename(kept)


def _file() -> Path:
    """Named after all migrations there are, ours and those of libraries."""
    folders = [Path(app.path) / "migrations" for app in apps.get_app_configs()]
    files = sorted(file for folder in folders for file in folder.glob("*.py"))
    return FOLDER / f"{sha256(b''.join(file.read_bytes() for file in files)).hexdigest()}.sql"


def _is_ours(database: str) -> bool:
    """Whether the server is of the version of our `pg_dump`."""
    with psycopg.connect(database) as server:
        version = server.info.parameter_status("server_version")
    return _pg_dump("--version").split()[-1] == version


def _pg_dump(*arguments: str) -> str:
    return subprocess.run([program("pg_dump"), *arguments], check=True, capture_output=True, text=True).stdout
