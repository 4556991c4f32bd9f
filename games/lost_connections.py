"""Whether an error only says that PostgreSQL cannot answer now: nothing is wrong with what was asked."""

from django.db import InternalError, OperationalError


def is_lost_connection(error: BaseException | None) -> bool:
    """Check whether an error only says that PostgreSQL cannot answer now, and it is worth asking again in a moment.

    OperationalError is what Django and psycopg raise for a server that cannot be reached, shuts down, has no room, or
    gives up a statement because of a deadlock or a limit of time. An InternalError without an SQLSTATE is psycopg's
    own: it got two answers to one statement, which PgBouncer gives where the server dies under it. Whether a COMMIT
    was carried out then nobody knows.
    """
    if isinstance(error, OperationalError):
        return True
    return isinstance(error, InternalError) and getattr(error.__cause__, "sqlstate", None) is None
