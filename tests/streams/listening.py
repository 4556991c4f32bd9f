"""A stream server inside the test's own process, and programs that listen to it without a network."""

import asyncio
import json
import queue
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from notifications.streams.asgi import Streams
from tests.api.table import Guest
from tests.patience import PATIENCE

END: Final = b""


class Told:
    """One event: its id, its type, its data."""

    def __init__(self, id: str, type: str, data: Any) -> None:
        self.id, self.type, self.data = id, type, data

    def __repr__(self) -> str:
        return f"{self.id} {self.type} {self.data}"


class Ear:
    """A listening program. `raw` is everything that it was sent."""

    def __init__(self) -> None:
        self.status, self.headers, self.raw = 0, dict[str, str](), b""
        self.takes = True
        self._came: queue.Queue[bytes] = queue.Queue()
        self._rest = b""
        self.gone = asyncio.Event()

    async def send(self, message: Any) -> None:
        """Receive a message of the server, which calls this."""
        while not self.takes:
            await asyncio.sleep(0.01)
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        elif message["body"]:
            self._came.put(message["body"])
        if not message.get("more_body", True):
            self._came.put(END)

    async def receive(self) -> Any:
        """Tell the server that the program has disconnected, the only message it can receive."""
        await self.gone.wait()
        return {"type": "http.disconnect"}

    def next(self) -> Told:
        """Return the next event. Raises EOFError if the stream ends first, queue.Empty if neither happens in time."""
        end = time.monotonic() + PATIENCE
        while True:
            block, found, rest = self._rest.partition(b"\n\n" if self._has_blocks else b"\n")
            if not found:
                self._rest += self._more(end)
                continue
            self._rest = rest
            if (told := self._read(block)) is not None:
                return told

    def some(self, count: int) -> list[Told]:
        """Return this many next events."""
        return [self.next() for _ in range(count)]

    def body(self) -> Any:
        """Return the whole answer, if it is a refusal."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._more(end)
            except EOFError:
                return json.loads(self.raw)

    def ends(self) -> list[Told]:
        """Return the events before the end of the stream. Raises queue.Empty if it goes on."""
        told = []
        while True:
            try:
                told.append(self.next())
            except EOFError:
                return told

    def sign_of_life(self) -> None:
        """Wait for whatever is sent next. Raises EOFError, queue.Empty."""
        self._more(time.monotonic() + PATIENCE)

    @property
    def _has_blocks(self) -> bool:
        return "event-stream" in self.headers.get("content-type", "")

    def _more(self, end: float) -> bytes:
        """Return the next data, keep-alives included. Raises EOFError, or queue.Empty at this time of the monotonic
        clock."""
        came = self._came.get(timeout=max(0.0, end - time.monotonic()))
        if came == END:
            self._came.put(END)
            raise EOFError
        self.raw += came
        return came

    def _read(self, block: bytes) -> Told | None:
        if not self._has_blocks:
            return Told(**json.loads(block)) if block else None
        lines = dict(line.split(": ", 1) for line in block.decode().splitlines() if not line.startswith(":"))
        return Told(lines["id"], lines["event"], json.loads(lines["data"])) if "data" in lines else None


class Process:
    """A stream server. `listen` opens an answer as a program does."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.streams = self.wait(self._begin())

    def wait(self, coroutine: Any) -> Any:
        """Run a coroutine, and return its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(PATIENCE)

    async def _begin(self) -> Streams:
        streams = Streams()
        await streams.start()
        return streams

    def listen(self, path: str, **headers: str) -> Ear:
        """Open the API's answer at this path."""
        ear: Ear = self.wait(self._listen(path, headers))
        return ear

    def heard_by(self, guest: Guest, path: str, *, last: str = "", **headers: str) -> Ear:
        """Open the answer for a guest with a token; after the event with this id, if given."""
        token: str = guest.http._credentials["HTTP_AUTHORIZATION"]  # type: ignore[attr-defined]
        more = {"last-event-id": last} if last else {}
        return self.listen(path, authorization=token, **more, **headers)

    async def _listen(self, path: str, headers: dict[str, str]) -> Ear:
        ear = Ear()
        given = {"host": "night-mail.example", "accept": "text/event-stream", **headers}
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/api/v1{path}",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
            "client": ("127.0.0.1", 1),
            "scheme": "https",
        }
        task = self.loop.create_task(self.streams(scope, ear.receive, ear.send))
        while not ear.status and not task.done():
            await asyncio.sleep(0.002)
        if not ear.status:
            task.result()
        return ear

    def leave(self, ear: Ear) -> None:
        """Disconnect a program."""
        self.loop.call_soon_threadsafe(ear.gone.set)

    def stop(self) -> None:
        """Stop listening cleanly."""
        self.wait(self.streams.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


@contextmanager
def process() -> Iterator[Process]:
    """Run a stream server, and stop it at the end."""
    running = Process()
    try:
        yield running
    finally:
        running.stop()
