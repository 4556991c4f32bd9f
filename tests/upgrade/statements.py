"""SQL in migrations: which statements are refused, and what to do instead. PostgreSQL's chapters on ALTER TABLE and
on explicit locking tell which form takes which lock, and which scans the whole table."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from tests.upgrade.tables import LARGE

BODIES: Final = re.compile(r"\$(\w*)\$.*?\$\1\$|'(?:[^']|'')*'|--[^\n]*", re.DOTALL)
"""Quoted text and comments, which lock nothing."""
MOMENTARY: Final = [
    re.compile(form, re.IGNORECASE)
    for form in (
        r"ADD CONSTRAINT \S+ .*(NOT VALID|USING INDEX \S+)$",
        r"VALIDATE CONSTRAINT \S+$",
        r"DROP CONSTRAINT (IF EXISTS )?\S+$",
        r"ADD COLUMN (IF NOT EXISTS )?\w+ (?!.*(\bNOT NULL\b|\bUNIQUE\b|\bPRIMARY\b|\bGENERATED\b|\()).*$",
        r"ADD COLUMN (IF NOT EXISTS )?\w+ (?!.*(\bUNIQUE\b|\bPRIMARY\b|\bGENERATED\b|\()).*\bDEFAULT\b.*$",
        r"DROP COLUMN (IF EXISTS )?\w+$",
        r"ALTER COLUMN \w+ (SET DEFAULT\b.*|DROP DEFAULT|DROP NOT NULL|SET (STATISTICS|STORAGE|COMPRESSION) .*)$",
        r"(ENABLE|DISABLE) TRIGGER \S+$",
        r"SET \(.*\)$",
    )
]
"""Forms of ALTER TABLE that only change PostgreSQL's catalog, or (VALIDATE) keep nobody waiting. A call in a DEFAULT
may be volatile, so none is among them."""
INDEXES: Final = "make and drop it with made() and dropped() of games/migrations/_indexes.py, and set atomic = False"
BATCHES: Final = "let a command do it beside the running site, some hundred rows in each transaction"
LATER: Final = (
    "the release before still uses it: take it out of the state alone (SeparateDatabaseAndState), and drop it in the"
    " migrations of the next release"
)

Known = dict[str, set[str]]
"""Columns by table."""

FORMS: Final[list[tuple[re.Pattern[str], str, Callable[[str, Known], bool]]]] = [
    (
        re.compile(r"CREATE (UNIQUE )?INDEX (?!CONCURRENTLY).*? ON (ONLY )?(?P<table>\w+)", re.IGNORECASE),
        f"nobody can write until it is done: {INDEXES}",
        lambda table, _: table in LARGE,
    ),
    (
        re.compile(r"(DROP INDEX|REINDEX( \w+)?) (?!CONCURRENTLY|\w+ CONCURRENTLY)(?P<table>)", re.IGNORECASE),
        f"waits until nobody uses the table, and lets nobody in meanwhile: {INDEXES}",
        lambda *_: True,
    ),
    (
        re.compile(r"DROP TABLE (IF EXISTS )?(?P<table>\w+)", re.IGNORECASE),
        LATER,
        lambda table, known: table in known,
    ),
    (
        re.compile(r"(UPDATE|DELETE FROM|INSERT INTO) (ONLY )?(?P<table>\w+)", re.IGNORECASE),
        f"locks every row that it touches until the migration ends; {BATCHES}",
        lambda table, _: table in LARGE,
    ),
    (
        re.compile(r"(LOCK|TRUNCATE|CLUSTER|VACUUM FULL|REFRESH)\b(?P<table>)", re.IGNORECASE),
        "nobody can read the table meanwhile: do it with the site stopped, as the runbook says, or not at all",
        lambda *_: True,
    ),
]
"""Other refused forms, the reason, and a function that finds their tables."""


def refused(text: str, known: Known) -> Iterator[str]:
    """Yield the problems of this SQL, beside a release that uses the known tables and columns."""
    for statement in BODIES.sub("''", text).split(";"):
        if words := " ".join(statement.replace('"', "").split()):
            yield from (f"{words[:80]}: {why}" for why in _refused(words, known))


def _refused(words: str, known: Known) -> Iterator[str]:
    if found := re.match(r"ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+) (.*)", words, re.IGNORECASE):
        yield from _altered(found[1].lower(), found[2], known)
    for form, why, is_meant in FORMS:
        if (found := form.match(words)) and is_meant(found["table"].lower(), known):
            yield why


def _altered(table: str, actions: str, known: Known) -> Iterator[str]:
    for action in re.split(
        r", (?=(?:ADD|DROP|ALTER|VALIDATE|RENAME|SET|ENABLE|DISABLE)\b)", actions, flags=re.IGNORECASE
    ):
        column = re.match(r"(?:DROP|RENAME)(?: COLUMN)?(?: IF EXISTS)? (\w+)", action, re.IGNORECASE)
        renamed = re.match(r"RENAME (?!CONSTRAINT)", action, re.IGNORECASE)
        gone = re.match(r"DROP (?!CONSTRAINT)", action, re.IGNORECASE)
        if (renamed and table in known) or (gone and column and column[1].lower() in known.get(table, ())):
            yield LATER
        elif table in LARGE and not renamed and not any(form.match(action) for form in MOMENTARY):
            yield f"goes over the whole table ({LARGE[table]}), and nobody reads it meanwhile; {_instead(action)}"


def _instead(action: str) -> str:
    if re.match("ADD CONSTRAINT", action, re.IGNORECASE):
        return "say NOT VALID, and VALIDATE CONSTRAINT in the next migration; or USING INDEX, made concurrently before"
    if "NOT NULL" in action.upper():
        return "leave the column nullable, with a CHECK that is NOT VALID first; or give a constant DEFAULT"
    return "add a nullable column, let the release write both, fill the rest by a command, and drop the old one later"


def texts(given: Any) -> list[str]:
    """Return the statements of a RunSQL, which may be a text, or a list of texts with or without parameters."""
    return [part if isinstance(part, str) else part[0] for part in ([given] if isinstance(given, str) else given)]


def altered(given: Any) -> list[str]:
    """Return the tables that a RunSQL alters."""
    alter = re.compile(r"ALTER TABLE (?:IF EXISTS )?(?:ONLY )?\"?(\w+)", re.IGNORECASE)
    return [table for text in texts(given) for table in alter.findall(BODIES.sub("", text))]
