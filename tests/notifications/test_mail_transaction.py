"""An email is sent like the library's `sendmail` does it: with the same commands and the same errors."""

import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from smtplib import SMTP, SMTPException
from threading import Thread

import pytest

from notifications.letters.octets import ReadyEmail
from notifications.outbox import mail_transaction
from notifications.outbox.smtp import SmtpConnection
from tests.notifications.post_office import PostOffice

DOTS = b"Subject: dots\r\n\r\n.\r\n..\r\n.quit\r\nend.\r\n"
ANSWERS = {"EHLO": "250 SIZE 1000000", "MAIL": "250 OK", "RCPT": "250 OK", "DATA": "354 Go on", ".": "250 OK"}
Send = Callable[[SMTP, ReadyEmail], object]


def email() -> ReadyEmail:
    return ReadyEmail(sender="post+t@night-mail.example", to="ada@mail.example", octets=DOTS)


def by_library(server: SMTP, ready: ReadyEmail) -> object:
    return server.sendmail(ready.from_email, ready.to, ready.octets)


def _serve(end: socket.socket, answers: Mapping[str, str], heard: list[str]) -> None:
    in_data = False
    with end, end.makefile("rb") as lines:
        for line in lines:
            said = line.decode().rstrip("\r\n")
            heard.append(said)
            in_data = in_data and said != "."
            if not in_data:
                answer = answers.get(said.partition(" ")[0].upper(), "250 OK")
                in_data = answer.startswith("354")
                end.sendall(f"{answer}\r\n".encode())


@contextmanager
def a_server(answers: Mapping[str, str]) -> Iterator[tuple[SMTP, list[str]]]:
    """Yield a connection to a server with these answers, and the lines that it receives."""
    heard: list[str] = []
    ours, theirs = socket.socketpair()
    thread = Thread(target=_serve, args=(theirs, answers, heard))
    thread.start()
    server = SMTP(local_hostname="night-mail.example")
    server.sock = ours
    with closing(server):
        yield server, heard
    thread.join()


def outcome(send: Send, answers: Mapping[str, str]) -> tuple[type[SMTPException] | None, object, list[str]]:
    """Return the error with its details, and the lines that the server received."""
    with a_server(answers) as (server, heard):
        try:
            send(server, email())
        except SMTPException as refusal:
            return type(refusal), refusal.args, [line.upper() for line in heard]
        return None, None, [line.upper() for line in heard]


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (".", "250 2.0.0 Taken"),
        ("EHLO", "250 Nothing special"),
        ("EHLO", "502 What?"),
        ("MAIL", "451 4.3.0 Later"),
        ("MAIL", "550 5.7.1 Not you"),
        ("RCPT", "251 Forwarded"),
        ("RCPT", "550 5.1.1 Nobody"),
        ("DATA", "250 OK"),
        ("DATA", "451 4.3.0 Later"),
        (".", "552 5.2.2 Full"),
    ],
)
def test_the_same_is_said_and_raised(command: str, answer: str) -> None:
    answers = ANSWERS | {command: answer}
    ours, theirs = outcome(mail_transaction.send, answers), outcome(by_library, answers)
    if command == "DATA":  # the library leaves restarting to its caller
        theirs[2].append("RSET")
    assert ours == theirs


def test_lines_that_begin_with_a_dot_arrive(post_office: PostOffice) -> None:
    with SmtpConnection() as connection:
        connection.send(email())
    assert [mail.raw for mail in post_office.received] == [DOTS]
