"""A full disk, failing backups, an expiring certificate: games still run, and all checks report it."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings
from time_machine import TimeMachineFixture

from games.table.clocks import certificates, heartbeats
from notifications import monitoring
from notifications.doctor import Level, machine, run
from tests.games.stories import DAY, NOON
from tests.inbox.certificates import issued_to

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
SEEN = (monitoring.MACHINE, *monitoring.SEEN_BY_MACHINE)


def note(*sources: str, at: datetime) -> None:
    for source in sources:
        heartbeats.note(source=source, now=at)


@pytest.mark.parametrize("source", monitoring.SEEN_BY_MACHINE)
def test_what_is_not_well_is_told_everywhere(source: str, client: Client, time_machine: TimeMachineFixture) -> None:
    note(*SEEN, at=NOON)
    note(*(other for other in SEEN if other != source), at=NOON + 6 * MINUTE)
    time_machine.move_to(NOON + 4 * MINUTE, tick=False)
    assert client.get("/health").json() == {"status": "well", "late": []}
    time_machine.move_to(NOON + 6 * MINUTE, tick=False)
    answer = client.get("/health")
    assert answer.status_code == 503
    (late,) = answer.json()["late"]
    assert (late["what"], late["since"]) == (source, "2026-03-02T12:00:00Z")
    assert late["to_do"]
    assert monitoring.overdue(NOON + 6 * MINUTE)[source] == 360
    others = {found.about for found in run([machine.watched]) if found.level is Level.FINE}
    assert others == set(monitoring.SEEN_BY_MACHINE) - {source}


def test_where_nobody_looks_any_more_that_is_told_and_not_all_that_was_seen() -> None:
    note(*SEEN, at=NOON)
    assert [late.what for late in monitoring.look(NOON + 6 * MINUTE)] == [monitoring.MACHINE]


def test_the_doctor_says_where_nobody_has_ever_looked() -> None:
    (found,) = machine.watched()
    assert found.level is Level.WARNING
    assert "night-mail-watch.timer" in found.text
    assert monitoring.look(NOON) == []


def test_a_disk_that_is_full_is_told_at_once(client: Client) -> None:
    """PostgreSQL still reads, and nothing is late yet."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL temp_file_limit = 0")
    answer = client.get("/health")
    assert (answer.status_code, answer.json()) == (503, {"status": "unavailable", "late": []})


@contextmanager
def shown(folder: Path, *, days: int, of: int = 90) -> Iterator[str]:
    """Serve a certificate that expires this many days after noon, issued for that many; yield the server's address."""
    end = NOON + days * DAY
    issued = issued_to("localhost", begin=end - of * DAY, end=end)
    (folder / "chain").write_bytes(issued.chain)
    (folder / "key").write_bytes(issued.key)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "chain", folder / "key")

    def serve() -> None:
        with suppress(OSError):
            while True:
                with listener.accept()[0] as line, suppress(OSError):
                    context.wrap_socket(line, server_side=True).close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        Thread(target=serve, daemon=True).start()
        yield f"https://localhost:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    ("days", "of", "is_near"),
    [(30, 90, False), (15, 90, False), (13, 90, True), (-1, 90, True), (3, 6, False), (1, 6, True)],
)
def test_a_certificate_near_its_end_is_told(
    days: int, of: int, is_near: bool, tmp_path: Path, settings: Settings, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to(NOON, tick=False)
    with shown(tmp_path, days=days, of=of) as settings.PUBLIC_URL:
        certificates.look()
        (found,) = machine.certificate()
    assert (certificates.SOURCE in dict(monitoring.look(NOON))) is is_near
    assert found.level is (Level.ERROR if is_near else Level.FINE)


def test_a_certificate_that_is_not_renewed_is_told_even_where_nobody_can_look(
    tmp_path: Path, settings: Settings
) -> None:
    with shown(tmp_path, days=30) as settings.PUBLIC_URL:
        certificates.look()
    certificates.look()
    assert monitoring.look(NOON + 15 * DAY) == []
    assert [late.what for late in monitoring.look(NOON + 17 * DAY)] == [certificates.SOURCE]


def test_one_that_was_renewed_is_well_again(tmp_path: Path, settings: Settings) -> None:
    with shown(tmp_path, days=3) as settings.PUBLIC_URL:
        certificates.look()
    assert monitoring.look(NOON)
    with shown(tmp_path, days=90) as settings.PUBLIC_URL:
        certificates.look()
    assert monitoring.look(NOON) == []
