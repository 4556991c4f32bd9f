"""Tests that are not about limits never meet one."""

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _no_limits(settings: Settings) -> None:
    settings.KNOCKS_PER_HOUR = 100_000
    settings.REQUESTS_PER_MINUTE = {"stranger": 100_000, "player": 100_000}
