"""Fixtures for webhooks: a receiver with a known name and a trusted certificate."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.inbox.certificates import Certificate, issued_to
from tests.inbox.names import NameServer, open_name_server
from tests.notifications.post_office import PostOffice, open_post_office
from tests.webhooks.receiver import HERE, Guarded, Receiver, guard, open_receiver


@pytest.fixture
def post_office(settings: Settings) -> Iterator[PostOffice]:
    """A mail server for the site's emails."""
    with open_post_office() as office:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        yield office


@pytest.fixture(scope="session")
def certificate() -> Certificate:
    """A certificate from a private authority."""
    return issued_to("*.hooks.example")


@pytest.fixture
def names(settings: Settings) -> Iterator[NameServer]:
    """The DNS server for webhooks' names."""
    with open_name_server() as server:
        settings.WEBHOOK_RESOLVERS = [server.address]
        yield server


@pytest.fixture
def receiver(settings: Settings, names: NameServer, certificate: Certificate, tmp_path: Path) -> Iterator[Receiver]:
    """A receiver in a network that the operator allows."""
    authority = tmp_path / "ca.pem"
    authority.write_bytes(certificate.authority)
    settings.WEBHOOK_AUTHORITY, settings.WEBHOOK_NETWORKS = str(authority), [f"{HERE}/32"]
    names.addresses["ada.hooks.example"] = [HERE]
    with open_receiver(certificate) as server:
        yield server


@pytest.fixture
def guarded(receiver: Receiver) -> Iterator[Guarded]:
    """A listener on the same port, in a network that nobody has allowed."""
    with guard(receiver.port) as found:
        yield found
