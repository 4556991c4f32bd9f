"""Many cases starting from one position: each is rolled back after it was checked."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def undone() -> Iterator[None]:
    """Roll back everything written in the block. Objects in memory stay as they are."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
