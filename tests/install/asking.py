"""A client that sends requests to the site over TLS, repeatedly, while a release is being changed."""

import socket
import ssl
import threading
import time
from collections import Counter
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path

EVERY = 0.125
"""Seconds: the site lets a stranger's network have ten pages a second (STRANGER_PAGES_PER_MINUTE)."""


class Asker:
    """A client that requests a page at most eight times a second, on a new connection each time."""

    def __init__(self, domain: str, authority: Path) -> None:
        self._domain, self._trust = domain, ssl.create_default_context(cafile=str(authority))
        self._end = threading.Event()
        self._last = 0.0
        self.answers: Counter[int] = Counter()
        self.gap = 0.0
        """Seconds: the longest time from one good answer to the next, or to the end."""

    def status(self, path: str) -> int:
        """Return the answer's status; 0 if there is no answer that a browser would trust."""
        with closing(HTTPConnection(self._domain, timeout=30)) as line:
            try:
                line.sock = self._connected()
                line.request("GET", path)
                return line.getresponse().status
            except (HTTPException, OSError):
                return 0

    def serial_number(self) -> str:
        """Return the served certificate's serial number. Raises OSError if there is none that a browser would trust."""
        with self._connected() as line:
            return str((line.getpeercert() or {})["serialNumber"])

    def _connected(self) -> ssl.SSLSocket:
        plain = socket.create_connection(("127.0.0.1", 443), 30)
        return self._trust.wrap_socket(plain, server_hostname=self._domain)

    def __enter__(self) -> "Asker":
        self.answers.clear()
        self.gap, self._last = 0.0, time.monotonic()
        self._end.clear()
        self._thread = threading.Thread(target=self._ask_on)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()
        self.gap = max(self.gap, time.monotonic() - self._last)

    def _ask_on(self) -> None:
        while not self._end.wait(EVERY):
            status = self.status("/")
            self.answers[status] += 1
            if status == 200:
                self.gap, self._last = max(self.gap, time.monotonic() - self._last), time.monotonic()
