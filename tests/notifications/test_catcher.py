"""The demo's page of mails: shows what Django's file backend wrote, and can do nothing else."""

import threading
from collections.abc import Iterator
from email.mime.image import MIMEImage
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.filebased import EmailBackend

from deploy.catcher import caught, html, serve


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """A running catcher of two mails that went over one connection."""
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


def test_the_newest_mail_comes_first(port: int) -> None:
    _, page = ask(port, "/")
    assert page.index("Subject 2 &lt;b&gt;") < page.index("Subject 1 &lt;b&gt;")


def test_a_mail_is_shown_with_its_html_in_a_cage(port: int) -> None:
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


def test_before_the_first_mail_it_says_so(tmp_path: Path) -> None:
    with serve(tmp_path / "not-yet", 0) as server:
        threading.Thread(target=server.serve_forever, args=[0.01]).start()
        assert "No emails yet." in ask(server.server_port, "/")[1]
        server.shutdown()
