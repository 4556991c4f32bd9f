"""From a fresh server to a site with minimal rights: deploy/database.sql, then deploy/release."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import yaml

from deploy.local import program

OF_SOME = (
    r"^(# The proxy finds|Environment=\w+_(SOCKET|WORKERS)=|ExecStartPost=|ExecStop=|# Each open|LimitNOFILE="
    r"|# It has a lower|Slice=|CPUWeight=|TimeoutStartSec=).*\n"
)
ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"
BUILT_IN = 170000
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())

pytestmark = pytest.mark.usefixtures("servers")


@pytest.fixture
def site() -> Iterator[str]:
    """Yield the name of a role, and of a database that another role owns, made as the document says."""
    name = f"release_{os.getpid()}"
    text = (DEPLOY / "database.sql").read_text().replace("night_mail", name)
    given = ("--set=ON_ERROR_STOP=1", "--set=owner_password=a1", "--set=password=b2")
    command = [str(program("psql")), "--quiet", "--no-psqlrc", *given, os.environ["DATABASE_URL"]]
    for _ in range(2):  # each upgrade runs it again
        subprocess.run(command, input=text, text=True, check=True)
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        yield name
        server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
        server.execute(f"DROP ROLE {name}; DROP ROLE {name}_owner".encode())


def address(role: str, password: str, database: str) -> str:
    parts = urlsplit(os.environ["DATABASE_URL"])
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{role}:{password}@{host}", path=f"/{database}"))


def test_its_database_sorts_by_code_points(site: str) -> None:
    """From 17 on by PostgreSQL's own collation, so that upgrades of the operating system affect no index."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        asked = "SELECT datcollate, datlocprovider, pg_encoding_to_char(encoding) FROM pg_database WHERE datname = %s"
        provider = "b" if server.info.server_version >= BUILT_IN else "c"
        assert server.execute(asked, [site]).fetchone() == ("C.UTF-8", provider, "UTF8")


@pytest.mark.deploy
def test_a_fresh_server_is_made_ready(site: str, tmp_path: Path) -> None:
    owner = tmp_path / "owner"
    owner.write_text(address(f"{site}_owner", "a1", site) + "\n")
    ours = address(site, "b2", site)
    given = os.environ | {"DATABASE_URL": ours, "OWNER_DATABASE_URL_FILE": str(owner), "VERBOSITY": "0"}
    subprocess.run([DEPLOY / "release"], env=given, check=True, capture_output=True)
    with psycopg.connect(ours, autocommit=True) as we:
        assert we.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone() == (False,)
        assert we.execute("SHOW log_min_error_statement").fetchone() == ("panic",)
        assert we.execute("SELECT count(*) FROM games_entry").fetchone() == (0,)
        we.execute("DELETE FROM games_turn")
        for forbidden in (b"UPDATE games_entry SET kind = ''", b"DELETE FROM games_adminact", b"DROP TABLE games_turn"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                we.execute(forbidden)
    compact = ["python", "manage.py", "compact_log"]
    done = subprocess.run([DEPLOY / "as-owner", *compact], env=given, check=True, capture_output=True, text=True)
    assert done.stdout == "0 games compacted, 0 left as they were\n"
    refused = subprocess.run(
        [sys.executable, *compact[1:]], env=given, cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert refused.returncode == 1
    assert "night-mail owner compact_log" in refused.stderr


def test_compose_gives_every_service_what_it_needs() -> None:
    services, text = COMPOSE["services"], (DEPLOY / "compose.yaml").read_text()
    assert "${" not in text  # no value comes from a shell's variables
    secret = {name for service in services.values() for name in service.get("env_file", [])}
    for ignoring in (".gitignore", ".dockerignore"):
        assert {f"deploy/{name}" for name in secret} <= {
            line.lstrip("/") for line in (ROOT / ignoring).read_text().split()
        }
    for name in ("release", "web", "strangers", "worker", "beat", "mail-in", "mail-fetch"):
        assert (ROOT / services[name]["command"]).stat().st_mode & 0o111
        given = services[name]["environment"]
        assert urlsplit(given["REDIS_URL"]).hostname in services
        assert urlsplit(given["HEARTBEAT_URL"]).hostname == "web"
        assert ("owner" in services[name]["env_file"]) == (name == "release")
    for volume in services["postgres"]["volumes"]:
        assert not volume.startswith(".") or (DEPLOY / volume.split(":")[0]).exists()


def test_the_units_are_alike() -> None:
    """All units have the same restrictions: they differ only in the program, and in the sockets of two."""
    scripts = ("web@", "strangers@", "stream@", "worker", "beat", "mail-in", "mail-fetch")
    units = [(DEPLOY / "systemd" / f"night-mail-{script}.service").read_text() for script in scripts]
    alike = {
        re.sub(r"Description=.*|ExecStart=.*|TimeoutStopSec=.*", "", re.sub(OF_SOME, "", unit, flags=re.MULTILINE))
        for unit in units
    }
    assert len(alike) == 1
