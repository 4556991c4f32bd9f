"""What is wrong with this installation, and what an operator can do about it: `manage.py doctor`.

Each check looks at one part as it is now, with limited patience, and prints a line for each thing it looked at.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Final, NamedTuple

from django.db import DatabaseError

PATIENCE: Final = 5
"""Seconds for anything that is asked over a network."""


class Level(Enum):
    """How a thing is. `ERROR`: the site does not work, or not as it should."""

    FINE = "ok"
    WARNING = "warning"
    ERROR = "ERROR"


class Finding(NamedTuple):
    """One line: what was checked, how it is, and what to do if it is not fine."""

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
    """Yield the findings of all checks. One that fails because the database is down says so; the others go on."""
    for check in checks:
        try:
            yield from check()
        except DatabaseError as problem:
            yield error("PostgreSQL", f"does not answer ({type(problem).__name__}): see above")
