"""Without Redis the cache is empty, and nobody gets an error."""

import socket
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache

from ttr_site.cache import FailOpenRedisCache, failures

pytestmark = pytest.mark.usefixtures("servers")

NOBODY = "redis://127.0.0.1:1/0"


def cache_at(url: str, prefix: str = "tests") -> BaseCache:
    return FailOpenRedisCache(url, settings.CACHES["default"] | {"KEY_PREFIX": prefix})


@pytest.mark.parametrize(
    ("operation", "arguments", "answer"),
    [
        ("get", ["key", "default"], "default"),
        ("set", ["key", "value"], None),
        ("add", ["key", "value"], True),
        ("touch", ["key"], False),
        ("delete", ["key"], False),
        ("has_key", ["key"], False),
        ("incr", ["key", 2], 2),
        ("get_many", [["key"]], {}),
        ("set_many", [{"key": "value"}], []),
        ("delete_many", [["key"]], None),
        ("get_or_set", ["key", "value"], "value"),
        ("clear", [], True),
    ],
)
def test_without_redis(operation: str, arguments: list[Any], answer: Any) -> None:
    assert getattr(cache_at(NOBODY), operation)(*arguments) == answer


def test_a_lost_answer_is_counted() -> None:
    before = failures.labels("get")._value.get()
    cache_at(NOBODY).get("key")
    assert failures.labels("get")._value.get() == before + 1


def test_a_silent_redis_costs_one_time_out_and_not_five() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.setblocking(False)
        cache_there = cache_at(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        for _ in range(5):
            cache_there.get("key")
        silent.accept()[0].close()
        with pytest.raises(BlockingIOError):  # nobody else came
            silent.accept()


def test_with_redis() -> None:
    cache.set("key", {"a": 1})
    assert cache.get("key") == {"a": 1}
    assert not cache.add("key", 2)
    cache.set("count", 1)
    assert cache.incr("count") == 2
    with pytest.raises(ValueError, match="no key"):
        cache.incr("none")
    assert cache.get_many(["key", "none"]) == {"key": {"a": 1}}


def test_clearing_leaves_others_alone() -> None:
    ours, theirs = (cache_at(settings.REDIS_URL, prefix) for prefix in ("ours", "theirs"))
    ours.set("key", 1)
    theirs.set("key", 2)
    ours.clear()
    assert (ours.get("key"), theirs.get("key")) == (None, 2)
