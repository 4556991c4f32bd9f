"""Commands of W3C WebDriver, sent to Firefox over Marionette and to WebKitWebDriver over HTTP.

Marionette is the protocol between geckodriver, which Debian does not have, and Firefox: the same commands by name, on a
socket.
"""

import json
import socket
from collections.abc import Mapping
from typing import Any, Final, Protocol

import httpx

ROADS: Final[Mapping[str, tuple[str, str]]] = {
    "AddCookie": ("POST", "/cookie"),
    "Back": ("POST", "/back"),
    "ElementClear": ("POST", "/element/{id}/clear"),
    "ElementClick": ("POST", "/element/{id}/click"),
    "ElementSendKeys": ("POST", "/element/{id}/value"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "GetComputedLabel": ("GET", "/element/{id}/computedlabel"),
    "GetCurrentURL": ("GET", "/url"),
    "Navigate": ("POST", "/url"),
    "PerformActions": ("POST", "/actions"),
    "Refresh": ("POST", "/refresh"),
    "SetWindowRect": ("POST", "/window/rect"),
    "TakeScreenshot": ("GET", "/screenshot"),
}
"""Each command's method and path within the session."""
A_WHILE: Final = 120
"""Seconds for one command, such as loading a page on a busy machine."""


class DriverError(Exception):
    """A refused command: `kind` is WebDriver's error code."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


class Driver(Protocol):
    """A session with a browser."""

    def call(self, command: str, **parameters: Any) -> Any: ...


class Marionette:
    """A session with a Firefox that listens on a port."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=A_WHILE)
        self._replies = self._socket.makefile("rb")
        self._number = 0
        self._receive()
        self.call("NewSession", capabilities={})

    def call(self, command: str, **parameters: Any) -> Any:
        """Execute a WebDriver command, or one of Marionette's own if it is named in full."""
        self._number += 1
        name = command if ":" in command else f"WebDriver:{command}"
        message = json.dumps([0, self._number, name, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self._receive()
        if error is not None:
            raise DriverError(error["error"], error["message"])
        return answer["value"] if set(answer) == {"value"} else answer

    def run_privileged(self, script: str, *arguments: object) -> Any:
        """Run a script in the browser's own window, which may do things that no WebDriver command offers."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.call("ExecuteScript", script=script, args=arguments)
        finally:
            self.call("Marionette:SetContext", value="content")

    def _receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            digit = self._replies.read(1)
            if not digit:
                raise ConnectionError("Firefox has ended")
            length += digit
        return json.loads(self._replies.read(int(length[:-1])))


class OverHttp:
    """A session with a browser behind a WebDriver server."""

    def __init__(self, port: int, capabilities: Mapping[str, object]) -> None:
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=A_WHILE, trust_env=False)
        body = {"capabilities": {"alwaysMatch": capabilities}}
        self._session = f"/session/{self._request('POST', '/session', body)['sessionId']}"

    def call(self, command: str, **parameters: Any) -> Any:
        """Execute a WebDriver command."""
        method, path = ROADS[command]
        return self._request(method, self._session + path.format(**parameters), parameters)

    def close(self) -> None:
        """End the session, and the browser with it."""
        self._request("DELETE", self._session, {})
        self._client.close()

    def _request(self, method: str, path: str, parameters: Mapping[str, object]) -> Any:
        answer = self._client.request(method, path, json=parameters if method == "POST" else None)
        value = answer.json()["value"]
        if answer.is_error:
            raise DriverError(value["error"], value["message"])
        return value
