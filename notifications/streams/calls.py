"""The listener for calls through Redis (`notifications.stream_calls`), which works on without Redis."""

import asyncio
from typing import Final

import structlog
from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from notifications import stream_calls
from notifications.streams.hub import Hub

PAUSE_SECONDS: Final = 1.0
LOOK_SECONDS: Final = 5.0
"""Seconds without a call after which the connection is tested."""

log = structlog.get_logger(__name__)


async def hear(hub: Hub) -> None:
    """Pass calls through Redis on to the hub, forever."""
    while True:
        try:
            await _hear(hub)
        except (RedisError, OSError) as error:
            log.warning("stream_calls_unheard", error=type(error).__name__)
            await asyncio.sleep(PAUSE_SECONDS)


async def _hear(hub: Hub) -> None:
    redis = Redis.from_url(settings.REDIS_URL, socket_timeout=None, socket_connect_timeout=1)
    async with redis, redis.pubsub(ignore_subscribe_messages=True) as ear:
        await ear.subscribe(stream_calls.channel())
        while True:
            message = await ear.get_message(timeout=LOOK_SECONDS)
            if message is None:
                await ear.ping()
            elif isinstance(message["data"], bytes):
                hub.call(message["data"].decode().split())
