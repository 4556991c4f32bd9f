"""Checks whether PostgreSQL and Redis respond, and meet the site's requirements."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from redis import Redis
from redis.exceptions import RedisError

from notifications.doctor import PATIENCE, Finding, error, fine, server_log, warning
from notifications.doctor.collations import collations

SKEW: Final = timedelta(seconds=2)
BAD_SKEW: Final = timedelta(seconds=30)
MAJOR: Final = 150000
GROWING: Final = ("games_entry", "games_entrysecret", "games_adminact")


def postgres() -> Iterator[Finding]:
    """Check whether PostgreSQL responds, is recent, has this version's tables, and protects the log from changes."""
    try:
        connection.ensure_connection()
    except DatabaseError as problem:
        yield error("PostgreSQL", f"does not answer ({type(problem).__name__}): start it, or correct DATABASE_URL")
        return
    version = connection.cursor().connection.info.server_version
    if version < MAJOR:
        yield error("PostgreSQL", f"is version {version // 10000}: install 15 or newer")
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield error("PostgreSQL", "does not have this version's tables: run night-mail release")
        return
    yield fine("PostgreSQL", f"version {version // 10000} answers, with this version's tables")
    yield from rights()
    yield from collations()
    yield from clock()
    yield from (warning("PostgreSQL's log", text) for text in server_log.problems(connection))


def rights() -> Iterator[Finding]:
    """Check whether the site's own role could change tables that may only grow."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT bool_or(has_table_privilege(name, 'UPDATE') OR has_table_privilege(name, 'DELETE'))"
            " FROM unnest(%s::text[]) AS name",
            [list(GROWING)],
        )
        (may,) = cursor.fetchone() or (False,)
    if may:
        yield warning(
            "roles", "the site could change the log of games: give it a role of its own, with deploy/roles.sql"
        )
    else:
        yield fine("roles", "the site can only add to the log of games")


def clock() -> Iterator[Finding]:
    """Check whether the clocks of this machine and of PostgreSQL's agree."""
    before = timezone.now()
    server_time = tell_time()
    yield compared(before + (timezone.now() - before) / 2, server_time)


def tell_time() -> datetime:
    """Return the time by PostgreSQL's clock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        ((server_time,),) = cursor.fetchall()
    assert isinstance(server_time, datetime)
    return server_time


def compared(own_time: datetime, server_time: datetime, whose: str = "this machine") -> Finding:
    """Return a finding on the difference between the clocks."""
    apart = abs(own_time - server_time)
    text = f"{whose} and PostgreSQL's are {apart.total_seconds():.1f} s apart"
    if apart <= SKEW:
        return fine("clock", text)
    say = error if apart > BAD_SKEW else warning
    return say("clock", f"{text}, and deadlines go by both: run a time service (chrony) on each machine")


def redis() -> Iterator[Finding]:
    """Check whether Redis responds."""
    try:
        with Redis.from_url(settings.REDIS_URL, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE) as server:
            server.ping()
    except (RedisError, OSError) as problem:
        yield error(
            "Redis",
            f"does not answer ({type(problem).__name__}): start it, or correct REDIS_URL; until then "
            "moves are accepted, but emails and deadlines wait",
        )
    else:
        yield fine("Redis", "answers")
