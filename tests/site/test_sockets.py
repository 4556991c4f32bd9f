"""A socket is in the proxy's folder exactly while its process serves: `deploy.sockets`."""

import socket
import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import UnixStreamServer

import pytest

from deploy import sockets


class _Healthy(BaseHTTPRequestHandler):
    """A handler that answers /healthz, and nothing else."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def address_string(self) -> str:
        return "here"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "web-1.socket"


def _not_at_all(_: float) -> None:
    raise AssertionError("it waited")


def test_it_is_found_once_it_serves_and_no_longer_once_it_is_withdrawn(path: Path) -> None:
    beside = path.with_name("web-1.socket.new")
    paused: list[float] = []

    def pause(_: float) -> None:
        """Start serving at the second pause."""
        paused.append(path.exists())
        if len(paused) == 2:
            server.append(UnixStreamServer(str(beside), _Healthy))
            threading.Thread(target=server[0].serve_forever).start()

    server: list[UnixStreamServer] = []
    sockets.publish(path, pause)
    try:
        assert paused == [False, False]
        assert not beside.exists()
        assert sockets.serves(path)
        assert path.stat().st_mode & 0o777 == sockets.FOR_THE_MACHINE
        sockets.withdraw(path, paused.append)
        assert paused[2:] == [sockets.LINGER]
        assert not path.exists()
    finally:
        server[0].shutdown()
        server[0].server_close()


def test_one_that_a_dead_process_left_is_replaced(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    assert not sockets.serves(path)
    with UnixStreamServer(f"{path}.new", _Healthy) as server:
        threading.Thread(target=server.serve_forever).start()
        sockets.publish(path, _not_at_all)
        assert sockets.serves(path)
        server.shutdown()


def test_it_may_be_withdrawn_twice(path: Path) -> None:
    sockets.withdraw(path, lambda _: None)
