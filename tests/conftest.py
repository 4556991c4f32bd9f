"""Starts servers for the tests that need them, unless DATABASE_URL and REDIS_URL name some: see `tests.servers`."""

import gc
import os
import subprocess
import tempfile
from collections.abc import Iterator, Set
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker

from tests import clients, database, entropy, servers, stages, sweeps

KEEPER = pytest.StashKey[subprocess.Popen[str]]()

# An example may take long on a busy machine, which is not an error. CI draws the same examples every time.
hypothesis_settings.register_profile("night-mail", deadline=None, derandomize="CI" in os.environ)
hypothesis_settings.load_profile("night-mail")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that selects a stage's tests, unless marks are given instead."""
    parser.addoption("--stage", choices=stages.STAGES, help="run the tests of this stage: see tests/stages.py")


def pytest_configure(config: pytest.Config) -> None:
    """Prepare the run before pytest-django's own hook, which sets Django up if its settings have been read."""
    gc.disable()  # until everything permanent is loaded
    # Workers inherit the variables from the process that hired the keeper; each has its own part of Redis.
    if "PYTEST_XDIST_WORKER" not in os.environ:
        config.stash[KEEPER] = begin(config)
    os.environ["REDIS_PREFIX"] = f"{servers.label()}-{os.getpid()}"
    os.environ["DJANGO_SETTINGS_MODULE"] = "ttr_site.settings"
    assert settings.INSTALLED_APPS
    # A worker that inherited this would read its settings before reaching this hook.
    del os.environ["DJANGO_SETTINGS_MODULE"]
    database.copy_instead_of_flush()
    clients.find_static_files_once()
    if os.environ.get("SAMPLES"):
        config.pluginmanager.import_plugin("tests.languages.samples")


def begin(config: pytest.Config) -> subprocess.Popen[str]:
    """Begin a run, with its temporary files where the keeper will remove them."""
    keeper = servers.hire_a_keeper()
    os.environ.update(
        PUBLIC_URL="https://night-mail.example",
        EMAIL_URL="memorymail://",
        EMAIL_PICTURES="false",
        LOG_LEVEL="WARNING",
        OFFER_EXAMPLES="true",
    )
    tempfile.tempdir = None
    config.option.basetemp = config.option.basetemp or Path(os.environ["TMPDIR"]) / "pytest"
    return keeper


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """Exempt all objects from garbage collection: pytest's own final collection would take seconds."""
    gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    if KEEPER in config.stash:
        config.stash[KEEPER].communicate()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """With `-n auto` use one worker more than processors: some tests wait for processes that they have started."""
    spare: int = config.option.numprocesses == "auto"
    return (os.cpu_count() or 1) + spare


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import files without quick tests, because that takes each process seconds."""
    is_quick = config.option.stage == "quick"
    return True if is_quick and collection_path in stages.files_without_quick_tests() else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests that need a server, those that commit, and the cases for games that play like another."""
    if servers.needed_by(item):
        item.add_marker("server")
    if servers.is_committing(item):
        item.add_marker("commits")
    if sweeps.is_of_twin(item):
        item.add_marker("nightly")


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Select the stage's tests, then sort them."""
    config.stash[stages.LISTED] = stages.list_stages(items)
    if name := config.option.stage or ("" if config.option.markexpr else "test"):
        _keep(set(stages.select(stages.STAGES[name], items)), config, items)
    yield
    items.sort(key=_turn)
    if first := next((item for item in items if item.get_closest_marker("server")), None):
        items.remove(first)
        items.insert(0, first)


def _keep(chosen: Set[pytest.Item], config: pytest.Config, items: list[pytest.Item]) -> None:
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = [item for item in items if item in chosen]


def _turn(item: pytest.Item) -> int:
    """Return the test's place: those without a server first, while the first that needs one has it started and
    migrated."""
    return 1 if item.get_closest_marker("server") else 0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Give each test its own randomness, the same in every run."""
    with entropy.drawn_from(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest) -> Iterator[None]:
    """Give a shared fixture the same randomness, whichever test requests it first."""
    if fixturedef.scope == "function":
        return (yield)
    param = getattr(request, "param_index", "")
    with entropy.drawn_from(f"{fixturedef.baseid}::{fixturedef.argname} {param}"):
        return (yield)


def pytest_collection_finish() -> None:
    """Freeze the modules and tests, which stay to the end, so that the garbage collector need not examine them
    again."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session", name="servers")
def servers_asked_for() -> None:
    """Start PostgreSQL and Redis."""
    servers.ask()


@pytest.fixture(scope="session")
def django_db_setup(servers: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Replace pytest-django's fixture: see `tests.database`."""
    with django_db_blocker.unblock(), database.copied():
        yield


@pytest.fixture(autouse=True)
def forgotten_limits(request: pytest.FixtureRequest) -> Iterator[None]:
    """Clear the cached limits, so that one test's requests do not count in the next."""
    if not request.node.get_closest_marker("server"):
        with servers.out_of_reach():
            yield
        return
    # Imported only now: it reads models, which need Django to be set up.
    from games.people import network_limits
    from tests.games import beginnings

    beginnings.begin(request.node)
    yield
    cache.clear()
    for limit in network_limits.EVERY:
        limit.forget()
