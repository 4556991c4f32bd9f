"""Problems of PostgreSQL's machine are reported to the site by deploy/backup/watch, run as by its unit."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import eventually
from tests.restore.cluster import Cluster
from tests.restore.test_dump import DEBIANS, with_debians_programs

TABLE = "CREATE TABLE games_heartbeat (source text PRIMARY KEY, at timestamptz NOT NULL)"
LONG_AGO = "TIMESTAMPTZ '2026-03-02 12:00:00+00'"
ALL = {"machine", "disk", "wal", "base_backup"}
FULL = "101"
"""The share of free space to demand, in percent, which no disk has."""
pytestmark = [pytest.mark.long, with_debians_programs]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Return a PostgreSQL of its own that archives, with a site's heartbeats, a first look, and a base backup."""
    with tempfile.TemporaryDirectory(prefix="night-mail-watch-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        home.chmod(0o755)
        cluster = Cluster(DEBIANS[-1], home, receives=False)
        try:
            cluster.create()
            cluster.ask(TABLE, "night_mail")
            cluster.run(cluster.tools / "base", cluster.backup)
            cluster.run(cluster.tools / "watch", cluster.backup)
            yield cluster
        finally:
            cluster.stop()


def seen_well(cluster: Cluster, *given: str) -> set[str]:
    """Return which checks passed just now, out of those that passed long ago."""
    cluster.ask(f"UPDATE games_heartbeat SET at = {LONG_AGO}", "night_mail")
    cluster.run(cluster.tools / "watch", cluster.backup, *given)
    return set(cluster.ask(f"SELECT source FROM games_heartbeat WHERE at > {LONG_AGO}", "night_mail").split())


def test_where_all_is_well_all_is_noted(cluster: Cluster) -> None:
    assert seen_well(cluster) == ALL


def test_a_disk_that_is_nearly_full_is_not_well(cluster: Cluster) -> None:
    assert seen_well(cluster, "night_mail", FULL) == ALL - {"disk"}


def test_what_was_never_well_is_counted_from_the_first_look(cluster: Cluster) -> None:
    cluster.ask("DELETE FROM games_heartbeat", "night_mail")
    assert seen_well(cluster, "night_mail", FULL) == ALL
    assert seen_well(cluster, "night_mail", FULL) == ALL - {"disk"}


def test_a_base_backup_that_fails_or_is_old_is_none(cluster: Cluster) -> None:
    (backup,) = (cluster.backup / "base").iterdir()
    cluster.run("touch", "--date", "31 hours ago", backup)
    assert seen_well(cluster) == ALL - {"base_backup"}
    cluster.run("touch", "--date", "29 hours ago", backup)
    (cluster.backup / "base" / ".unfinished").mkdir()
    assert seen_well(cluster) == ALL
    cluster.run("mv", backup, cluster.home)
    assert seen_well(cluster) == ALL - {"base_backup"}
    cluster.run("mv", cluster.home / backup.name, backup.parent)


def test_wal_that_cannot_be_kept_is_noticed(cluster: Cluster) -> None:
    wal = cluster.backup / "wal"
    cluster.run("mv", wal, cluster.home / "elsewhere")
    cluster.ask("SELECT pg_switch_wal()")
    assert eventually(lambda: cluster.ask("SELECT failed_count > 0 FROM pg_stat_archiver") == "t")
    assert seen_well(cluster) == ALL - {"wal"}
    cluster.run("mv", cluster.home / "elsewhere", wal)
    assert eventually(lambda: seen_well(cluster) == ALL)
