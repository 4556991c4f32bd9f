"""A load of prepared requests over persistent connections, with as little work on the client's side as possible.

Each connection sends its requests one after the other; measured are the answers per second of all connections together,
and the time of each answer.
"""

import socket
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import NamedTuple

PORTION = 65536


class Figures(NamedTuple):
    """Requests per second, and the 99th percentile and median of their times in seconds."""

    rate: float
    p99: float
    median: float


@dataclass
class Connection:
    """One client's connection and the requests that it has to send."""

    port: int
    requests: Sequence[bytes]
    expected: bytes

    def run(self, times: list[float]) -> None:
        """Send all requests; raise AssertionError at the first answer with another status."""
        with socket.create_connection(("127.0.0.1", self.port)) as link:
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for request in self.requests:
                begun = time.perf_counter()
                link.sendall(request)
                head = _answer(link)
                times.append(time.perf_counter() - begun)
                assert head.startswith(b"HTTP/1.1 " + self.expected), head


def _answer(link: socket.socket) -> bytes:
    """Read one answer to its end and return it."""
    found = link.recv(PORTION)
    while b"\r\n\r\n" not in found:
        found += link.recv(PORTION)
    head, _, body = found.partition(b"\r\n\r\n")
    rest = _length(head) - len(body)
    while rest > 0:
        more = link.recv(PORTION)
        rest -= len(more)
        found += more
    return found


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line[15:])
    return 0


def request(method: str, path: str, token: str, body: bytes = b"", if_none_match: str = "") -> bytes:
    """Return an HTTP/1.1 request, ready to send."""
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: localhost",
        f"Authorization: Bearer {token}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        *([f"If-None-Match: {if_none_match}"] if if_none_match else []),
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def measure(port: int, loads: Sequence[Sequence[bytes]], expected: int) -> Figures:
    """Run these loads at the same time, each over its own connection."""
    times: list[float] = []
    clients = [Connection(port, requests, str(expected).encode()) for requests in loads]
    threads = [threading.Thread(target=client.run, args=[times]) for client in clients]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - begun
    assert len(times) == sum(map(len, loads)), "a connection broke off"
    return Figures(len(times) / spent, quantiles(times, n=100)[98], median(times))
