"""docs/examples: the client and the receiver with failing proxies, duplicate messages, and strangers."""

import asyncio
import inspect
import json
import runpy
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection
from http.server import ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from standardwebhooks import Webhook

from docs.examples.night_mail_client import ApiRefusal, AsyncClient, Client, StreamedEvent

EXAMPLES: Final = Path(__file__).resolve().parents[2] / "docs" / "examples"
SECRET: Final = "whsec_" + "c2VjcmV0" * 4
BODY: Final = '{"type": "test", "data": {}}'


class Server:
    """Gives these answers, in order, None where it is away, and notes the requests."""

    def __init__(self, *answers: httpx.Response | None) -> None:
        self.answers, self.requests = list(answers), list[httpx.Request]()

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if answer is None:
            raise httpx.ConnectError("away", request=request)
        return answer

    def serve(self, kind: type[Client | AsyncClient], act: Callable[[Any], Any]) -> Any:
        """Return what this act of a client comes to."""
        transport: Any = httpx.MockTransport(self.answer)
        found = act(kind("https://night-mail.example/", "nm_x", transport))
        return asyncio.run(found) if inspect.iscoroutine(found) else found


def refusal(status: int, code: str, **headers: str) -> httpx.Response:
    plain = {"Content-Type": "application/problem+json", **headers}
    return httpx.Response(status, json={"code": code, "title": "No"}, headers=plain)


def stream(*ids: str) -> httpx.Response:
    """Return a stream that tells these events, and breaks off."""
    return httpx.Response(200, text="".join(f'{{"id": "{one}", "type": "entry", "data": {{}}}}\n\n' for one in ids))


def hear(api: Client | AsyncClient, most: int) -> Any:
    """Return the ids of the first events."""

    async def first(events: AsyncIterator[StreamedEvent]) -> list[str]:
        return [(await anext(events)).id for _ in range(most)]

    if isinstance(api, AsyncClient):
        return first(api.events())
    return [event.id for event in islice(api.events(), most)]


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the waits of both clients, which take no time."""
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(time, "sleep", waits.append)
    monkeypatch.setattr(asyncio, "sleep", wait)
    return waits


BOTH: Final = pytest.mark.parametrize("kind", [Client, AsyncClient])


@BOTH
def test_a_client_asks_again_until_the_server_answers(kind: type[Client | AsyncClient], slept: list[float]) -> None:
    """A proxy's page, a busy server and a broken line are no answers; and what is sent again has the same key."""
    later = {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}
    pages = [httpx.Response(500, html="<h1>Oh</h1>"), httpx.Response(520), httpx.Response(503, headers=later), None]
    busy = refusal(429, "too_many_requests", **{"Retry-After": "7"})
    server = Server(*pages, busy, httpx.Response(201, json={"a": 1}))
    assert server.serve(kind, lambda api: api.ask("POST", "/games", {"seats": 2})) == {"a": 1}
    assert slept == [1, 1, 1, 1, 7]
    assert len({request.headers["Idempotency-Key"] for request in server.requests}) == 1
    assert str(server.requests[0].url) == "https://night-mail.example/api/v1/games"
    assert Server(httpx.Response(204)).serve(kind, lambda api: api.ask("DELETE", "/tokens/1")) == {}


LATE: Final = [(409, code) for code in ("prompt_not_open", "turn_ended", "game_paused", "game_not_running")]


@BOTH
@pytest.mark.parametrize("late", [*LATE, (403, "account_suspended"), (404, "no_such_game")])
def test_a_move_that_comes_too_late_is_none(kind: type[Client | AsyncClient], late: tuple[int, str]) -> None:
    server = Server(refusal(*late))
    assert server.serve(kind, lambda api: api.move("g", "4.1", "draw deck")) is None
    assert json.loads(server.requests[0].content) == {"prompt": "4.1", "move": "draw deck"}


@BOTH
@pytest.mark.parametrize("wrong", [(401, "invalid_token"), (403, "insufficient_scope"), (422, "no_such_route")])
def test_a_mistake_of_the_program_is_raised(kind: type[Client | AsyncClient], wrong: tuple[int, str]) -> None:
    with pytest.raises(ApiRefusal, match="No") as refused:
        Server(refusal(*wrong)).serve(kind, lambda api: api.move("g", "4.1", "draw deck"))
    assert (refused.value.status, refused.value.code) == wrong


