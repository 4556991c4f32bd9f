"""The tables PostgreSQL reads for each statement, according to EXPLAIN, and a check that no large one is read as a
whole.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection

LARGE: Final = 20_000
"""Rows; PostgreSQL rightly reads a small table as a whole."""
NO_QUESTIONS: Final = ("SAVEPOINT", "RELEASE", "ROLLBACK")
SIZE: Final = "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= %s"


class Nodes:
    """The plan nodes that read, each with the most blocks that one statement read in and below it."""

    def __init__(self) -> None:
        self.blocks: dict[str, int] = {}
        self.whole: dict[str, str] = {}

    def add(self, plan: dict[str, Any], sql: str) -> None:
        """Add a plan with all its subplans."""
        kind, table = plan["Node Type"], plan.get("Relation Name", "")
        if "Scan" in kind and (table or "Index Name" in plan):
            name = " ".join(filter(None, (kind, plan.get("Index Name"), table and f"on {table}")))
            read = plan.get("Shared Hit Blocks", 0) + plan.get("Shared Read Blocks", 0)
            self.blocks[name] = max(read, self.blocks.get(name, 0))
            if kind == "Seq Scan":
                self.whole[table] = sql
        for below in plan.get("Plans", []):
            self.add(below, sql)

    def lines(self) -> list[str]:
        """Return printable lines."""
        return [f"{name}: {count} blocks" if count else name for name, count in sorted(self.blocks.items())]

    def refuse_whole_tables(self) -> None:
        """Raise AssertionError if a large table was read as a whole."""
        with connection.cursor() as cursor:
            cursor.execute(SIZE, [LARGE])
            large = {name for (name,) in cursor.fetchall()}
        found = {table: sql for table, sql in self.whole.items() if table in large}
        assert not found, "\n".join(f"all of {table} is read by {sql}" for table, sql in found.items())


@contextmanager
def explained(nodes: Nodes) -> Iterator[None]:
    """Explain every statement when it first occurs, with ANALYZE if it changes nothing."""
    seen = set()

    def ask(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql not in seen and (params or not many):
            seen.add(sql)
            for statement in sql.split(";"):
                explain(nodes, statement.strip(), params[0] if many else params)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(ask):
        yield


def explain(nodes: Nodes, statement: str, params: Any) -> None:
    """Explain one statement while others run."""
    if not statement or statement.startswith(NO_QUESTIONS) or "advisory" in statement:
        return
    how = "ANALYZE, BUFFERS, FORMAT JSON" if statement.startswith("SELECT") else "FORMAT JSON"
    with connection.connection.cursor() as cursor:
        (found,) = cursor.execute(f"EXPLAIN ({how}) {statement}", params).fetchone()
    nodes.add(found[0]["Plan"], statement)
