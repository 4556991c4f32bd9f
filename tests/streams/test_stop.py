"""The process stops within a second, whoever listens, without cutting an event in half."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from subprocess import PIPE
from typing import Final

import psycopg
import pytest
from django.utils import timezone

from deploy.ports import free_port
from tests import database
from tests.games.stories import play_on, players, started
from tests.locks import wait_for_a_lock
from tests.patience import AT_ONCE, eventually
from tests.site.running import running, token_of

EACH: Final = 20
"""The most streams that one account may have open."""
END: Final = b"\r\n0\r\n\r\n"


def listener(port: int, path: str, token: str) -> socket.socket:
    """Return a connection with an open answer."""
    link = socket.create_connection(("127.0.0.1", port), timeout=10)
    link.sendall(f"GET /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    return link


def all_of(link: socket.socket, found: bytes = b"") -> bytes:
    """Return all data until the connection ends."""
    while more := link.recv(65536):
        found += more
    return found


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("told_by", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_within_a_second_and_cuts_nothing_in_half(told_by: signal.Signals) -> None:
    people, port = players(3), free_port()
    game = started(people, now=timezone.now())
    with running("stream", STREAM_PORT=str(port)) as site, ExitStack() as links:
        assert eventually(lambda: answers(port))
        tokens = [token_of(player) for player in people]
        paths = ["/stream", f"/games/{game.pk}/stream"] * (EACH // 2)
        open_ = [links.enter_context(listener(port, path, token)) for token in tokens for path in paths]
        begun = [link.recv(65536) for link in open_]
        play_on(game, 1, now=timezone.now())
        process: subprocess.Popen[bytes] = site.processes["stream"].process
        at = time.monotonic()
        process.send_signal(told_by)
        assert process.wait(10) == 0
        assert time.monotonic() - at < AT_ONCE
        assert all(all_of(*both).endswith(END) for both in zip(open_, begun, strict=True))


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_statement_that_waits_does_not_hold_up_the_end() -> None:
    """Somebody holds the lock under which an account's events are numbered."""
    people, port = players(2), free_port()
    game = started(people, now=timezone.now())
    with running("stream", STREAM_PORT=str(port)) as site:
        assert eventually(lambda: answers(port))
        with listener(port, "/stream", token_of(people[0])) as link, psycopg.connect(database.url()) as holder:
            assert link.recv(65536)
            assert eventually(
                lambda: holder.execute("SELECT FROM notifications_listening FOR NO KEY UPDATE").rowcount == 1
            )
            play_on(game, 1, now=timezone.now())
            wait_for_a_lock()
            process: subprocess.Popen[bytes] = site.processes["stream"].process
            at = time.monotonic()
            process.terminate()
            assert process.wait(10) == 0
            assert time.monotonic() - at < AT_ONCE


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_where_it_cannot_listen_it_ends_with_an_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with running("stream", STREAM_PORT=str(taken.getsockname()[1])) as site:
            assert site.processes["stream"].process.wait(30) not in (0, None)


@pytest.mark.long
def test_a_reader_who_takes_nothing_does_not_hold_up_the_end() -> None:
    """In a separate process, which can abort the connection."""
    settings = os.environ | {"DJANGO_SETTINGS_MODULE": "ttr_site.settings"}
    told = subprocess.run(
        [sys.executable, "-m", "tests.streams.stuck"], env=settings, stdout=PIPE, timeout=30, check=True
    )
    assert float(told.stdout) < AT_ONCE
