"""PostgreSQL is down for a while: the messages people get, and how soon the site recovers."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from deploy import local
from tests.patience import eventually
from tests.site.running import running

pytestmark = [pytest.mark.long, pytest.mark.server]

AWAY: Final = 17.0
"""Seconds. The pool's pauses double: by then one of 16 seconds would have begun after the fifteenth."""
BACK: Final = 10.0
"""Seconds in which even a busy machine has recovered."""


def status(url: str) -> int:
    try:
        with urlopen(url, timeout=60) as answer:
            return int(answer.status)
    except HTTPError as refusal:
        return refusal.code


def seconds_until(what: Callable[[], bool]) -> float:
    begun = time.monotonic()
    assert eventually(what)
    return time.monotonic() - begun


def test_the_site_is_back_as_soon_as_postgresql_is() -> None:
    with TemporaryDirectory(prefix="night-mail-outage-", dir="/tmp") as home, ExitStack() as first:
        data = Path(home) / "postgres"
        address = first.enter_context(local.postgres(data, durable=False))
        with running("web", DATABASE_URL=address) as site:
            first.close()
            end = time.monotonic() + AWAY
            while time.monotonic() < end:
                assert status(f"{site.url}/readyz") == 503
            with local.postgres(data, durable=False):
                assert seconds_until(site.ready) < BACK
