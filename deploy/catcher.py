"""A mailbox for the demo: shows the emails that Django's file backend wrote to a folder.

    python -m deploy.catcher FOLDER [PORT]

It only reads, and never writes. It listens on this machine only and answers to no other name, because emails contain
sign-in codes. An email's HTML is shown in a frame without scripts, forms or anything remote; its own pictures are
shown, and its links open in a new tab.
"""

import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar, NamedTuple

PORT = 8026
BETWEEN_MAILS = b"\n" + b"-" * 79 + b"\n"
OUR_NAMES = {"localhost", "127.0.0.1"}

PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'"
SANDBOX = "allow-popups allow-popups-to-escape-sandbox"
FRAME_POLICY = (
    f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox {SANDBOX}"
)
STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
    "td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}pre{white-space:pre-wrap}"
    "iframe{width:100%;height:60rem;border:1px solid #8886;background:#fff}"
)


class Caught(NamedTuple):
    """An email, and where it is: its file's name and its place in that file."""

    file: str
    place: int
    raw: bytes

    @property
    def message(self) -> EmailMessage:
        return message_from_bytes(self.raw, policy=policy.default)

    @property
    def path(self) -> str:
        return f"/{self.file}/{self.place}"


class Answer(NamedTuple):
    """A page, its kind and what it may do in a browser."""

    body: bytes
    kind: str = "text/html; charset=utf-8"
    allowed: str = PAGE_POLICY


def caught(folder: Path) -> Iterator[Caught]:
    """Every email in the folder, the newest first."""
    for file in sorted(folder.glob("*.log"), reverse=True):
        mails = file.read_bytes().split(BETWEEN_MAILS)[:-1]
        for place in reversed(range(len(mails))):
            yield Caught(file.name, place, mails[place])


def overview(folder: Path) -> Answer:
    """The list of emails."""
    rows = "".join(_row(mail) for mail in caught(folder))
    table = f"<table><tr><th>Sent<th>To<th>Subject</tr>{rows}</table>" if rows else "<p>No emails yet.</p>"
    return _page("Emails", table)


def _row(mail: Caught) -> str:
    message = mail.message
    date, to, subject = (escape(str(message[name])) for name in ("Date", "To", "Subject"))
    return f'<tr><td>{date}<td>{to}<td><a href="{escape(mail.path)}">{subject}</a></tr>'


def one(mail: Caught) -> Answer:
    """An email: its headers, its text, its HTML in a frame."""
    message = mail.message
    headers = "".join(f"<tr><th>{escape(name)}<td>{escape(str(value))}</tr>" for name, value in message.items())
    links = f'<p><a href="/">All emails</a> · <a href="{escape(mail.path)}/source">Source</a></p>'
    frame = f'<iframe sandbox="{SANDBOX}" src="{escape(mail.path)}/html"></iframe>' if _part(message, "html") else ""
    text = f"<details><summary>As plain text</summary><pre>{escape(_part(message, 'plain'))}</pre></details>"
    said = f"<details><summary>Headers</summary><table>{headers}</table></details>"
    return _page(str(message["Subject"]), f"{links}{frame}{text}{said}")


def source(mail: Caught) -> Answer:
    """An email as it was sent."""
    return Answer(mail.raw, "text/plain; charset=utf-8")


def html(mail: Caught) -> Answer:
    """The HTML of an email for the frame, with its own pictures in it (RFC 2392)."""
    message = mail.message
    page = '<base target="_blank">' + _part(message, "html")
    for part in message.walk():
        if part.get_content_maintype() == "image" and (name := str(part["Content-ID"]).strip("<>")):
            held = b64encode(part.get_content()).decode()
            page = page.replace(f"cid:{escape(name)}", f"data:{part.get_content_type()};base64,{held}")
    return Answer(page.encode(), allowed=FRAME_POLICY)


def _part(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return str(part.get_content()) if part is not None else ""


def _page(title: str, body: str) -> Answer:
    head = f"<!doctype html><meta charset=utf-8><title>{escape(title)}</title><style>{STYLE}</style>"
    return Answer(f"{head}<h1>{escape(title)}</h1>{body}".encode())


class CatcherPages(BaseHTTPRequestHandler):
    """Answers GET and HEAD; `folder` is set by `serve`."""

    folder: ClassVar[Path]
    views: ClassVar[dict[str, Callable[[Caught], Answer]]] = {"": one, "source": source, "html": html}

    def do_GET(self) -> None:
        """A page, or 404."""
        answer = self._answer()
        if answer is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body)))
        self.send_header("Content-Security-Policy", answer.allowed)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(answer.body)

    do_HEAD = do_GET  # noqa: N815 - the name that http.server looks for

    def _answer(self) -> Answer | None:
        if self.headers.get("Host", "").rpartition(":")[0] not in OUR_NAMES:
            return None
        if self.path == "/":
            return overview(self.folder)
        where, _, view = self.path.removesuffix("/").partition(".log/")
        place, _, view = view.partition("/")
        show = self.views.get(view)
        found = (mail for mail in caught(self.folder) if mail.path == f"{where}.log/{place}")
        mail = next(found, None)
        return show(mail) if show and mail else None

    def log_message(self, format: str, *args: object) -> None:
        """Stays quiet: the demo's terminal is for the game."""


def serve(folder: Path, port: int = PORT) -> ThreadingHTTPServer:
    """A server for the folder's emails on this machine, ready for `serve_forever`. Port 0: any free one."""
    handler = type("FolderHandler", (CatcherPages,), {"folder": folder})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


def main(arguments: list[str]) -> int:
    if not arguments:
        print(__doc__)
        return 2
    with serve(Path(arguments[0]), int(arguments[1]) if arguments[1:] else PORT) as server:
        server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
