"""A migration that waits for a table lets other transactions pass: `deploy.migration`, which connects to PostgreSQL
itself."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from django.db import OperationalError, connection

from deploy import migration
from games.migrations._indexes import made
from tests import database
from tests.locks import in_a_thread, wait_for_a_lock
from tests.patience import AT_ONCE

pytestmark = [pytest.mark.django_db(transaction=True), database.needs_a_session]

MIGRATION = "ALTER TABLE games_turn ADD COLUMN made_up int; ALTER TABLE games_turn DROP COLUMN made_up"
READ = "SELECT count(*) FROM games_turn"


@pytest.fixture(autouse=True)
def options_as_before() -> Iterator[None]:
    before = dict(connection.settings_dict["OPTIONS"])
    yield
    connection.close()
    connection.settings_dict["OPTIONS"] = before


@pytest.fixture
def reader() -> Iterator[psycopg.Connection]:
    """Yield a connection whose transaction has read the table, and does not end."""
    with psycopg.connect(database.url()) as held:
        held.execute(READ)
        yield held


def never(_: float) -> None:
    raise AssertionError("nothing is to be tried again")


def migrate() -> None:
    with connection.cursor() as cursor:
        cursor.execute(MIGRATION)


def test_it_gives_way_and_comes_back(reader: psycopg.Connection, capsys: pytest.CaptureFixture[str]) -> None:
    paused = []

    def pause(seconds: float) -> None:
        """Let others read the table meanwhile; the second time, the long reader has gone."""
        with psycopg.connect(database.url()) as other:
            other.execute("SET lock_timeout = 100")
            other.execute(READ)
        paused.append(seconds)
        if len(paused) == 2:
            reader.rollback()

    migration.patiently(migrate, pause)

    assert paused == [migration.PAUSE] * 2
    assert "Attempt 2 of 60 gives way" in capsys.readouterr().out


def test_who_comes_while_it_waits_waits_no_longer_than_that(reader: psycopg.Connection) -> None:
    took = []

    def read_behind_it() -> None:
        with psycopg.connect(database.url()) as other:
            wait_for_a_lock()
            begin = time.monotonic()
            other.execute(READ)
            took.append(time.monotonic() - begin)

    with ThreadPoolExecutor() as pool:
        behind = pool.submit(in_a_thread, read_behind_it)
        migration.patiently(migrate, lambda _: reader.rollback())
        behind.result()
    assert took[0] < migration.PATIENCE + AT_ONCE


def test_it_gives_up_in_the_end_and_says_what_to_do(
    reader: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migration, "ATTEMPTS", 2)
    with pytest.raises(SystemExit, match="pg_stat_activity"):
        migration.patiently(migrate, lambda _: None)


def test_what_is_done_concurrently_waits_as_long_as_it_must(reader: psycopg.Connection) -> None:
    """A concurrent index waits for writing transactions, and nobody waits for it."""
    reader.execute("LOCK TABLE games_turn IN ROW EXCLUSIVE MODE")

    def make() -> None:
        with connection.cursor() as cursor:
            for statement in made("made_up", "games_turn (seat)").sql:
                assert isinstance(statement, str)
                cursor.execute(statement)
            cursor.execute("SHOW lock_timeout")
            assert cursor.fetchone() == (f"{migration.PATIENCE:.0f}s",)
            cursor.execute("DROP INDEX made_up")

    def write_on_for_longer() -> None:
        wait_for_a_lock()
        with psycopg.connect(database.url()) as other:
            other.execute("SET lock_timeout = 100")
            other.execute(READ)
        time.sleep(1.5 * migration.PATIENCE)  # by PostgreSQL's clock
        reader.rollback()

    with ThreadPoolExecutor() as pool:
        writing = pool.submit(in_a_thread, write_on_for_longer)
        migration.patiently(make, never)
        writing.result()


def test_another_error_is_told_at_once() -> None:
    def fail() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1/0")

    with pytest.raises(Exception, match="division by zero") as told:
        migration.patiently(fail, never)
    assert not isinstance(told.value, OperationalError)
