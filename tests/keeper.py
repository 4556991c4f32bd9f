"""The keeper of a test run: starts the servers when a test first needs them, and cleans up however the run ends.

    python -m tests.keeper

is started by the run, which holds the other end of its standard input: when that closes, the run is over, whether it
finished or was killed. In its first line the keeper prints, as JSON, the variables that the run and all its processes
must have. One of them, RUN, identifies these processes; it names the run's folder. The keeper kills those still
running, stops the servers, and removes the folder, which also holds the run's temporary files.

If the keeper itself is killed, the keeper of a later run does all this in its place.
"""

import ctypes
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
import traceback
from collections.abc import Set
from contextlib import ExitStack, suppress
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector

import psutil

from deploy import local
from tests.servers import DOOR, PREFIX, RUN, label

SECONDS_TO_SET_UP = 60
"""The keeper of a younger folder may not answer yet."""
SECONDS_TO_STOP = 5
SECONDS_TO_ASK = 5
SERVERS = frozenset({"postgres", "valkey-server"})
OURS = "SELECT datname FROM pg_database WHERE starts_with(datname, %s)"
PR_SET_CHILD_SUBREAPER = 36


class Servers:
    """PostgreSQL and Valkey, started once, except those that the environment names."""

    def __init__(self, home: Path, stack: ExitStack) -> None:
        self._home, self._stack, self._started = home, stack, False
        self._reserved = stack.enter_context(_reserved_port())
        self._given = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL") if os.environ.get(name)}

    def addresses(self) -> dict[str, str]:
        """Return where the servers are, or will be."""
        port = self._reserved.getsockname()[1]
        return {
            "DATABASE_URL": local.socket_url(self._home / "postgres"),
            "REDIS_URL": f"redis://127.0.0.1:{port}/0",
        } | self._given

    def start(self) -> str:
        """Start the servers; return the error, or ""."""
        try:
            if not self._started:
                self._start()
            self._started = True
        except Exception:
            return traceback.format_exc()
        return ""

    def _start(self) -> None:
        promised = self.addresses()
        if "DATABASE_URL" in self._given:
            self._stack.callback(_drop_databases, promised["DATABASE_URL"], label(self._home))
        else:
            url = self._stack.enter_context(local.postgres(self._home / "postgres", durable=False))
            assert url == promised["DATABASE_URL"], url
        if "REDIS_URL" in self._given:
            self._stack.callback(_forget_keys, promised["REDIS_URL"], label(self._home))
        else:
            url = self._stack.enter_context(local.valkey(self._reserved.getsockname()[1]))
            assert url == promised["REDIS_URL"], url


def _reserved_port() -> socket.socket:
    """Reserve a port that nobody else is given. Valkey can still listen on it, because both allow reusing the
    address."""
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    return holder


def _drop_databases(url: str, prefix: str) -> None:
    """Drop this run's databases on a server that stays."""
    # Only a run on given servers needs these libraries.
    import psycopg
    from psycopg import sql

    with psycopg.connect(url, autocommit=True) as server:
        for (name,) in server.execute(OURS, [prefix]).fetchall():
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _forget_keys(url: str, prefix: str) -> None:
    from redis import Redis

    with Redis.from_url(url) as redis:
        for key in redis.scan_iter(f"{prefix}*"):
            redis.delete(key)


def keep() -> None:
    """Serve one run, from its beginning to its end."""
    for abandoned in _abandoned():
        _remove(abandoned)
    if sys.platform == "linux":
        # Orphans of the servers become this process's children, so that the run's processor time is complete.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    home = Path(tempfile.mkdtemp(prefix=PREFIX))
    try:
        with ExitStack() as stack, socket.socket(socket.AF_UNIX) as door:
            door.bind(str(home / DOOR))
            door.listen()
            servers = Servers(home, stack)
            _tell(variables := _variables(home, servers))
            os.environ.update(variables)
            tempfile.tempdir = None
            try:
                _serve(servers, door)
            finally:
                _end(home, spared=SERVERS)
    finally:
        _remove(home)
        psutil.wait_procs(psutil.Process().children(), timeout=SECONDS_TO_STOP)  # their time is counted only now


def _variables(home: Path, servers: Servers) -> dict[str, str]:
    temporary = home / "tmp"
    temporary.mkdir()
    found = servers.addresses() | {RUN: str(home), "TMPDIR": str(temporary)}
    return {name: os.environ.get(name) or value for name, value in local.defaults(home).items()} | found


def _tell(variables: dict[str, str]) -> None:
    sys.stdout.write(json.dumps(variables) + "\n")
    sys.stdout.flush()


def _serve(servers: Servers, door: socket.socket) -> None:
    """Answer requests for the servers, starting them when first asked, until the run ends."""
    with DefaultSelector() as events:
        events.register(sys.stdin, EVENT_READ)
        events.register(door, EVENT_READ)
        while True:
            ready = {key.fileobj for key, _ in events.select()}
            if sys.stdin in ready:
                return
            _answer(servers, door.accept()[0])


def _answer(servers: Servers, visitor: socket.socket) -> None:
    """Start the servers for a visitor who asks. The keeper of another run only checks for an answer."""
    with visitor, suppress(OSError):
        visitor.settimeout(SECONDS_TO_ASK)
        if visitor.recv(1):
            visitor.sendall(servers.start().encode())


def _abandoned() -> list[Path]:
    """Return the folders of runs whose keeper was killed."""
    old = time.time() - SECONDS_TO_SET_UP
    folders = Path(tempfile.gettempdir()).glob(f"{PREFIX}*")
    return [folder for folder in folders if _is_older(folder, old) and not _answers(folder / DOOR)]


def _is_older(folder: Path, instant: float) -> bool:
    try:
        return folder.stat().st_mtime < instant
    except FileNotFoundError:  # its run has just ended
        return False


def _answers(door: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as visitor:
        return visitor.connect_ex(str(door)) == 0


def _remove(home: Path) -> None:
    _end(home)
    shutil.rmtree(home, ignore_errors=True)


def _end(home: Path, spared: Set[str] = frozenset()) -> None:
    """Kill all processes of a run, except those with these names."""
    while left := [process for process in psutil.process_iter() if _belongs(process, home, spared)]:
        for process in left:
            _kill(process)
        psutil.wait_procs(left, timeout=SECONDS_TO_STOP)


def _belongs(process: psutil.Process, home: Path, spared: Set[str]) -> bool:
    try:
        ours = process.pid != os.getpid() and process.environ().get(RUN) == str(home)
        return ours and process.name() not in spared
    except psutil.Error:
        return False


def _kill(process: psutil.Process) -> None:
    """Kill a process; PostgreSQL frees its shared memory if stopped immediately, the others have none."""
    with suppress(psutil.NoSuchProcess):
        process.send_signal(signal.SIGQUIT if process.name() == "postgres" else signal.SIGKILL)


if __name__ == "__main__":
    keep()
