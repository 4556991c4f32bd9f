"""Fixtures for tests of the API, which raises its limits so high that other tests never meet them."""

import socket
from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.test import override_settings
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _no_limits(settings: Settings) -> None:
    settings.KNOCKS_PER_HOUR = 100_000
    settings.REQUESTS_PER_MINUTE = {"stranger": 100_000, "player": 100_000}
    settings.STRANGERS_PER_MINUTE = dict.fromkeys(settings.STRANGERS_PER_MINUTE, 100_000)


@pytest.fixture
def without_redis() -> Iterator[None]:
    """Point the cache at a port where no Redis listens."""
    with socket.socket() as nobody_listens:
        nobody_listens.bind(("127.0.0.1", 0))
        port = nobody_listens.getsockname()[1]
    away = {
        "default": {
            "BACKEND": "ttr_site.cache.FailOpenRedisCache",
            "LOCATION": f"redis://127.0.0.1:{port}/0",
            "OPTIONS": {"socket_connect_timeout": 0.3},
        }
    }
    with override_settings(CACHES=away):
        yield
    caches["default"].get("back")
