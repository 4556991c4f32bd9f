"""A migrated database, stored as SQL between runs: making it takes most of a single test's time.

It is only the starting point for `migrate`, which still runs on it: the steps after migrating are done each time.
Nothing is stored if somebody else has started the server, which may have another version than our `pg_dump`.
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
"""The prefix of lines that are not SQL but psql's commands."""


def begin(database: str) -> None:
    """Fill this empty database from the stored SQL, if that came from the same migrations."""
    if (kept := _file()).exists() and _is_ours(database):
        with psycopg.connect(database, autocommit=True) as empty:
            empty.execute(kept.read_bytes())


def keep(database: str) -> None:
    """Store this database's contents, replacing the stored SQL."""
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
    """Return the file, named after all migrations, ours and the libraries'."""
    folders = [Path(app.path) / "migrations" for app in apps.get_app_configs()]
    files = sorted(file for folder in folders for file in folder.glob("*.py"))
    return FOLDER / f"{sha256(b''.join(file.read_bytes() for file in files)).hexdigest()}.sql"


def _is_ours(database: str) -> bool:
    """Check whether the server has the version of our `pg_dump`."""
    with psycopg.connect(database) as server:
        version = server.info.parameter_status("server_version")
    return _pg_dump("--version").split()[-1] == version


def _pg_dump(*arguments: str) -> str:
    return subprocess.run([program("pg_dump"), *arguments], check=True, capture_output=True, text=True).stdout
