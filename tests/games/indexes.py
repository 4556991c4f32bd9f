"""Checks of the indexes by which PostgreSQL finds due rows."""

from collections.abc import Callable

from django.db import connection
from django.test.utils import CaptureQueriesContext


def used(work: Callable[[], object], *indexes: str) -> str:
    """Check that each statement of this work uses its index; return the plans."""
    plans = ""
    with CaptureQueriesContext(connection) as asked:
        work()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
        for query, index in zip(asked, indexes, strict=True):
            cursor.execute(f"EXPLAIN {query['sql']}")
            plan = "\n".join(line for (line,) in cursor.fetchall())
            assert f"using {index} " in plan, plan
            plans += plan
    return plans
