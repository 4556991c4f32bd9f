"""From the release before to this one while sixteen clients play; `make upgrade` prints the figures.

It needs nginx, and the commit of that release. That one had one process for pages, and its restart would refuse people:
so the new ones are started beside it, the proxy is told of them, and then the old ones end (see CHANGELOG.md).
"""

import os
import subprocess
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from tests import database
from tests.patience import eventually
from tests.upgrade import clients, parts
from tests.upgrade.tables import PREVIOUS, PREVIOUS_COMMIT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deploy, pytest.mark.soak, pytest.mark.timeout(3000)]

BESIDE = ("web@1", "web@2", "stream@1", "stream@2")
BEFORE = ("stream", "web")
"""Which these replace. Streams end first: while one is open, nginx keeps the process that passes it on."""


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The release before, in a folder of its own."""
    packed = subprocess.run(["git", "archive", PREVIOUS_COMMIT], cwd=parts.ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "--extract", "--directory", tmp_path], input=packed, check=True)
    (tmp_path / ".venv").symlink_to(parts.ROOT / ".venv")
    return tmp_path


def migrate_back() -> None:
    for app, migration in reversed(PREVIOUS.items()):
        call_command("migrate", app, migration, verbosity=0)
    connection.close()


def release() -> None:
    """As an operator does, while the release before serves."""
    given = os.environ | {"DATABASE_URL": database.url(), "VERBOSITY": "0"}
    subprocess.run([parts.ROOT / "deploy" / "release"], env=given, check=True, capture_output=True)


def replace(site: parts.Site, before: Path, seen: clients.Clients) -> None:
    """What has sockets now takes the place of what had ports."""
    for part in BESIDE:
        with seen.during(f"start of {part}"):
            site.start(part)
    site.proxy()
    seen.some_more()
    for part in BEFORE:
        with seen.during(f"stop of {part}, of before"):
            site.stop(part, before)
        site.one_proxy()


def test_nobody_is_refused_by_an_upgrade(before: Path) -> None:
    with parts.at_hand() as site:
        seats = clients.seated(site.url)
        migrate_back()
        site.proxy(before)
        for part in (*BEFORE, "worker", "beat"):
            site.start(part, before)
        assert eventually(site.answers)
        with clients.playing(seats) as seen:
            with seen.during("deploy/release"):
                release()
            seen.some_more()
            replace(site, before, seen)
            for part in ("worker", "beat"):
                with seen.during(f"restart of {part}"):
                    site.restart(part)
            seen.some_more()
        clients.say(seen.figures())
        seen.nobody_was_refused()
        site.manage("replay")
