"""The check of PostgreSQL's own log: the text of a statement, or of a rejected row, can contain secrets.

The site encrypts positions and secret parts before they enter a statement. Addresses and messages are plain, so the log
should contain neither statements nor rows. A superuser sets that for the site's role: deploy/database.sql.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

GOOD: Final[dict[str, tuple[Callable[[str], bool], str]]] = {
    "log_statement": (lambda value: value in {"none", "ddl"}, "none"),
    "log_min_error_statement": (lambda value: value in {"fatal", "panic"}, "panic"),
    "log_min_duration_statement": (lambda value: value == "-1", "-1"),
    "log_min_duration_sample": (lambda value: value == "-1", "-1"),
    "log_transaction_sample_rate": (lambda value: value == "0", "0"),
    "log_parameter_max_length_on_error": (lambda value: value == "0", "0"),
    "log_error_verbosity": (lambda value: value == "terse", "terse"),
    "debug_print_parse": (lambda value: value == "off", "off"),
    "debug_print_rewritten": (lambda value: value == "off", "off"),
    "debug_print_plan": (lambda value: value == "off", "off"),
    "auto_explain.log_min_duration": (lambda value: value == "-1", "-1"),
}
"""A test for each setting whether its value keeps secrets out of the log, and the recommended value."""


def problems(database: BaseDatabaseWrapper) -> Iterator[str]:
    """Yield a sentence for each setting of this connection that lets secrets into PostgreSQL's log."""
    with database.cursor() as cursor:
        cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(GOOD)])
        current = dict(cursor.fetchall())
        cursor.execute("SELECT current_user")
        (role,) = cursor.fetchone() or ("",)
    for name, (is_good, better) in GOOD.items():
        if name in current and not is_good(current[name]):
            yield (
                f"{name} is {current[name]}, which lets addresses and messages into it: as a superuser, run "
                f"ALTER ROLE {role} SET {name} = '{better}'"
            )


@register(Tags.database)
def check(databases: Sequence[str] | None = None, **_: object) -> list[CheckMessage]:
    """Warn of settings that let secrets into the log.

    This is a Django check, run by `migrate` and `check --database default`.
    """
    if not databases:
        return []
    try:
        return [Warning(f"PostgreSQL's {text}.", id="night_mail.W001") for text in problems(connection)]
    except DatabaseError:
        return []  # other checks report that the database is down
