"""A real HTTPS server on this machine that receives webhooks, and a listener that nobody may reach."""

import json
import socket
import ssl
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from standardwebhooks import Webhook as Verifier

from tests.inbox.certificates import Certificate

HERE = "127.0.0.2"
FORBIDDEN = "127.0.0.1"


@dataclass
class Received:
    """A received message."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found

    def verified(self, secret: str) -> Any:
        """Return the message's contents, verified by the library of Standard Webhooks. Raises
        WebhookVerificationError."""
        return Verifier(secret).verify(self.body, self.headers)


@dataclass
class Receiver:
    """A server that accepts messages, or answers with `status`, and with a redirect if that is one; `says` is the
    answer's body.

    With `drips`, its answer comes a byte at a time until that is set. `thinks`: seconds before it answers.
    """

    port: int = 0
    status: int = 204
    leads_to: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    says: bytes = b""
    drips: threading.Event | None = None
    thinks: float = 0.0
    got: list[Received] = field(default_factory=list)

    def url(self, host: str = "ada.hooks.example", path: str = "/night-mail?bot=1") -> str:
        return f"https://{host}:{self.port}{path}"


@contextmanager
def open_receiver(certificate: Certificate) -> Iterator[Receiver]:
    """Run a receiver on a free port."""
    receiver = Receiver()
    with ThreadingHTTPServer((HERE, 0), _line(receiver)) as server:
        server.socket = _proof(certificate).wrap_socket(server.socket, server_side=True)
        receiver.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()


def _proof(certificate: Certificate) -> ssl.SSLContext:
    proof = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        chain, key = Path(folder, "chain.pem"), Path(folder, "key.pem")
        chain.write_bytes(certificate.chain)
        key.write_bytes(certificate.key)
        proof.load_cert_chain(chain, key)
    return proof


def _line(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Line(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.got.append(Received(self.path, headers, body))
            if receiver.drips is not None:
                self.drip(receiver.drips)
                return
            time.sleep(receiver.thinks)
            self.send_response(receiver.status)
            if receiver.leads_to:
                self.send_header("Location", receiver.leads_to)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(receiver.says)))
            self.end_headers()
            self.wfile.write(receiver.says)

        def drip(self, end: threading.Event) -> None:
            self.wfile.write(b"HTTP/1.")
            with suppress(OSError):
                while not end.wait(0.05):
                    self.wfile.write(b"1")
                    self.wfile.flush()
                self.wfile.write(b" 204 No Content\r\n\r\n")

        def log_message(self, *_: Any) -> None:
            pass

    return Line


@dataclass
class Guarded:
    """A listener that must not be reached: `reached` counts the connections that came nevertheless."""

    reached: int = 0


@contextmanager
def guard(port: int) -> Iterator[Guarded]:
    """Listen at this port, where webhooks must not lead."""
    guarded = Guarded()

    def listen() -> None:
        while True:
            try:
                line, _ = door.accept()
            except OSError:
                return
            guarded.reached += 1
            line.close()

    with socket.create_server((FORBIDDEN, port)) as door:
        thread = threading.Thread(target=listen)
        thread.start()
        try:
            yield guarded
        finally:
            door.shutdown(socket.SHUT_RDWR)
            thread.join()
