"""Three PostgreSQL servers with their replication, and PgBouncer, which knows where the primary is.

Whatever the primary has acknowledged is on its standby's disk as well. So if the primary dies, the standby takes its
place without losing anything acknowledged. The others are then recreated as copies of it, since neither may have more
data than it has.
"""

import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Final

from deploy import local
from deploy.cluster.parts import Supervised, Supervisor
from deploy.cluster.postgres import ROLE, Postgres, owner, run_by

POOL_PORT: Final = 6432
PGBOUNCER: Final = """\
[databases]
{database} = host={host}
[pgbouncer]
listen_addr =
listen_port = {port}
unix_socket_dir = {folder}
auth_type = any
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 20
server_login_retry = 1
server_lifetime = 600
query_wait_timeout = 10
ignore_startup_parameters = extra_float_digits
"""


class Databases:
    """The primary, its standby and the replica; names belong to these roles, not to the folders."""

    def __init__(self, home: Path, supervisor: Supervisor, logs: Path) -> None:
        self._home, self._user, self._count = home, owner(), 0
        self._supervisor, self._logs = supervisor, logs
        self.primary, self.standby, self.replica = (self._new() for _ in range(3))

    def start(self, prepare: Callable[[str], None]) -> None:
        """Start all servers; `prepare` is given the primary's address before any other server follows it.

        Returns once PgBouncer is started.
        """
        self.primary.begin()
        prepare(self.primary.url())
        self._have_followers()
        self._write_where()
        config = self._pool / "pgbouncer.ini"
        pool = Supervised("pgbouncer", [_pgbouncer(), config], self._logs, run_by=run_by(self._user))
        self._supervisor.start(pool)

    def stop(self) -> None:
        """Stop all servers, followers before the primary."""
        for server in (self.replica, self.standby, self.primary):
            server.stop()

    @property
    def pooled_url(self) -> str:
        """The value of the site's DATABASE_URL."""
        return f"{self._url}?host={self._pool}&port={POOL_PORT}"

    @property
    def replica_url(self) -> str:
        """The value of REPLICA_URL: an address that stays the same, whichever server is the replica."""
        return f"{self._url}?host={self._home / 'replica'}"

    def fail_over(self) -> None:
        """Kill the primary, and promote the standby. Returns once that accepts writes."""
        self.primary.kill()
        self.standby.promote()
        self._dead, self.primary = [self.primary, self.replica], self.standby
        self._write_where()
        self._supervisor.parts["pgbouncer"].signal(signal.SIGHUP)

    def repair(self) -> None:
        """Replace the standby and the replica with copies of the new primary. Returns once they follow it."""
        for server in self._dead:
            server.kill()
            shutil.rmtree(server.data)
        self.standby, self.replica = self._new(), self._new()
        self._have_followers()

    _url: Final = f"postgresql://{ROLE}@/{local.DATABASE}"

    def _new(self) -> Postgres:
        self._count += 1
        return Postgres(f"server{self._count}", self._home, self._user)

    def _have_followers(self) -> None:
        for server in (self.standby, self.replica):
            server.follow(self.primary.host)
        self.primary.set(synchronous_standby_names=f'FIRST 1 ("{self.standby.name}")')
        self.primary.reload()
        self.primary.until(lambda: self.primary.has_follower(self.standby.name, "sync"), "no standby follows")
        self.primary.until(lambda: self.primary.has_follower(self.replica.name, "async"), "no replica follows")
        link = self._home / "replica"
        link.unlink(missing_ok=True)
        link.symlink_to(self.replica.host)

    @property
    def _pool(self) -> Path:
        return self.primary.host.parent

    def _write_where(self) -> None:
        text = PGBOUNCER.format(
            database=local.DATABASE, host=f"{self.primary.host} user={ROLE}", port=POOL_PORT, folder=self._pool
        )
        (self._pool / "pgbouncer.ini").write_text(text)


def _pgbouncer() -> str:
    return shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
