"""The sockets by which the proxy finds processes that serve (deploy/web, deploy/stream).

A socket's file exists exactly while its process serves. So one can be restarted while another serves, and no request
is refused.

    python -m deploy.sockets publish PATH     once the process answers at PATH.new, that is PATH
    python -m deploy.sockets withdraw PATH    nobody connects any more; returns once all who had are being served

Where there is no file, connecting fails at once, before anything of a request is sent: the proxy asks the next process,
with a POST, too. A socket that is closed instead would break off those who wait in its queue. The units in
deploy/systemd run both, around the process.
"""

import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socket import AF_UNIX, socket
from typing import Final

PAUSE: Final = 0.05
"""Seconds between two checks whether the process serves."""
LINGER: Final = 1.0
"""Seconds in which the process accepts waiting connections: a thousand times as long as it needs."""
FOR_THE_MACHINE: Final = 0o666
"""Anyone on this machine may connect, as to a port; the proxy runs as a user of its own."""

Pause = Callable[[float], object]


class _Connection(HTTPConnection):
    """An HTTP connection over a socket with a path."""

    def __init__(self, path: Path) -> None:
        super().__init__("localhost")
        self._path = path

    def connect(self) -> None:
        self.sock = socket(AF_UNIX)
        self.sock.connect(str(self._path))


def serves(path: Path) -> bool:
    """Check by /healthz whether the process behind the socket is alive.

    Waits if it has only just begun to listen.
    """
    with closing(_Connection(path)) as connection, suppress(OSError, HTTPException):
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    return False


def publish(path: Path, pause: Pause = time.sleep) -> None:
    """Make the process visible to the proxy, once it serves. Its supervisor limits how long to wait for that."""
    beside = path.with_name(f"{path.name}.new")
    while not serves(beside):
        pause(PAUSE)
    beside.chmod(FOR_THE_MACHINE)
    beside.rename(path)


def withdraw(path: Path, pause: Pause = time.sleep) -> None:
    """Hide the process from the proxy. Returns when it may be stopped. Harmless if there is no such file."""
    path.unlink(missing_ok=True)
    pause(LINGER)


ACTIONS: Final[dict[str, Callable[[Path], None]]] = {"publish": publish, "withdraw": withdraw}


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ACTIONS:
        sys.exit(str(__doc__))
    ACTIONS[sys.argv[1]](Path(sys.argv[2]))
