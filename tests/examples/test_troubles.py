"""docs/examples: the bot and the receiver with failing proxies, duplicate messages, and strangers."""

import runpy
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from standardwebhooks import Webhook

EXAMPLES: Final = Path(__file__).resolve().parents[2] / "docs" / "examples"
SECRET: Final = "whsec_" + "c2VjcmV0" * 4
BODY: Final = '{"type": "test", "data": {}}'


def answered(*answers: httpx.Response) -> dict[str, Any]:
    """Return the bot's result for these answers, in order."""
    left = iter(answers)
    with httpx.Client(
        base_url="https://night-mail.example", transport=httpx.MockTransport(lambda _: next(left))
    ) as api:
        found: dict[str, Any] = runpy.run_path(str(EXAMPLES / "bot.py"))["ask"](api, "GET", "/games/1")
        return found


def test_the_bot_asks_again_where_a_proxy_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    later = {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}
    pages = [httpx.Response(500, html="<h1>Oh</h1>"), httpx.Response(520), httpx.Response(503, headers=later)]
    assert answered(*pages, httpx.Response(429, headers={"Retry-After": "7"}), httpx.Response(200, json={"a": 1})) == {
        "a": 1
    }
    assert slept == [1, 1, 1, 7]


def test_the_bot_says_that_it_is_connected(capsys: pytest.CaptureFixture[str]) -> None:
    event = httpx.Response(200, text='{"id": "1", "type": "reset", "data": {}}\n')
    with httpx.Client(base_url="https://night-mail.example", transport=httpx.MockTransport(lambda _: event)) as api:
        next(runpy.run_path(str(EXAMPLES / "bot.py"))["events"](api))
    assert capsys.readouterr().out == "connected: waiting for events\n"


def test_the_bot_is_short() -> None:
    assert len((EXAMPLES / "bot.py").read_text().splitlines()) < 100


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
