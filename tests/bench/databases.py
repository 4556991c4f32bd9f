"""Temporary databases for measuring, beside the one in DATABASE_URL."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

MIGRATED: Final = sql.Identifier("night_mail_bench")
"""The template database, migrated once."""
MEASURED: Final = sql.Identifier("night_mail_bench_part")
CREATE: Final = sql.SQL("CREATE DATABASE {}")
COPY: Final = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
DROP: Final = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")


@contextmanager
def database(name: sql.Identifier, create: sql.SQL, *of: sql.Identifier) -> Iterator[str]:
    """Create a database with this statement, formatted with the names in `of`, and yield its address."""
    address = os.environ["DATABASE_URL"]
    with psycopg.connect(address, autocommit=True) as outside:
        outside.execute(DROP.format(name))
        outside.execute(create.format(name, *of))
        try:
            yield urlunsplit(urlsplit(address)._replace(path=f"/{name.as_string()}".replace('"', "")))
        finally:
            outside.execute(DROP.format(name))
