"""A receiver of Night Mail's webhooks, in one file. It needs Python 3.11 and standardwebhooks:

    pip install standardwebhooks
    SECRET=whsec_... PORT=8080 python webhook.py

`SECRET` is what the server showed when you registered the webhook. It listens on this machine alone: put your web
server, with https, in front of it; or, to try it, name its own files, CERTIFICATE=cert.pem and KEY=key.pem. What it
prints is where your own program begins.
"""

import os
import ssl
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any

from standardwebhooks import Webhook, WebhookVerificationError

LARGEST = 1_000_000
webhook = Webhook(os.environ["SECRET"])
# A message can come twice, if your answer was lost; a real program keeps these.
handled: deque[str] = deque(maxlen=10_000)
one_by_one = Lock()  # both copies may come at once


def handle(message: dict[str, Any]) -> None:
    """Here is room for your own."""
    data = message["data"]
    print(message["type"], data.get("game", "-"), data.get("prompt", "-"), flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        fits = length.isdecimal() and int(length) <= LARGEST
        self.send_response(self.answer(self.rfile.read(int(length))) if fits else 400)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def answer(self, body: bytes) -> int:
        """204: we have it. Any other answer, and the message comes again later."""
        try:
            # Believe nothing that is not signed: anyone can post here. It must be of these minutes, too.
            message = webhook.verify(body, {name.lower(): value for name, value in self.headers.items()})
        except WebhookVerificationError:
            return 400
        with one_by_one:
            if self.headers["webhook-id"] not in handled:
                handle(message)
                handled.append(self.headers["webhook-id"])
        return 204

    def log_message(self, *_: Any) -> None:
        """Log nothing: what matters is printed."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver)
    if "CERTIFICATE" in os.environ:
        proof = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        proof.load_cert_chain(os.environ["CERTIFICATE"], os.environ["KEY"])
        server.socket = proof.wrap_socket(server.socket, server_side=True)
    server.serve_forever()
