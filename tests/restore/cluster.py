"""The drill's own PostgreSQL, whose WAL is stored elsewhere while it runs, and which can be lost and restored."""

import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.patience import PATIENCE, eventually

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
USER = "postgres"
"""The user for PostgreSQL if we are root, as whom it refuses to run."""
SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{home}'
max_connections = 60
"""
ARCHIVES = """
archive_mode = on
archive_command = '{tools}/archive "%p" "{backup}/wal/%f"'
"""
RECEIVES = """
synchronous_standby_names = 'pg_receivewal'
"""
NOTHING_KEPT = """
archive_mode = off
synchronous_standby_names = ''
"""
"""Settings of a restored server: two timelines follow from one backup and must not mix; and nobody receives WAL yet."""


@dataclass
class Cluster:
    """Programs of PostgreSQL, and a folder for its data, its socket and its backup.

    With `archive_command`, a finished segment of WAL is stored; with pg_receivewal, every commit before it is answered.
    """

    binaries: Path
    home: Path
    receives: bool
    receiver: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def backup(self) -> Path:
        return self.home / "backup"

    @property
    def tools(self) -> Path:
        """Copy deploy/backup to where PostgreSQL's user can read it."""
        return self.home / "tools"

    def url(self, role: str, database: str = "night_mail") -> str:
        return f"postgresql://{role}@/{database}?host={self.home}"

    def run(self, *command: str | Path, **files: Path) -> None:
        """Run one of PostgreSQL's programs, or of ours, as its user. Raises CalledProcessError."""
        standard_input = files["given"].open() if files else subprocess.DEVNULL
        subprocess.run(
            self._as_user(command),
            env=self._environment(),
            stdin=standard_input,
            stdout=subprocess.DEVNULL,
            check=True,
        )

    def create(self) -> None:
        """Make and start it, with the roles and the database of deploy/database.sql."""
        shutil.copytree(DEPLOY / "backup", self.tools)
        (self.backup / "wal").mkdir(parents=True)
        if os.getuid() == 0:
            subprocess.run(["chown", "--recursive", USER, self.home], check=True)
        self.run("initdb", "--pgdata", self.data, "--auth=trust", "--encoding=utf8", "--locale=C.UTF-8", "--no-sync")
        kept = SETTINGS + ("" if self.receives else ARCHIVES)
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(kept.format(home=self.home, tools=self.tools, backup=self.backup))
        self.start()
        script = self.home / "database.sql"
        script.write_text((DEPLOY / "database.sql").read_text())
        passwords = ("--set=owner_password=a1", "--set=password=b2")
        self.run("psql", "--quiet", "--set=ON_ERROR_STOP=1", *passwords, "--dbname=postgres", given=script)
        if self.receives:
            self._receive()

    def start(self) -> None:
        """Start the server; return once it accepts connections, after replaying all WAL that it should."""
        self.run("pg_ctl", "--pgdata", self.data, "--log", self.home / "log", "--wait", "--timeout=600", "start")
        assert eventually(self._is_primary)

    def ask(self, statement: str, database: str = "postgres") -> str:
        """Return the answer to a superuser's statement. Raises CalledProcessError."""
        command = ("psql", "--no-psqlrc", "--tuples-only", "--no-align", "--dbname", database, "--command", statement)
        answer = subprocess.run(self._as_user(command), env=self._environment(), check=True, capture_output=True)
        return answer.stdout.decode().strip()

    def lose(self) -> None:
        """Kill the server in the middle of its work, and delete its data."""
        leader = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(leader, signal.SIGQUIT)
        assert eventually(lambda: not Path(f"/proc/{leader}").exists())
        if self.receiver:
            self.receiver.wait(PATIENCE)  # it has written everything it received, and ends with its server
        shutil.rmtree(self.data)

    def restore(self, backup: Path, until: str = "") -> None:
        """Restore from this backup, up to an instant or to the end. Returns when it accepts connections."""
        self.run(self.tools / "restore", backup, self.data, *([until] if until else []))
        with (self.data / "postgresql.auto.conf").open("a") as settings:
            settings.write(NOTHING_KEPT)
        self.start()

    def stop(self) -> None:
        with suppress(subprocess.CalledProcessError):
            self.run("pg_ctl", "--pgdata", self.data, "--mode=fast", "--wait", "stop")

    def _receive(self) -> None:
        """Store all WAL elsewhere; from here on no commit is answered earlier."""
        kept = ("--slot=night_mail", f"--directory={self.backup}/wal")
        self.run("pg_receivewal", *kept[:1], "--create-slot")
        self.receiver = subprocess.Popen(
            self._as_user(("pg_receivewal", *kept, "--synchronous", "--no-loop")),
            env=self._environment(),
            stderr=subprocess.DEVNULL,
        )
        assert eventually(lambda: self.ask("SELECT count(*) FROM pg_stat_replication") == "1")
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(RECEIVES)
        self.ask("SELECT pg_reload_conf()")
        assert eventually(lambda: self.ask("SELECT sync_state FROM pg_stat_replication") == "sync")

    def _is_primary(self) -> bool:
        try:
            return self.ask("SELECT pg_is_in_recovery()") == "f"
        except subprocess.CalledProcessError:
            return False

    def _as_user(self, command: Sequence[str | Path]) -> list[str]:
        become = ["runuser", "--user", USER, "--"] if os.getuid() == 0 else []
        return [*become, *map(str, command)]

    def _environment(self) -> dict[str, str]:
        return os.environ | {"PATH": f"{self.binaries}:{os.environ['PATH']}", "PGHOST": str(self.home), "PGUSER": USER}
