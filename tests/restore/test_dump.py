"""A dump is restored completely or not at all, and a release creates no new site beside a backup."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy import migration
from tests.restore.cluster import DEPLOY, Cluster

DEBIANS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
TABLES = """
CREATE TABLE games_player (id int); CREATE TABLE games_game (id int);
INSERT INTO games_player VALUES (1), (2); INSERT INTO games_game VALUES (1);
"""
pytestmark = pytest.mark.long
with_debians_programs = pytest.mark.skipif(not DEBIANS, reason="needs Debian's postgresql, which has pg_dump")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Return a PostgreSQL of its own, with the roles and the database of deploy/database.sql."""
    with tempfile.TemporaryDirectory(prefix="night-mail-dump-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        home.chmod(0o755)
        cluster = Cluster(DEBIANS[-1], home, receives=False)
        try:
            cluster.create()
            yield cluster
        finally:
            cluster.stop()


@pytest.fixture
def dump(cluster: Cluster) -> Path:
    """Return the dump of a site with two players and one game; since then a third player has come."""
    for name in databases(cluster):
        cluster.ask(f'DROP DATABASE "{name}"')
    cluster.ask("CREATE DATABASE night_mail OWNER night_mail_owner TEMPLATE template0 LOCALE 'C'")
    cluster.ask(f"SET ROLE night_mail_owner; {TABLES}", "night_mail")
    cluster.ask("CREATE EXTENSION pgcrypto", "night_mail")
    file = cluster.home / "night-mail.dump"
    cluster.run("pg_dump", "--format=custom", f"--file={file}", "night_mail")
    cluster.ask("INSERT INTO games_player VALUES (3)", "night_mail")
    return file


def databases(cluster: Cluster) -> list[str]:
    return cluster.ask("SELECT datname FROM pg_database WHERE datname LIKE 'night%' ORDER BY 1").split()


def players(cluster: Cluster, database: str) -> str:
    return cluster.ask("SELECT count(*) FROM games_player", database)


@with_debians_programs
def test_a_dump_takes_the_place_of_what_is_there_which_stays(cluster: Cluster, dump: Path) -> None:
    cluster.run(cluster.tools / "restore-dump", dump)
    now, before = databases(cluster)
    assert (now, players(cluster, now)) == ("night_mail", "2")
    assert before.startswith("night_mail_before_")
    assert players(cluster, before) == "3"
    owner = cluster.ask("SELECT tableowner FROM pg_tables WHERE tablename = 'games_player'", "night_mail")
    assert owner == "night_mail_owner"
    sorts = cluster.ask("SELECT datcollate || datlocprovider::text FROM pg_database WHERE datname = 'night_mail'")
    assert sorts in {"C.UTF-8b", "C.UTF-8c"}


@with_debians_programs
@pytest.mark.parametrize("damage", ["cut off", "no dump", "of another program", "a role is missing"])
def test_a_dump_that_fails_changes_nothing(cluster: Cluster, dump: Path, damage: str) -> None:
    if damage == "cut off":
        os.truncate(dump, dump.stat().st_size - 100)
    elif damage == "no dump":
        dump.write_bytes(b"nothing")
    elif damage == "of another program":
        cluster.run("pg_dump", "--format=custom", f"--file={dump}", "postgres")
    else:
        cluster.ask("CREATE ROLE somebody; GRANT SELECT ON games_player TO somebody", "night_mail")
        cluster.run("pg_dump", "--format=custom", f"--file={dump}", "night_mail")
        cluster.ask("DROP OWNED BY somebody; DROP ROLE somebody", "night_mail")
    with pytest.raises(subprocess.CalledProcessError):
        cluster.run(cluster.tools / "restore-dump", dump)
    assert databases(cluster) == ["night_mail"]
    assert players(cluster, "night_mail") == "3"


@with_debians_programs
def test_a_site_that_still_runs_is_not_swapped(cluster: Cluster, dump: Path) -> None:
    with subprocess.Popen(
        [DEBIANS[-1] / "psql", "--quiet", cluster.url("night_mail")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as site:
        assert site.stdin
        assert site.stdout
        print("\\echo here", file=site.stdin, flush=True)
        assert site.stdout.readline() == "here\n"
        with pytest.raises(subprocess.CalledProcessError):
            cluster.run(cluster.tools / "restore-dump", dump)
        site.stdin.close()
    assert databases(cluster) == ["night_mail"]
    assert players(cluster, "night_mail") == "3"


@pytest.mark.django_db
def test_a_site_with_tables_is_migrated_whatever_backups_there_are(tmp_path: Path) -> None:
    (tmp_path / "there-is-a-backup").touch()
    migration.refuse_to_begin_anew(tmp_path / "there-is-a-backup")


@pytest.mark.django_db
def test_an_empty_database_beside_a_backup_is_refused(tmp_path: Path) -> None:
    from django.db import connection

    connection.cursor().execute("DELETE FROM django_migrations")
    migration.refuse_to_begin_anew(tmp_path / "there-is-a-backup")
    (tmp_path / "there-is-a-backup").touch()
    with pytest.raises(SystemExit, match=r"night-mail release --new"):
        migration.refuse_to_begin_anew(tmp_path / "there-is-a-backup")


def test_a_base_backup_says_that_there_is_one() -> None:
    assert f'touch "$folder/{migration.BACKUP.name}"' in (DEPLOY / "backup/base").read_text()
