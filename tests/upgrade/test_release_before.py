"""Upgrade from the previous release while sixteen clients play; `make upgrade` prints the figures.

It needs nginx, and that release's commit.
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


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """Return a folder with the previous release."""
    packed = subprocess.run(["git", "archive", PREVIOUS_COMMIT], cwd=parts.ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "--extract", "--directory", tmp_path], input=packed, check=True)
    (tmp_path / ".venv").symlink_to(parts.ROOT / ".venv")
    return tmp_path


def migrate_back() -> None:
    for app, migration in reversed(PREVIOUS.items()):
        call_command("migrate", app, migration, verbosity=0)
    connection.close()


def release() -> None:
    """Release as an operator does, while the previous release serves."""
    given = os.environ | {"DATABASE_URL": database.url(), "VERBOSITY": "0"}
    subprocess.run([parts.ROOT / "deploy" / "release"], env=given, check=True, capture_output=True)


def test_nobody_is_refused_by_an_upgrade(before: Path) -> None:
    with parts.at_hand() as site:
        seats = clients.seated(site.url)
        migrate_back()
        site.proxy(before)
        for part in parts.PARTS:
            site.start(part, before)
        assert eventually(site.answers)
        with clients.playing(seats) as seen:
            with seen.during("deploy/release"):
                release()
            seen.some_more()
            for part in parts.PARTS:
                with seen.during(f"restart of {part}"):
                    site.stop(part, before)
                    site.start(part)
                seen.some_more()
            site.proxy()
            seen.some_more()
        clients.say(seen.figures())
        seen.nobody_was_refused()
        site.manage("replay")
