"""The recognition of errors that only mean that PostgreSQL is temporarily unavailable."""

from django.db import InternalError, OperationalError


def is_lost_connection(error: BaseException | None) -> bool:
    """Check whether an error only means that PostgreSQL cannot answer now, so that a retry is worthwhile.

    Django and psycopg raise OperationalError if the server cannot be reached, shuts down, has no room, or gives up a
    statement because of a deadlock or a time limit. An InternalError without an SQLSTATE comes from psycopg itself: it
    got two answers to one statement, which PgBouncer sends when the server dies. Whether a COMMIT was carried out is
    then unknown.
    """
    if isinstance(error, OperationalError):
        return True
    return isinstance(error, InternalError) and getattr(error.__cause__, "sqlstate", None) is None
