"""A mailbox for the demo: shows the emails that Django's file backend wrote to a folder.

    python -m deploy.catcher FOLDER [PORT [LMTP_PORT]]

It only reads, and never writes; but with the port where the site takes emails in (deploy/mail-in), an email that can be
answered has a box for that, and one can write to the site's own address (MAIL_IN_ADDRESS). It listens on this machine
only and answers to no other name, because emails contain sign-in codes. An email's HTML is shown in a frame without
scripts, forms or anything remote; its own pictures are shown, and its links open in a new tab.
"""

import os
import smtplib
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar, NamedTuple
from urllib.parse import parse_qs, urlsplit

from deploy import demo_replies

PORT = 8026
BETWEEN_MAILS = b"\n" + b"-" * 79 + b"\n"
OUR_NAMES = {"localhost", "127.0.0.1"}

PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'self'"
SANDBOX = "allow-popups allow-popups-to-escape-sandbox"
FRAME_POLICY = (
    f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox {SANDBOX}"
)
STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
    "td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top;overflow-wrap:anywhere}"
    "pre{white-space:pre-wrap}h1{font-size:1.5rem;overflow-wrap:anywhere}button{font:inherit;padding:.4rem 1rem}"
    "summary{padding:.4rem 0}input{font:inherit;max-width:100%;box-sizing:border-box}"
    "@media(max-width:40rem){body{margin:1rem auto}th{display:none}td{display:block;padding:0}"
    "details th{display:block;padding:0}td:last-child{padding-bottom:.8rem}}"
    "textarea{display:block;font:inherit;width:100%;max-width:40rem;box-sizing:border-box;margin:.3rem 0}"
    "iframe{width:100%;height:60rem;border:1px solid #8886;background:#fff}"
)


class Caught(NamedTuple):
    """A caught email: its file's name, and its position in that file."""

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
    """A page, its content type, and its permissions in a browser."""

    body: bytes
    kind: str = "text/html; charset=utf-8"
    allowed: str = PAGE_POLICY


def caught(folder: Path) -> Iterator[Caught]:
    """Yield every email in the folder, the newest first."""
    for file in sorted(folder.glob("*.log"), reverse=True):
        mails = file.read_bytes().split(BETWEEN_MAILS)[:-1]
        for place in reversed(range(len(mails))):
            yield Caught(file.name, place, mails[place])


def overview(folder: Path, *, sent: bool = False, writes_to: str = "") -> Answer:
    """Return the list of emails, with a notice if one was just sent, and a form for writing to the site's address."""
    rows = "".join(_row(mail) for mail in caught(folder))
    table = f"<table><tr><th>Sent<th>To<th>Subject</tr>{rows}</table>" if rows else "<p>No emails yet.</p>"
    note = '<p>Sent. The answer comes in a moment: <a href="/">look again</a>.</p>' if sent else ""
    return _page("Emails", note + (_new(writes_to) if writes_to else "") + table)


def _new(to: str) -> str:
    return (
        f'<details><summary>Write to {escape(to)}</summary><form method="post" action="/write">'
        '<p><label for="from">From</label> <input id="from" name="from" type="email" maxlength="100" required '
        'placeholder="ada@example.org"></p><label for="text">Orders, one a line</label>'
        f'<textarea id="text" name="text" rows="3" maxlength="{demo_replies.LONGEST}" required '
        'placeholder="sign up Ada"></textarea><button>Send</button></form></details>'
    )


def _row(mail: Caught) -> str:
    message = mail.message
    date, to, subject = (escape(str(message[name])) for name in ("Date", "To", "Subject"))
    return f'<tr><td>{date}<td>{to}<td><a href="{escape(mail.path)}">{subject}</a></tr>'


def one(mail: Caught, *, answerable: bool = False) -> Answer:
    """Return a page with an email's headers, text and HTML (in a frame), and a form if it can be answered."""
    message = mail.message
    headers = "".join(f"<tr><th>{escape(name)}<td>{escape(str(value))}</tr>" for name, value in message.items())
    links = f'<p><a href="/">All emails</a> · <a href="{escape(mail.path)}/source">Source</a></p>'
    frame = f'<iframe sandbox="{SANDBOX}" src="{escape(mail.path)}/html"></iframe>' if _part(message, "html") else ""
    text = f"<details><summary>As plain text</summary><pre>{escape(_part(message, 'plain'))}</pre></details>"
    headers_box = f"<details><summary>Headers</summary><table>{headers}</table></details>"
    box = _box(mail) if answerable and demo_replies.can_be_answered(message) else ""
    return _page(str(message["Subject"]), f"{links}{box}{frame}{text}{headers_box}")


def _box(mail: Caught) -> str:
    return (
        f'<form method="post" action="{escape(mail.path)}/reply"><label for="reply">Reply</label>'
        f'<textarea id="reply" name="text" rows="3" maxlength="{demo_replies.LONGEST}" required '
        'placeholder="The number of a move"></textarea><button>Send</button></form>'
    )


