"""Fixtures for streams, served inside the test's own process."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from pytest_django import Settings

if TYPE_CHECKING:
    from tests.streams.listening import Process


@pytest.fixture(autouse=True)
def _no_limits(settings: Settings) -> None:
    settings.REQUESTS_PER_MINUTE = {"stranger": 100_000, "player": 100_000}


@pytest.fixture
def streams(transactional_db: None) -> Iterator["Process"]:
    from tests.streams.listening import process  # it imports models, and this file is imported before the settings

    with process() as running:
        yield running
