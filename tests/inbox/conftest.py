"""Fixtures for incoming email: servers that accept it, a DNS, a provider's key; and outgoing mail."""

import asyncio
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_django import Settings
from time_machine import TimeMachineFixture

from tests.inbox.letters import NOON, SELECTOR, SigningKey
from tests.inbox.names import NameServer, open_name_server
from tests.inbox.postfix import Postfix, open_postfix
from tests.notifications.conftest import carry, post_office
from tests.notifications.post_office import PostOffice

__all__ = ["carry", "post_office"]


@pytest.fixture(autouse=True)
def at_noon(time_machine: TimeMachineFixture) -> TimeMachineFixture:
    """Stop the clock at noon, for servers and signers alike."""
    time_machine.move_to(NOON, tick=False)
    return time_machine


@pytest.fixture
def mail_in(settings: Settings) -> None:
    """Configure the site to accept answers by email."""
    settings.MAIL_IN_ADDRESS = "play@night-mail.example"
    settings.MAIL_IN_TRUSTED = []


@pytest.fixture(scope="session")
def provider_key() -> SigningKey:
    return SigningKey.new()


@pytest.fixture
def names(settings: Settings, provider_key: SigningKey) -> Iterator[NameServer]:
    """Run a DNS server that has the key of mail.example."""
    from notifications.inbox.sender import keys

    keys.resolver.cache_clear()  # another test's server may have had the same port
    with open_name_server() as server:
        server.texts[f"{SELECTOR}._domainkey.mail.example"] = provider_key.record
        settings.MAIL_IN_RESOLVERS = [server.address]
        yield server


OpenDoor = Callable[[str], int]


@pytest.fixture
def open_door(mail_in: None) -> Iterator[OpenDoor]:
    """Yield a function that starts an "lmtp" or "smtp" server, or the "policy" server, and returns its port."""
    with doors() as opener:
        yield opener


@pytest.fixture
def postfix(open_door: OpenDoor, post_office: PostOffice) -> Iterator[Postfix]:
    """Run a real Postfix in front of the site's LMTP server; it needs root and the program."""
    with (
        tempfile.TemporaryDirectory(dir="/tmp") as folder,
        open_postfix(
            Path(folder),
            domain="night-mail.example",
            lmtp=open_door("lmtp"),
            policy=open_door("policy"),
            elsewhere=post_office.port,
        ) as server,
    ):
        yield server


@contextmanager
def doors() -> Iterator[OpenDoor]:
    """Yield the function of `open_door`, for use outside tests."""
    # Pytest may import this file before Django is set up.
    from notifications.inbox import door, policy
    from notifications.models import InboundEmail

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    servers: list[asyncio.Server] = []

    def opener(kind: str) -> int:
        if kind == "policy":
            opening = policy.opened("127.0.0.1", 0)
        else:
            opening = door.opened(InboundEmail.Door(kind), "127.0.0.1", 0, "night-mail.example")
        servers.append(asyncio.run_coroutine_threadsafe(opening, loop).result(20))
        port: int = servers[-1].sockets[0].getsockname()[1]
        return port

    async def close() -> None:
        for server in servers:
            server.close()

    try:
        yield opener
    finally:
        asyncio.run_coroutine_threadsafe(close(), loop).result(20)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
