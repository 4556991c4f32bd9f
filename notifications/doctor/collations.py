"""The check whether PostgreSQL still sorts texts as it did when the indexes were built.

An upgrade of the operating system may bring other sorting rules; then indexes on texts miss rows, and unique ones admit
a second player of the same name. PostgreSQL stores the version of the rules, if they have one, and warns only in its
log.
"""

from collections.abc import Iterator
from typing import Final

from django.db import connection

from notifications.doctor import Finding, error, fine

CHANGED: Final = """
SELECT 'its default', datcollversion, pg_database_collation_actual_version(oid), 'DATABASE ' || quote_ident(datname)
FROM pg_database WHERE datname = current_database() AND datcollversion IS NOT NULL
AND datcollversion IS DISTINCT FROM pg_database_collation_actual_version(oid)
UNION ALL
SELECT 'the ' || quote_ident(collname), collversion, pg_collation_actual_version(oid), 'COLLATION ' || oid::regcollation
FROM pg_collation WHERE oid IN (SELECT refobjid FROM pg_depend WHERE refclassid = 'pg_collation'::regclass)
AND collversion IS NOT NULL AND collversion IS DISTINCT FROM pg_collation_actual_version(oid)
"""
"""The collations that have changed since the indexes were built: name, version then and now, and their name for
ALTER."""


def collations() -> Iterator[Finding]:
    """Compare the versions of the collations used in the database with those installed on its machine."""
    with connection.cursor() as cursor:
        cursor.execute(CHANGED)
        changed = cursor.fetchall()
    for name, then, now, altered in changed:
        yield error(
            "sorting",
            f"PostgreSQL's machine has other rules for {name} collation than when indexes were made ({then} then,"
            f" {now or 'none'} now), so searches may miss rows: stop the site, and as a superuser run REINDEX DATABASE"
            f" and then ALTER {altered} REFRESH COLLATION VERSION (the runbook, A new operating system)",
        )
    if not changed:
        yield fine("sorting", "PostgreSQL sorts texts as it did when the indexes were made")