def source(mail: Caught) -> Answer:
    """Return an email's source."""
    return Answer(mail.raw, "text/plain; charset=utf-8")


def html(mail: Caught) -> Answer:
    """Return an email's HTML for the frame, with its pictures embedded (RFC 2392)."""
    message = mail.message
    page = '<base target="_blank">' + _part(message, "html")
    for part in message.walk():
        if part.get_content_maintype() == "image" and (name := str(part["Content-ID"]).strip("<>")):
            picture = b64encode(part.get_content()).decode()
            page = page.replace(f"cid:{escape(name)}", f"data:{part.get_content_type()};base64,{picture}")
    return Answer(page.encode(), allowed=FRAME_POLICY)


def _part(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return str(part.get_content()) if part is not None else ""


def _page(title: str, body: str) -> Answer:
    head = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
    )
    return Answer(f"{head}<h1>{escape(title)}</h1>{body}".encode())


class CatcherPages(BaseHTTPRequestHandler):
    """Request handler for the folder's pages: GET and HEAD, and POST if the site takes emails in; see `serve`."""

    folder: ClassVar[Path]
    lmtp_port: ClassVar[int | None] = None
    site: ClassVar[str] = ""
    views: ClassVar[dict[str, Callable[[Caught], Answer]]] = {"source": source, "html": html}

    def do_GET(self) -> None:
        """Respond with a page, or 404."""
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

    def do_POST(self) -> None:
        """Send an answer to an email, if one of our pages requests that; else respond with 501, 403, 404 or 502."""
        mail = self._mail(self.path.removesuffix("/reply"))
        if self.lmtp_port is None:
            self.send_error(501)
        elif not self._is_asked_by_us():
            self.send_error(403)
        elif self.path == "/write" and self.site:
            self._write(self.lmtp_port)
        elif mail is None or not demo_replies.can_be_answered(mail.message):
            self.send_error(404)
        else:
            self._reply(mail, self.lmtp_port)

    def _is_asked_by_us(self) -> bool:
        origin, host = urlsplit(self.headers.get("Origin", "")).netloc, self.headers.get("Host", "")
        return origin == host and host.rpartition(":")[0] in OUR_NAMES

    def _reply(self, mail: Caught, lmtp_port: int) -> None:
        self._send(demo_replies.written(mail.message, self._read_form().get("text", "")), lmtp_port)

    def _write(self, lmtp_port: int) -> None:
        form = self._read_form()
        author = form.get("from", "")
        if demo_replies.is_address(author):
            self._send(demo_replies.new(author, self.site, form.get("text", "")), lmtp_port)
        else:
            self.send_error(400, "From is no email address")

    def _read_form(self) -> dict[str, str]:
        """Return a form's fields by name."""
        length = min(int(self.headers.get("Content-Length") or 0), 10 * demo_replies.LONGEST)
        return {name: values[0] for name, values in parse_qs(self.rfile.read(length).decode(errors="replace")).items()}

    def _send(self, mail: EmailMessage, lmtp_port: int) -> None:
        try:
            demo_replies.hand_over(mail, lmtp_port)
        except (OSError, smtplib.SMTPException):
            self.send_error(502, "The site did not take it")
            return
        self.send_response(303)
        self.send_header("Location", "/?sent")
        self.end_headers()

    do_HEAD = do_GET  # noqa: N815 - the name that http.server looks for

    def _answer(self) -> Answer | None:
        if self.headers.get("Host", "").rpartition(":")[0] not in OUR_NAMES:
            return None
        if self.path in ("/", "/?sent"):
            return overview(self.folder, sent=self.path != "/", writes_to=self.site if self.lmtp_port else "")
        if mail := self._mail(self.path.removesuffix("/")):
            return one(mail, answerable=self.lmtp_port is not None)
        path, _, view = self.path.removesuffix("/").rpartition("/")
        show, mail = self.views.get(view), self._mail(path)
        return show(mail) if show and mail else None

    def _mail(self, path: str) -> Caught | None:
        return next((mail for mail in caught(self.folder) if mail.path == path), None)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing, since the demo's terminal is for the game."""


def serve(folder: Path, port: int = PORT, lmtp_port: int | None = None, site: str = "") -> ThreadingHTTPServer:
    """Return a server for the folder's emails on this machine, ready for `serve_forever`. Port 0 means any free one.

    `lmtp_port` is the port where the site takes emails in, if it does; `site` is the site's own address.
    """
    handler = type("FolderHandler", (CatcherPages,), {"folder": folder, "lmtp_port": lmtp_port, "site": site})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


def main(arguments: list[str]) -> int:
    if not arguments:
        print(__doc__)
        return 2
    port, lmtp_port = ([*map(int, arguments[1:]), None] if arguments[1:] else [PORT, None])[:2]
    with serve(Path(arguments[0]), port or PORT, lmtp_port, os.environ.get("MAIL_IN_ADDRESS", "")) as server:
        server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
