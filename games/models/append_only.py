"""Triggers that make a table append-only."""

import pgtrigger


def append_only() -> list[pgtrigger.Trigger]:
    """Return triggers for `Meta.triggers` that make UPDATE, DELETE and TRUNCATE raise, for every role.

    `Protect` cannot cover TRUNCATE, which fires for the statement and never for a row. In production the application's
    role has no right to any of the three either.
    """
    return [
        pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete),
        pgtrigger.Trigger(
            name="no_truncate",
            level=pgtrigger.Statement,
            when=pgtrigger.Before,
            operation=pgtrigger.Truncate,
            func="RAISE EXCEPTION 'pgtrigger: Cannot truncate % table', TG_TABLE_NAME;",
        ),
    ]
