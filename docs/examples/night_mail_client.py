"""A client of Night Mail, in one file: copy it beside your program. It needs Python 3.11 and httpx (pip install httpx).

    with Client("https://night-mail.example", "nm_...") as api:
        for event in api.events():
            if event.type == "your_turn":
                options = api.ask("GET", f"/games/{event.data['game']}/options")
                api.move(event.data["game"], options["prompt"], options["moves"][0]["notation"])

`AsyncClient` does the same, with `async with`, `async for` and `await`. Both wait where the server is busy or away,
send again without doing anything twice, and go on with a stream where it broke off.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from typing import Any, Final, Self
from uuid import uuid4

import httpx

Json = dict[str, Any]
SILENCE: Final = 20.0
"""Seconds after which a stream that says nothing is dead: it says something every 7."""
SOON: Final = 1.0
"""Seconds to wait before asking again."""
WHILE_SUSPENDED: Final = 10.0
"""Seconds to wait before asking whether the account is still suspended."""
BUSY: Final = frozenset({429, 502, 503, 504})
OVER: Final = frozenset({403, 404, 409})
"""What a request is answered that comes too late: somebody was faster, or the game is paused, over or gone."""
FOR_GOOD: Final = frozenset({"insufficient_scope", "forbidden"})
"""Codes of 403 that waiting does not mend."""


SUSPENDED: Final = "account_suspended"


class ApiRefusal(Exception):
    """The server's refusal: a problem (RFC 9457), whose `code` stays the same for ever."""

    def __init__(self, status: int, problem: Json) -> None:
        super().__init__(problem.get("detail") or problem.get("title") or status)
        self.status, self.problem, self.code = status, problem, str(problem.get("code"))

    @property
    def is_late(self) -> bool:
        """Whether the request only came too late; if there is more to do, a stream will tell."""
        return self.status in OVER and self.code not in FOR_GOOD


@dataclass(frozen=True, slots=True)
class StreamedEvent:
    """What a stream tells; docs/streams.md has all types. Ignore those that you do not know."""

    id: str
    type: str
    data: Json


Steps = Generator[httpx.Request | float, httpx.Response | None, Json]
"""Requests to send, and seconds to wait; what is sent back is the answer, or None if none came."""


class _Protocol:
    """What both clients ask, and what they make of answers."""

    def __init__(self, server: str, token: str) -> None:
        self.api = server.rstrip("/") + "/api/v1"
        self.headers = {"Authorization": f"Bearer {token}"}
        self.is_suspended = False
        """Whether a request was refused for that. A stream is then begun anew: it asks again what was not answered."""

    def steps(self, method: str, path: str, body: Json | None = None) -> Steps:
        """Ask until the server has answered: a proxy's page, a busy server and a broken line are no answers.

        What is sent again has the same key, so that nothing is done twice. Raises ApiRefusal.
        """
        headers = {**self.headers, **({"Idempotency-Key": str(uuid4())} if method == "POST" else {})}
        while True:
            answer = yield httpx.Request(method, self.api + path, json=body, headers=headers)
            if answer is None or not _is_servers(answer) or answer.status_code in BUSY:
                yield _pause_after(answer)
            elif answer.is_error:
                raise ApiRefusal(answer.status_code, answer.json())
            else:
                return dict(answer.json()) if answer.content else {}

    def is_late(self, refusal: ApiRefusal) -> bool:
        """Check whether the request only came too late, and note whether the account is suspended."""
        self.is_suspended = self.is_suspended or refusal.code == SUSPENDED
        return refusal.is_late

    def pause(self) -> float:
        """Return how long to wait before a stream that broke off is begun anew."""
        was_suspended, self.is_suspended = self.is_suspended, False
        return WHILE_SUSPENDED if was_suspended else SOON

    def listen(self, path: str, last: str | None) -> httpx.Request:
        """Return the request for a stream, from its present state or from the event with this id on."""
        more = {"Accept": "application/x-ndjson"} | ({"Last-Event-ID": last} if last else {})
        return httpx.Request("GET", self.api + path, headers=self.headers | more)


def _is_servers(answer: httpx.Response) -> bool:
    return answer.status_code == httpx.codes.NO_CONTENT or answer.headers.get("Content-Type", "").endswith("json")


def _pause_after(answer: httpx.Response | None) -> float:
    wait = "" if answer is None else answer.headers.get("Retry-After", "")
    return float(wait) if wait.isdecimal() else SOON


