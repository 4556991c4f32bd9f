"""Checks of this installation, with advice for its operator: `manage.py doctor`.

Each check examines the present state of one part, with limited patience, and prints a line for each result.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Final, NamedTuple

from django.db import DatabaseError

PATIENCE: Final = 5
"""Seconds to wait for anything over a network."""


class Level(Enum):
    """The severity of a finding. `ERROR`: the site does not work, or not as it should."""

    FINE = "ok"
    WARNING = "warning"
    ERROR = "ERROR"


class Finding(NamedTuple):
    """One line of output: what was checked, its state, and what to do if it is not fine."""

    level: Level
    about: str
    text: str

    def __str__(self) -> str:
        return f"{self.level.value:>7}  {self.about}: {self.text}"


def fine(about: str, text: str) -> Finding:
    """Return a finding that something works."""
    return Finding(Level.FINE, about, text)


def warning(about: str, text: str) -> Finding:
    """Return a finding that something works, but could be better."""
    return Finding(Level.WARNING, about, text)


def error(about: str, text: str) -> Finding:
    """Return a finding that something must be corrected."""
    return Finding(Level.ERROR, about, text)


Check = Callable[[], Iterable[Finding]]


def run(checks: Iterable[Check]) -> Iterator[Finding]:
    """Yield the findings of all checks; if the database is down, those that need it report that."""
    for check in checks:
        try:
            yield from check()
        except DatabaseError as problem:
            yield error("PostgreSQL", f"does not answer ({type(problem).__name__}): see above")
