"""A test run that is killed leaves nothing behind."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.patience import eventually
from tests.servers import DOOR, PREFIX, RUN

# They start servers of their own, so `make quick` does not run them.
pytestmark = [pytest.mark.usefixtures("servers"), pytest.mark.long]

ROOT = Path(__file__).parents[2]
OF_THIS_RUN = {RUN, "DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}


def surroundings(**variables: str) -> dict[str, str]:
    """Return the environment of somebody who starts a run, without the variables of the current one."""
    outside = {
        name: value for name, value in os.environ.items() if name not in OF_THIS_RUN and not name.startswith("PYTEST")
    }
    return outside | variables


@pytest.fixture
def nearby() -> Iterator[Path]:
    """Yield an empty folder with a short name: a socket's path may have no more than 107 bytes."""
    with tempfile.TemporaryDirectory(dir=os.environ["TMPDIR"]) as folder:
        yield Path(folder)


def belonging_to(home: str) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(RUN) == home:
                found.append(process)
        except psutil.Error:
            continue
    return found


def shared_memory(processes: list[psutil.Process]) -> set[Path]:
    maps = [Path(f"/proc/{process.pid}/maps") for process in processes if process.name() == "postgres"]
    lines = [line for each in maps for line in each.read_text().splitlines()]
    return {Path(line.split(maxsplit=5)[5]) for line in lines if "/dev/shm/" in line and "(deleted)" not in line}


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_neither_its_end_nor_that_of_a_worker_leaves_anything_behind(tmp_path: Path) -> None:
    arguments = ["-n", "1", "-p", "no:cacheprovider", "tests/site/sleepers.py"]
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=ROOT,
        env=surroundings(ARRIVALS=str(tmp_path)),
        stdout=subprocess.DEVNULL,
    ) as run:
        try:
            assert eventually((tmp_path / "0").exists)
            worker, home = (tmp_path / "0").read_text().split()
            os.kill(int(worker), signal.SIGKILL)
            assert eventually((tmp_path / "1").exists)
            left = belonging_to(home) + psutil.Process(run.pid).children(recursive=True)
            assert {"postgres", "valkey-server", "sleep"} <= {process.name() for process in left}
            assert (memory := shared_memory(left))
        finally:
            run.kill()
    assert psutil.wait_procs(left, timeout=60)[1] == []
    assert not belonging_to(home)
    assert eventually(lambda: not Path(home).exists())
    assert not [each for each in memory if each.exists()]


def test_a_keeper_survives_those_who_only_look_whether_it_is_there(nearby: Path) -> None:
    """Every other run on the machine looks when it begins, and is gone before an answer is possible."""
    keeper = subprocess.Popen(
        [sys.executable, "-m", "tests.keeper"],
        cwd=ROOT,
        env=surroundings(TMPDIR=str(nearby)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with keeper:
        assert keeper.stdin
        assert keeper.stdout
        home = Path(json.loads(keeper.stdout.readline())[RUN])
        for _ in range(3):
            with socket.socket(socket.AF_UNIX) as visitor:
                visitor.connect(str(home / DOOR))
        assert not {"postgres", "valkey-server"} & {each.name() for each in belonging_to(str(home))}
        keeper.stdin.close()
        assert keeper.wait(60) == 0
    assert not home.exists()


def test_what_a_killed_keeper_left_is_removed_by_the_next(nearby: Path) -> None:
    abandoned = nearby / f"{PREFIX}abandoned"
    abandoned.mkdir()
    os.utime(abandoned, (0, time.time() - 3600))
    keeper = [sys.executable, "-m", "tests.keeper"]
    with subprocess.Popen(["sleep", "600"], env=surroundings(**{RUN: str(abandoned)})) as left:
        subprocess.run(keeper, cwd=ROOT, env=surroundings(TMPDIR=str(nearby)), input=b"", check=True, timeout=60)
        assert left.wait(60) == -signal.SIGKILL
    assert list(nearby.iterdir()) == []
