"""Two requests at the same moment, on the real database."""

import threading
from collections.abc import Callable

from django.db import transaction

from games.errors import Refused
from tests.locks import in_a_thread, wait_for_a_lock


def both(first: Callable[[], object], second: Callable[[], object]) -> str:
    """Run the second while the first holds its locks; return "done", or why the second was refused."""
    told: list[str] = []

    def late() -> None:
        try:
            second()
            told.append("done")
        except Refused as refusal:
            told.append(refusal.code)

    waiting = threading.Thread(target=in_a_thread, args=[late])
    with transaction.atomic():
        first()
        waiting.start()
        wait_for_a_lock()
    waiting.join()
    return told[0]
