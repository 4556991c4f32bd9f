"""The clock of these cases, and the emails that are sent by then."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.games.stories import NOON
from tests.notifications.conftest import Carry, carry, post_office

__all__ = ["Letters", "Wait", "carry", "letters", "post_office", "wait"]
Wait = Callable[[timedelta], datetime]
Letters = Callable[[], dict[str, str]]


@pytest.fixture(autouse=True)
def wait(time_machine: Any) -> Wait:
    """Return a function that lets time pass and returns the time; it begins at noon."""
    clock = [NOON]
    time_machine.move_to(NOON, tick=False)

    def go_on(span: timedelta) -> datetime:
        clock[0] += span
        time_machine.move_to(clock[0], tick=False)
        return clock[0]

    return go_on


@pytest.fixture
def letters(carry: Carry, wait: Wait) -> Letters:
    """Return a function that returns what each address is sent since its last call, as one line."""

    def open_all() -> dict[str, str]:
        texts: dict[str, list[str]] = {}
        for mail in carry(wait(timedelta())):
            texts.setdefault(mail.to[0].partition("@")[0], []).append(" ".join(mail.text.split()))
        return {name: " ".join(parts) for name, parts in texts.items()}

    return open_all
