"""The servers for tests: they start when the first test needs them, and stop when the run ends.

A test requests them with the fixture `servers`, directly or through `db` and everything that needs a database; such
tests are marked `server` when they are collected. All others must work without: they cannot reach Redis, nor, through
pytest-django, the database.
"""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from redis import ConnectionPool

RUN = "NIGHT_MAIL_TEST_RUN"
"""The variable that all processes of a test run have: its folder."""
PREFIX = "night-mail-test-"
DOOR = "keeper"
"""The socket in that folder at which the run's keeper is asked for the servers."""
COMMITTING = {"servers", "transactional_db", "live_server"}
BY_WAY_OF = {*COMMITTING, "db"}
"""Fixtures through which a test gets a server. Pytest-django finds its own only while a test runs."""

_get_connection = ConnectionPool.get_connection


def hire_a_keeper() -> subprocess.Popen[str]:
    """Start the keeper of this run, and set its variables. Close its standard input to end the run."""
    keeper = subprocess.Popen(
        [sys.executable, "-m", "tests.keeper"],
        cwd=Path(__file__).parents[1],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is meant for the run
    )
    assert keeper.stdout
    os.environ.update(json.loads(keeper.stdout.readline()))
    return keeper


def label(home: Path | None = None) -> str:
    """Return the prefix of this run's databases and keys."""
    return (home or Path(os.environ[RUN])).name.replace("-", "_")


def ask() -> None:
    """Return when the servers are up. Raises RuntimeError with the reason if they cannot be started."""
    with socket.socket(socket.AF_UNIX) as door, door.makefile() as answer:
        door.connect(str(Path(os.environ[RUN]) / DOOR))
        door.sendall(b"?")
        if trouble := answer.read():
            raise RuntimeError(trouble)


def needed_by(item: pytest.Item) -> bool:
    """Check whether this test needs the servers."""
    fixtures: list[str] = getattr(item, "fixturenames", [])
    return item.get_closest_marker("django_db") is not None or not BY_WAY_OF.isdisjoint(fixtures)


def is_committing(item: pytest.Item) -> bool:
    """Check whether others see this test's data: it really commits, or starts processes that do."""
    fixtures: list[str] = getattr(item, "fixturenames", [])
    marker = item.get_closest_marker("django_db")
    return bool(marker and marker.kwargs.get("transaction")) or not COMMITTING.isdisjoint(fixtures)


@contextmanager
def out_of_reach() -> Iterator[None]:
    """Make any use of Redis an error, in both ways of connecting."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("This test reaches for Redis, but does not ask for it: let it use the fixture `servers`.")

    ConnectionPool.get_connection = refuse  # type: ignore[method-assign]
    try:
        yield
    finally:
        ConnectionPool.get_connection = _get_connection  # type: ignore[method-assign]
