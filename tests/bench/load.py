"""A load of ready requests over kept-open connections: as little work on this side as can be.

Each connection sends its own requests one after the other; what is measured is how many are answered a second by
all, and how long each took.
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
    """Requests a second, and of their times in seconds the 99th percentile and the median."""

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
        """Send all of them; raises AssertionError at the first answer of another status."""
        with socket.create_connection(("127.0.0.1", self.port)) as link:
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for request in self.requests:
                begun = time.perf_counter()
                link.sendall(request)
                head = _answer(link)
                times.append(time.perf_counter() - begun)
                assert head.startswith(b"HTTP/1.1 " + self.expected), head


def _answer(link: socket.socket) -> bytes:
    """Read one answer to its end; returns all that was read."""
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
    """An HTTP/1.1 request, ready to be sent."""
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
    """Run these loads at the same time, each over a connection of its own."""
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
