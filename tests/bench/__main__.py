"""`make bench`: all that are quick, or those named (`make bench ARGS=server`), each on an empty database of its own."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

EVERY = ("engine", "server", "pages", "queries", "mail", "inbox", "sweep", "streams", "storage")
"""Within ten minutes. `processes` and `overload`, through a proxy, take some more, and are run by name."""
DATABASE = sql.Identifier("night_mail_bench")


def main(names: list[str]) -> None:
    """Run one after the other, each in a process of its own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    for name in names or EVERY:
        print(f"== {name}", flush=True)
        begun = time.monotonic()
        with empty_database() as address:
            everything = os.environ | {"DATABASE_URL": address, "LOG_LEVEL": "ERROR", "EMAIL_PICTURES": "false"}
            subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], env=everything, check=True)
            subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], env=everything, check=True)
        print(f"  ({name}: {time.monotonic() - begun:.0f} s)", flush=True)


@contextmanager
def empty_database() -> Iterator[str]:
    """A database beside the one of DATABASE_URL, for as long as it is measured in."""
    address = os.environ["DATABASE_URL"]
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(DATABASE)
    with psycopg.connect(address, autocommit=True) as outside:
        outside.execute(drop)
        outside.execute(sql.SQL("CREATE DATABASE {}").format(DATABASE))
        try:
            yield urlunsplit(urlsplit(address)._replace(path=f"/{DATABASE.as_string()}".replace('"', "")))
        finally:
            outside.execute(drop)


if __name__ == "__main__":
    main(sys.argv[1:])
