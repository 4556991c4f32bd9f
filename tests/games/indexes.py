"""By which index PostgreSQL finds what is due."""

from collections.abc import Callable

from django.db import connection
from django.test.utils import CaptureQueriesContext


def used(work: Callable[[], object], *indexes: str) -> str:
    """Each statement of this work reads by its index. Returns the plans."""
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
