"""Real servers for the tests, started once for all workers, unless DATABASE_URL and REDIS_URL name some."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker

from deploy.local import environment
from tests import database

servers = ExitStack()

# An example may take long on a busy machine; that is not an error. CI draws the same examples every time.
hypothesis_settings.register_profile("night-mail", deadline=None, derandomize="CI" in os.environ)
hypothesis_settings.load_profile("night-mail")


def pytest_configure(config: pytest.Config) -> None:
    """Comes before pytest-django's own, which sets Django up if its settings have been read."""
    gc.disable()  # until all that stays is there
    # Workers inherit the addresses from the process that started the servers; each has its own part of Redis.
    if "PYTEST_XDIST_WORKER" not in os.environ:
        start_servers()
    os.environ["REDIS_PREFIX"] = f"night-mail-test-{os.getpid()}"
    os.environ["DJANGO_SETTINGS_MODULE"] = "ttr_site.settings"
    assert settings.INSTALLED_APPS
    # A worker that inherited this would read its settings before it has come by here.
    del os.environ["DJANGO_SETTINGS_MODULE"]
    settings.PASSWORD_HASHERS = ["tests.passwords.QuickArgon2", *settings.PASSWORD_HASHERS]
    database.copy_instead_of_flush()


def pytest_unconfigure(config: pytest.Config) -> None:
    servers.close()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are processors: some tests wait for processes that they have started."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow ones first, so that nobody waits for them at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """The modules and tests stay to the end: nobody need look through them for garbage again and again."""
    gc.freeze()
    gc.enable()


def start_servers() -> None:
    home = Path(tempfile.mkdtemp(prefix="night-mail-"))
    servers.callback(shutil.rmtree, home, ignore_errors=True)
    os.environ.update(servers.enter_context(environment(home, durable=False)))
    os.environ.update(PUBLIC_URL="https://night-mail.example", EMAIL_URL="memorymail://", LOG_LEVEL="WARNING")
    database.name_the_template()
    servers.callback(database.drop_the_template)


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """In place of pytest-django's: see `tests.database`."""
    with django_db_blocker.unblock(), database.copied(f"test_night_mail_{os.getpid()}"):
        yield


@pytest.fixture(autouse=True)
def forgotten_limits() -> Iterator[None]:
    """Limits count in the cache, and what one test did is not held against the next."""
    yield
    cache.clear()