@BOTH
def test_a_stream_goes_on_where_it_broke_off(kind: type[Client | AsyncClient], slept: list[float]) -> None:
    """Whatever broke it: the server restarts, the line is cut, a proxy answers, the account is suspended."""
    troubles = [None, httpx.Response(502, html="<h1>Oh</h1>"), refusal(403, "account_suspended")]
    server = Server(stream("1", "2"), *troubles, stream("3"))
    assert server.serve(kind, lambda api: hear(api, 3)) == ["1", "2", "3"]
    assert [request.headers.get("Last-Event-ID") for request in server.requests] == [None, "2", "2", "2", "2"]
    assert slept == [1, 1, 1, 10]
    with pytest.raises(ApiRefusal, match="No"):
        Server(refusal(401, "invalid_token")).serve(kind, lambda api: hear(api, 1))


@BOTH
def test_whoever_was_suspended_is_asked_again(kind: type[Client | AsyncClient], slept: list[float]) -> None:
    """Even where the suspension was over before the stream was ended for it."""
    server = Server(stream("1", "2"), refusal(403, "account_suspended"), stream("1"))

    def hear_and_move(api: Client | AsyncClient) -> Any:
        async def once(events: AsyncIterator[StreamedEvent]) -> list[str]:
            first = await anext(events)
            assert isinstance(api, AsyncClient)
            await api.move("g", "4.1", "draw deck")
            return [first.id, (await anext(events)).id]

        events = api.events()
        if isinstance(events, AsyncIterator):
            return once(events)
        first = next(events)
        assert isinstance(api, Client)
        api.move("g", "4.1", "draw deck")
        return [first.id, next(events).id]

    assert server.serve(kind, hear_and_move) == ["1", "1"]
    assert slept == [10]


def test_the_bot_is_short() -> None:
    assert len((EXAMPLES / "bot.py").read_text().splitlines()) <= 40


@contextmanager
def receiving(monkeypatch: pytest.MonkeyPatch, handle: Callable[[Any], None]) -> Iterator[int]:
    """Run the receiver with a different handler; yield its port."""
    monkeypatch.setenv("SECRET", SECRET)
    receiver = runpy.run_path(str(EXAMPLES / "webhook.py"))["Receiver"]
    receiver.answer.__globals__["handle"] = handle
    with ThreadingHTTPServer(("127.0.0.1", 0), receiver) as server:
        monkeypatch.setattr(server, "handle_error", lambda *_: None)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}).start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()


def post(port: int) -> int:
    """Return the receiver's status; 0 if it closed the connection."""
    now = datetime.now(UTC)
    signed = Webhook(SECRET).sign("msg_1", now, BODY)
    headers = {"webhook-id": "msg_1", "webhook-timestamp": str(int(now.timestamp())), "webhook-signature": signed}
    line = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        line.request("POST", "/", BODY, headers)
        return line.getresponse().status
    except OSError:
        return 0
    finally:
        line.close()


def test_two_copies_at_once_are_handled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    handled: list[Any] = []

    def slowly(message: Any) -> None:
        handled.append(message)
        time.sleep(0.3)

    with receiving(monkeypatch, slowly) as port, ThreadPoolExecutor(2) as both:
        assert list(both.map(post, [port, port])) == [204, 204]
    assert len(handled) == 1


def test_what_could_not_be_handled_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    handled: list[Any] = []

    def once_in_vain(message: Any) -> None:
        handled.append(message)
        if len(handled) == 1:
            raise ValueError

    with receiving(monkeypatch, once_in_vain) as port:
        assert [post(port), post(port), post(port)] == [0, 204, 204]
    assert len(handled) == 2


@pytest.mark.parametrize("length", ["-1", "1e3", "²", "1000001"])
def test_a_body_of_no_length_is_refused_at_once(monkeypatch: pytest.MonkeyPatch, length: str) -> None:
    with receiving(monkeypatch, print) as port, socket.create_connection(("127.0.0.1", port), 5) as line:
        line.sendall(f"POST / HTTP/1.1\r\nContent-Length: {length}\r\n\r\n".encode("latin-1"))
        assert line.recv(12) == b"HTTP/1.0 400"
