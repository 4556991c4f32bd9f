"""PostgreSQL servers that replicate one another, run from a wheel's or Debian's programs.

Each has a folder of its own, and listens only on a socket in it. PostgreSQL refuses to run as root: when started by
root, it runs as a user who is made the folders' owner.
"""

import os
import pwd
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import psycopg

from deploy import local

PORT: Final = 5432
ROLE: Final = "postgres"
PATIENCE: Final = 60
"""Seconds after which a server that does not start is considered broken."""
USERS: Final = ("postgres", "embedded_postgres", "nobody")
SETTINGS: Final = {
    "listen_addresses": "",
    "max_connections": "100",
    "wal_keep_size": "256MB",
    "max_wal_senders": "10",
    "hot_standby": "on",
    "hot_standby_feedback": "on",
    "wal_receiver_status_interval": "1s",
    "wal_retrieve_retry_interval": "500ms",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}


class CameNot(Exception):
    """The error for a server that has not done in time what it should."""


def owner() -> int:
    """Return the user as whom servers run: another one if we are root."""
    if os.getuid() != 0:
        return os.getuid()
    for name in USERS:
        with suppress(KeyError):
            return pwd.getpwnam(name).pw_uid
    raise CameNot("There is no user as whom PostgreSQL could run.")


def run_by(user: int) -> dict[str, Any]:
    """Return the arguments for `subprocess` that run a program as this user."""
    return {"user": user, "extra_groups": []} if os.getuid() == 0 else {}


class Postgres:
    """A server, created as a primary (`begin`), or as a copy of another that it follows (`follow`)."""

    def __init__(self, name: str, home: Path, user: int, programs: Path | None = None) -> None:
        self.name, self.data, self.host = name, home / name, home / f"at-{name}"
        self._programs = programs or local.program("postgres").parent
        self._run_by = run_by(user)
        self._process: subprocess.Popen[bytes] | None = None
        for folder in (home, self.host):
            folder.mkdir(mode=0o700, exist_ok=True)
            os.chown(folder, user, -1)

    def url(self, database: str = local.DATABASE) -> str:
        """Return the server's address in the form of the site's variables."""
        return f"postgresql://{ROLE}@/{database}?host={self.host}"

    def begin(self, **settings: str) -> None:
        """Create a new primary that contains only the site's empty database."""
        self._run("initdb", "-D", self.data, "-U", ROLE, "--auth=trust", "--encoding=utf8", "--locale=C.UTF-8")
        self.set(**(SETTINGS | {"unix_socket_directories": str(self.host)} | settings))
        self.start()
        with self.ask("postgres") as server:
            server.execute(f"CREATE DATABASE {local.DATABASE}")

    def follow(self, primary: str | Path) -> None:
        """Copy the primary whose socket is in that folder, and keep following it."""
        source = f"host={primary} user={ROLE} application_name={self.name}"
        self._run("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "-d", source)
        self.data.chmod(0o700)
        self.set(
            max_connections="500",  # at least as many as the primary has, or it would not follow
            listen_addresses="",
            unix_socket_directories=str(self.host),
            synchronous_standby_names="",
            primary_conninfo=source,
        )
        self.start()

    def start(self) -> None:
        """Start the server. Returns once it responds. Raises CameNot."""
        with (self.data / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self.data],
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self._run_by,
            )
        self.until(self.answers, f"{self.name} does not come up")

    def answers(self) -> bool:
        """Check whether the server accepts statements."""
        with suppress(psycopg.Error), self.ask("postgres") as server:
            return bool(server.execute("SELECT true").fetchone())
        return False

    def ask(self, database: str = local.DATABASE) -> psycopg.Connection:
        """Connect to the server. Raises OperationalError."""
        return psycopg.connect(self.url(database), autocommit=True, connect_timeout=5)

    def set(self, **settings: str) -> None:
        """Change settings; those that can change at run time take effect after `reload`."""
        with (self.data / "postgresql.auto.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())

    def reload(self) -> None:
        """Apply changed settings."""
        with self.ask("postgres") as server:
            server.execute("SELECT pg_reload_conf()")

    def promote(self) -> None:
        """Promote a standby to primary. Returns once it accepts writes."""
        with self.ask("postgres") as server:
            server.execute("SELECT pg_promote(true, 60)")

    def has_follower(self, name: str, state: str) -> bool:
        """Check whether the server of this name follows this one, as "sync" or "async"."""
        with suppress(psycopg.Error), self.ask("postgres") as server:
            row = server.execute(
                "SELECT sync_state FROM pg_stat_replication WHERE application_name = %s AND state = 'streaming'", [name]
            ).fetchone()
            return row == (state,)
        return False

    def until(self, is_done: Callable[[], bool], why: str) -> None:
        """Wait until servers have done something. Raises CameNot."""
        end = time.monotonic() + PATIENCE
        while not is_done():
            if time.monotonic() > end or (self._process and self._process.poll() is not None):
                raise CameNot(f"{why}\n{(self.data / 'server.log').read_text()[-2000:]}")
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill the whole server at once, as if its machine had failed.

        Its child processes notice the end of the first one, and exit as well.
        """
        if self._process:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        """Stop the server in good order."""
        if self._process and self._process.poll() is None:
            self._run("pg_ctl", "-D", self.data, "-m", "fast", "-w", "stop")
            self._process.wait()

    def _run(self, name: str, *arguments: str | Path) -> None:
        process = subprocess.run(
            [self._programs / name, *arguments], capture_output=True, text=True, check=False, cwd="/", **self._run_by
        )
        if process.returncode:
            raise CameNot(f"{name}: {process.stderr.strip() or process.stdout.strip()}")
