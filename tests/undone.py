"""Many cases of one position: each happens, is looked at, and has not happened."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def undone() -> Iterator[None]:
    """What is written in here is taken back at the end. Objects in memory stay as they are."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
