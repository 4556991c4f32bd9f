"""The demo's page of emails: it shows those written by Django's file backend, and passes answers to the site."""

import threading
from collections.abc import Iterator
from email.mime.image import MIMEImage
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.filebased import EmailBackend

from deploy.catcher import caught, html, serve
from deploy.ports import free_port
from tests.notifications.post_office import PostOffice


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Run a catcher of two emails that were sent over one connection."""
    backend = EmailBackend(file_path=str(tmp_path))
    for number in (1, 2):
        mail = EmailMultiAlternatives(f"Subject {number} <b>", f"Text {number} & more", to=["ada@mail.example"])
        mail.attach_alternative(f"<p>Page {number}</p><script>alert(1)</script>", "text/html")
        backend.open()
        backend.send_messages([mail])
    backend.close()
    with serve(tmp_path, 0) as server:
        threading.Thread(target=server.serve_forever, args=[0.01]).start()
        yield server.server_port
        server.shutdown()


def ask(port: int, path: str, method: str = "GET", host: str = "localhost") -> tuple[HTTPResponse, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request(method, path, headers={"Host": f"{host}:{port}"})
    answer = connection.getresponse()
    return answer, answer.read().decode()


def links(port: int) -> list[str]:
    return [part.partition('"')[0] for part in ask(port, "/")[1].split('href="')[1:]]


def test_the_newest_email_comes_first(port: int) -> None:
    _, page = ask(port, "/")
    assert page.index("Subject 2 &lt;b&gt;") < page.index("Subject 1 &lt;b&gt;")


def test_its_pages_fit_a_phone(port: int) -> None:
    for path in ("/", links(port)[0]):
        assert '<meta name="viewport" content="width=device-width">' in ask(port, path)[1]


def test_an_email_is_shown_with_its_html_in_a_cage(port: int) -> None:
    newest = links(port)[0]
    answer, page = ask(port, newest)
    assert "Text 2 &amp; more" in page
    assert f'src="{newest}/html"></iframe>' in page
    assert "default-src 'none'" in (answer.getheader("Content-Security-Policy") or "")
    answer, frame = ask(port, f"{newest}/html")
    assert "<p>Page 2</p>" in frame
    assert "sandbox" in (answer.getheader("Content-Security-Policy") or "")


def test_a_picture_that_came_along_is_shown(tmp_path: Path) -> None:
    picture = MIMEImage(b"GIF89a", "gif")
    picture["Content-ID"] = "<board@mail.example>"
    mail = EmailMultiAlternatives("Subject", "Text", to=["ada@mail.example"], attachments=[picture])
    mail.attach_alternative('<img src="cid:board@mail.example">', "text/html")
    EmailBackend(file_path=str(tmp_path)).send_messages([mail])
    (caught_one,) = caught(tmp_path)
    assert b'<img src="data:image/gif;base64,R0lGODlh">' in html(caught_one).body


def test_the_source_is_plain_text(port: int) -> None:
    answer, source = ask(port, f"{links(port)[1]}/source")
    assert (answer.getheader("Content-Type") or "").startswith("text/plain")
    assert "Subject: Subject 1 <b>" in source


@pytest.mark.parametrize("path", ["/x", "/../secrets.json", "/a.log/0", "/a.log/0/source", "/%2e%2e/x.log/0"])
def test_there_is_nothing_else(port: int, path: str) -> None:
    assert ask(port, path)[0].status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_it_only_reads(port: int, method: str) -> None:
    assert ask(port, "/", method)[0].status == 501


def test_it_answers_no_other_name(port: int) -> None:
    assert ask(port, "/", host="evil.example")[0].status == 404


def test_before_the_first_email_it_says_so(tmp_path: Path) -> None:
    with serve(tmp_path / "not-yet", 0) as server:
        threading.Thread(target=server.serve_forever, args=[0.01]).start()
        assert "No emails yet." in ask(server.server_port, "/")[1]
        server.shutdown()


@pytest.fixture
def answered(tmp_path: Path) -> Iterator[tuple[int, PostOffice]]:
    """Run a catcher of one email that can be answered, and the server that receives answers."""
    mail = EmailMultiAlternatives(
        "Your turn: X", "1  Draw", to=["ada@mail.example"], reply_to=["play+x@mail.localhost"]
    )
    EmailBackend(file_path=str(tmp_path)).send_messages([mail])
    office = PostOffice(port=free_port())
    door = Controller(office, hostname="127.0.0.1", port=office.port)
    door.factory = lambda: LMTP(office)  # type: ignore[method-assign]
    door.start()
    with serve(tmp_path, 0, office.port, "play@mail.localhost") as server:
        threading.Thread(target=server.serve_forever, args=[0.01]).start()
        yield server.server_port, office
        server.shutdown()
    door.stop()


def answer_by_form(port: int, path: str, text: str, origin: str, **more: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"Host": f"localhost:{port}", "Origin": origin, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", path, body=urlencode({"text": text, **more}), headers=headers)
    return connection.getresponse().status


def test_an_email_that_can_be_answered_has_a_box(answered: tuple[int, PostOffice]) -> None:
    port, office = answered
    (path,) = links(port)
    _, page = ask(port, path)
    assert f'action="{path}/reply"' in page
    assert answer_by_form(port, f"{path}/reply", "1", f"http://localhost:{port}") == 303
    (reply,) = office.received
    assert reply.to == ["play+x@mail.localhost"]
    assert reply.message["From"] == "ada@mail.example"
    assert reply.text.splitlines()[0] == "1"
    assert "> 1  Draw" in reply.text
    assert "Sent." in ask(port, "/?sent")[1]


def test_anyone_can_write_to_the_site(answered: tuple[int, PostOffice]) -> None:
    port, office = answered
    assert 'action="/write"' in ask(port, "/")[1]
    author = {"from": "bela@mail.example"}
    assert answer_by_form(port, "/write", "sign up Bela\ngames", f"http://localhost:{port}", **author) == 303
    (mail,) = office.received
    assert (mail.to, mail.message["From"]) == (["play@mail.localhost"], "bela@mail.example")
    assert mail.text.splitlines() == ["sign up Bela", "games"]
    forged = {"from": "bela@mail.example\r\nBcc: x@evil.example"}
    assert answer_by_form(port, "/write", "games", f"http://localhost:{port}", **forged) == 400
    assert answer_by_form(port, "/write", "games", "https://evil.example", **author) == 403
    assert len(office.received) == 1


def test_no_other_page_answers_for_anyone(answered: tuple[int, PostOffice]) -> None:
    port, office = answered
    (path,) = links(port)
    for origin in ("https://evil.example", "", "null", f"http://evil.example:{port}"):
        assert answer_by_form(port, f"{path}/reply", "1", origin) == 403
    assert answer_by_form(port, "/x.log/0/reply", "1", f"http://localhost:{port}") == 404
    assert not office.received


def test_without_a_door_there_is_no_box(port: int) -> None:
    assert "<textarea" not in ask(port, links(port)[0])[1]
    assert "<form" not in ask(port, "/")[1]
