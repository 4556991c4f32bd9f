"""A Redis cache that fails open: without Redis, reads miss, writes are lost, and nobody gets an error.

Throttles and login limits live in the cache. Django's own backend raises when Redis is down, which would turn a lost
convenience into a failed request. So each operation then answers as an empty cache would.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

import structlog
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from prometheus_client import Counter
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = structlog.get_logger(__name__)
failures = Counter("night_mail_cache_failures", "Cache operations answered without Redis", ["operation"])
for _operation in (
    "add",
    "get",
    "set",
    "touch",
    "delete",
    "get_many",
    "has_key",
    "_incr",
    "set_many",
    "delete_many",
    "_forget",
):
    failures.labels(_operation)  # so that the counter exists, with 0, before the first failure

# After a failure Redis is not asked for this long, so that a request suffers one time-out and not five.
PAUSE_SECONDS = 1.0

INCREASE = "return redis.call('EXISTS', KEYS[1]) == 1 and redis.call('INCRBY', KEYS[1], ARGV[1])"
"""Redis runs this script atomically; its "false" arrives as None."""


class _KeptClients(RedisCacheClient):
    """Django's client, with one library client for all operations.

    Django creates a library client for each operation, which takes longer than most operations. One client serves all
    threads: there is a single Redis here, for reading and writing.
    """

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._kept = super().get_client(write=True)

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        return self._kept


class FailOpenRedisClient:
    """A wrapper around Django's client whose operations cannot fail."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        # The library would retry three more times, with pauses, while somebody waits.
        self._client = _KeptClients(servers, **{"retry": Retry(NoBackoff(), 0), **options})
        self._paused_until = 0.0

    def _ask(self, without_redis: Any, operation: Callable[..., Any], *arguments: Any) -> Any:
        if time.monotonic() >= self._paused_until:
            try:
                return operation(*arguments)
            except RedisError as error:
                self._paused_until = time.monotonic() + PAUSE_SECONDS
                log.warning("cache_unavailable", operation=operation.__name__, error=str(error))
        failures.labels(operation.__name__).inc()
        return without_redis

    def add(self, key: str, value: Any, timeout: int | None) -> Any:
        return self._ask(True, self._client.add, key, value, timeout)

    def get(self, key: str, default: Any) -> Any:
        return self._ask(default, self._client.get, key, default)

    def set(self, key: str, value: Any, timeout: int | None) -> Any:
        return self._ask(None, self._client.set, key, value, timeout)

    def touch(self, key: str, timeout: int | None) -> Any:
        return self._ask(False, self._client.touch, key, timeout)

    def delete(self, key: str) -> Any:
        return self._ask(False, self._client.delete, key)

    def get_many(self, keys: Iterable[str]) -> Any:
        return self._ask({}, self._client.get_many, keys)

    def has_key(self, key: str) -> Any:
        return self._ask(False, self._client.has_key, key)

    def incr(self, key: str, delta: int) -> Any:
        """Increase a number, as if from nothing if Redis fails, since a caller may have just added it."""
        return self._ask(delta, self._incr, key, delta)

    def _incr(self, key: str, delta: int) -> int:
        """Increase a number in one step, where Django uses two. Raises ValueError if there is no such key."""
        counted: int | None = self._client.get_client(key, write=True).eval(INCREASE, 1, key, delta)
        if counted is None:
            raise ValueError(f"there is no key {key}")
        return counted

    def set_many(self, data: Mapping[str, Any], timeout: int | None) -> Any:
        return self._ask(None, self._client.set_many, data, timeout)

    def delete_many(self, keys: Iterable[str]) -> Any:
        return self._ask(None, self._client.delete_many, keys)

    def forget(self, prefix: str) -> Any:
        return self._ask(True, self._forget, prefix)

    def _forget(self, prefix: str) -> bool:
        client = self._client.get_client(None, write=True)
        for key in client.scan_iter(f"{prefix}:*"):
            client.delete(key)
        return True


class FailOpenRedisCache(RedisCache):
    """The `BACKEND` for `CACHES`: Django's Redis cache with the failing-open client."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = FailOpenRedisClient

    def clear(self) -> Any:
        """Delete only our own keys: the broker's queues and other sites may share the database."""
        client = cast(FailOpenRedisClient, self._cache)
        return client.forget(self.key_prefix)