def _pause_after_stream(answer: httpx.Response) -> float:
    """Return how long to wait before listening again to what was refused. Raises ApiRefusal if that is in vain."""
    if not _is_servers(answer) or answer.status_code in BUSY:
        return _pause_after(answer)
    refusal = ApiRefusal(answer.status_code, answer.json())
    if refusal.code == SUSPENDED:
        return WHILE_SUSPENDED
    raise refusal


def _read_event(line: str) -> StreamedEvent:
    told = json.loads(line)
    return StreamedEvent(told["id"], told["type"], told["data"])


def _moving(prompt: str, move: str) -> Json:
    return {"prompt": prompt, "move": move}


class Client(_Protocol):
    """A client that waits for each answer."""

    def __init__(self, server: str, token: str, transport: httpx.BaseTransport | None = None) -> None:
        super().__init__(server, token)
        self.http = httpx.Client(timeout=SILENCE, transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """Return the answer. Raises ApiRefusal."""
        steps, answer = self.steps(method, path, body), None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration as done:
                return dict(done.value)
            answer = self._take(step)

    def attempt(self, method: str, path: str, body: Json | None = None) -> Json | None:
        """Return the answer; None where it is too late, or too early. Raises ApiRefusal for all else."""
        try:
            return self.ask(method, path, body)
        except ApiRefusal as refusal:
            if not self.is_late(refusal):
                raise
            return None

    def move(self, game: str, prompt: str, move: str) -> Json | None:
        """Answer a question by a move's notation; None if it is no longer asked, or nobody can move now.

        After a pause and after a suspension a stream asks again; what was taken back is a new question.
        """
        return self.attempt("POST", f"/games/{game}/moves", _moving(prompt, move))

    def events(self, path: str = "/stream") -> Iterator[StreamedEvent]:
        """Yield what a stream tells, each event once, for ever. Raises ApiRefusal if you may not listen (any more)."""
        last: str | None = None
        while True:
            pause = None
            try:
                answer = self.http.send(self.listen(path, last), stream=True)
                with closing(answer):
                    if answer.is_error:
                        answer.read()
                        pause = _pause_after_stream(answer)
                    for line in () if answer.is_error else answer.iter_lines():
                        if line:
                            yield (event := _read_event(line))
                            last = event.id
                        if self.is_suspended:
                            break
            except httpx.HTTPError:
                pass
            time.sleep(pause or self.pause())

    def _take(self, step: httpx.Request | float) -> httpx.Response | None:
        if isinstance(step, float):
            time.sleep(step)
            return None
        try:
            return self.http.send(step)
        except httpx.HTTPError:
            return None


class AsyncClient(_Protocol):
    """The same client for programs that do other things meanwhile."""

    def __init__(self, server: str, token: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        super().__init__(server, token)
        self.http = httpx.AsyncClient(timeout=SILENCE, transport=transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """Return the answer. Raises ApiRefusal."""
        steps, answer = self.steps(method, path, body), None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration as done:
                return dict(done.value)
            answer = await self._take(step)

    async def attempt(self, method: str, path: str, body: Json | None = None) -> Json | None:
        """Return the answer; None where it is too late, or too early. Raises ApiRefusal for all else."""
        try:
            return await self.ask(method, path, body)
        except ApiRefusal as refusal:
            if not self.is_late(refusal):
                raise
            return None

    async def move(self, game: str, prompt: str, move: str) -> Json | None:
        """Answer a question by a move's notation; None if it is no longer asked, or nobody can move now."""
        return await self.attempt("POST", f"/games/{game}/moves", _moving(prompt, move))

    async def events(self, path: str = "/stream") -> AsyncIterator[StreamedEvent]:
        """Yield what a stream tells, each event once, for ever. Raises ApiRefusal if you may not listen (any more)."""
        last: str | None = None
        while True:
            pause = None
            try:
                answer = await self.http.send(self.listen(path, last), stream=True)
                async with AsyncExitStack() as stack:
                    stack.push_async_callback(answer.aclose)
                    if answer.is_error:
                        await answer.aread()
                        pause = _pause_after_stream(answer)
                    else:
                        async for line in answer.aiter_lines():
                            if line:
                                yield (event := _read_event(line))
                                last = event.id
                            if self.is_suspended:
                                break
            except httpx.HTTPError:
                pass
            await asyncio.sleep(pause or self.pause())

    async def _take(self, step: httpx.Request | float) -> httpx.Response | None:
        if isinstance(step, float):
            await asyncio.sleep(step)
            return None
        try:
            return await self.http.send(step)
        except httpx.HTTPError:
            return None
