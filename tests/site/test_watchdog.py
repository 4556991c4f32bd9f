"""A hanging process gives no sign of life, so that systemd restarts it."""

import os
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from django.conf import settings

from tests import database
from tests.patience import eventually
from tests.site.running import DEPLOY, Process, own_ports
from tests.sweeps import at_length

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("transactional_db")]

LIMIT = 4.0
"""The watchdog time in seconds, of which each part uses a quarter."""


class Supervisor:
    """The socket to which a process sends its signs of life, as systemd provides it."""

    def __init__(self, folder: Path) -> None:
        address = folder / "notify"
        self.variables = {"NOTIFY_SOCKET": str(address), "WATCHDOG_USEC": str(int(LIMIT * 1_000_000))}
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(str(address))
        self.line.settimeout(LIMIT)

    def hears(self) -> bool:
        """Check whether a new sign arrives in time; earlier ones do not count."""
        self.line.setblocking(False)
        while True:
            try:
                self.line.recv(64)
            except BlockingIOError:
                break
        self.line.settimeout(LIMIT)
        try:
            return self.line.recv(64) == b"WATCHDOG=1"
        except TimeoutError:
            return False


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[Supervisor]:
    made = Supervisor(tmp_path)
    with made.line:
        yield made


@pytest.mark.parametrize("part", at_length(["web", "stream", "beat", "worker", "mail-in"], at_once=["stream", "beat"]))
def test_a_part_gives_signs_of_life_unless_one_of_its_processes_is_stopped(
    part: str, supervisor: Supervisor, tmp_path: Path
) -> None:
    given = own_ports() | {
        "DATABASE_URL": database.url(),
        "REDIS_PREFIX": f"watchdog-{os.getpid()}",
        "WEB_WORKERS": "1",
        "WORKER_PROCESSES": "1",
        "MAIL_IN_ADDRESS": "play@games.example.org",
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "metrics"),
    }
    assert settings.REDIS_URL
    process = Process(part, os.environ | given | supervisor.variables)
    try:
        assert eventually(supervisor.hears)
        parts = 5 if part == "worker" else 2 if part == "web" else 1
        assert eventually(lambda: len(everyone(process)) >= parts)
        for stopped in everyone(process):
            stopped.send_signal(signal.SIGSTOP)
            assert eventually(lambda: not supervisor.hears()), stopped
            stopped.send_signal(signal.SIGCONT)
            assert eventually(supervisor.hears), stopped
    finally:
        process.kill()


def everyone(process: Process) -> list[psutil.Process]:
    first = psutil.Process(process.process.pid)
    return [first, *first.children(recursive=True)]


def test_every_unit_that_goes_on_waits_for_signs_of_life() -> None:
    for unit in (DEPLOY / "systemd").glob("*.service"):
        text = unit.read_text()
        goes_on = "Restart=always" in text
        waits = re.findall(r"^(WatchdogSec=60|WatchdogSignal=SIGKILL|NotifyAccess=all)$", text, re.MULTILINE)
        assert len(waits) == (3 if goes_on else 0), unit.name
