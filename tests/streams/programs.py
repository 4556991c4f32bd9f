"""Programs that listen over HTTP like any client: after a disconnection they continue from their last event."""

import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import httpx

from tests.streams.listening import Told

PAUSE: Final = 0.05
CERTIFICATES: Final = httpx.create_ssl_context()
"""Loaded once: loading them at each attempt would occupy a processor as long as nobody answers."""
EVENTS, LINES = "text/event-stream", "application/x-ndjson"


class Program(threading.Thread):
    """A listening program in a thread. `told` holds all events received, `breaks` counts disconnections and
    refusals."""

    def __init__(self, url: str, token: str, form: str) -> None:
        super().__init__(daemon=True)
        self._url, self._headers = url, {"Authorization": f"Bearer {token}", "Accept": form}
        self.told: list[Told] = []
        self.breaks = 0
        self._over = threading.Event()
        self.start()

    def run(self) -> None:
        while not self._over.is_set():
            with suppress(httpx.HTTPError):
                self._listen()
            self.breaks += 1
            self._over.wait(PAUSE)

    def stop(self) -> None:
        """Stop at the next data received, a keep-alive at the latest."""
        self._over.set()

    def _listen(self) -> None:
        after = {"Last-Event-ID": self.told[-1].id} if self.told else {}
        headers = {**self._headers, **after}
        with httpx.stream("GET", self._url, headers=headers, timeout=20, verify=CERTIFICATES) as answer:
            if answer.status_code == 200:
                for told in _read(answer):
                    self.told.append(told)
                    if self._over.is_set():
                        return


def _read(answer: httpx.Response) -> Iterator[Told]:
    """Yield the answer's complete events."""
    if answer.headers["content-type"].startswith(LINES):
        yield from (Told(**json.loads(line)) for line in answer.iter_lines() if line)
        return
    fields: dict[str, str] = {}
    for line in answer.iter_lines():
        name, _, value = line.partition(": ")
        fields[name] = value
        if not line and "data" in fields:
            yield Told(fields["id"], fields["event"], json.loads(fields["data"]))
        if not line:
            fields = {}
