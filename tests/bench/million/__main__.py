"""`make bench-million`: `--games 10000 1000000` sets the sizes; `--keep` leaves the databases, `--kept` measures them
again. `--partitions` also compares the log of the largest crowd with a partitioned one, which takes some minutes more.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from deploy import local
from deploy.ports import free_port
from tests.bench.mail import mail_server
from tests.bench.million import server, turns

SIZES: Final = (10_000, 1_000_000)
DUE: Final = 200
"""Games due of each kind, in each round of sweeps."""
PATTERNS: Final[Path] = server.FOLDER / "patterns"


def main() -> None:
    """Play the patterns, fill a database with each crowd, measure them alternately, and compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=SIZES)
    parser.add_argument("--due", type=int, default=DUE)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--partitions", action="store_true")
    asked = parser.parse_args()
    if not asked.kept:
        server.forget()
    try:
        with server.running() as address:
            compared(address, asked)
    finally:
        if not (asked.keep or asked.kept):
            server.forget()


def compared(address: str, asked: argparse.Namespace) -> None:
    """Run every step in its own process, and return the files of measurements."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    os.environ["DATABASE_URL"] = address
    with local.environment(server.FOLDER) as found:
        variables = found | {"LOG_LEVEL": "ERROR", "EMAIL_PICTURES": "false"}
        crowd = _left if asked.kept else _filled
        with ExitStack() as crowded:
            crowds = {size: crowded.enter_context(crowd(address, size, asked, variables)) for size in asked.games}
            results = _measured(crowds, asked.due, variables)
            if asked.partitions:
                step("partitioning", [], variables | {"DATABASE_URL": crowds[max(crowds)]})
        step("telling", results, variables)


@contextmanager
def _filled(address: str, size: int, asked: argparse.Namespace, variables: dict[str, str]) -> Iterator[str]:
    """Fill a database with a crowd of this size, and yield its address until it has been measured."""
    if not PATTERNS.exists():
        _play(variables)
    print(f"{size:,} active games", flush=True)
    with server.database(address, f"crowd_{size}", local.DATABASE, keep=asked.keep) as crowd:
        step("filling", [str(PATTERNS), str(size)], variables | {"DATABASE_URL": crowd})
        yield crowd


@contextmanager
def _left(address: str, size: int, _asked: argparse.Namespace, variables: dict[str, str]) -> Iterator[str]:
    """Migrate a database that an earlier run has left, and yield its address."""
    crowd = server.address_of(address, f"crowd_{size}")
    _migrate(variables | {"DATABASE_URL": crowd})
    yield crowd


def _measured(crowds: dict[int, str], due: int, variables: dict[str, str]) -> list[str]:
    """Measure each crowd into a file, and return the files; raise CalledProcessError if a process fails."""
    results = [str(server.FOLDER / f"measured_{size}") for size in crowds]
    with turns.ring(len(crowds)) as places:
        started = []
        for (size, crowd), place, result in zip(crowds.items(), places, results, strict=True):
            arguments = [str(PATTERNS), str(size), str(due), result, *map(str, place)]
            started.append(server.start(_step("measuring", arguments), variables | {"DATABASE_URL": crowd}, place))
            os.close(place.after)
        server.ended(started)
    return results


def _play(variables: dict[str, str]) -> None:
    """Play the patterns, with a mail server that accepts every email at once."""
    _migrate(variables)
    port = free_port()
    with mail_server(port, 0.0):
        mail = {"EMAIL_URL": f"smtp://127.0.0.1:{port}", "MAIL_IN_ADDRESS": "play@play.example"}
        step("patterns", [str(PATTERNS)], variables | mail)


def _migrate(variables: dict[str, str]) -> None:
    server.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], variables)


def step(name: str, arguments: list[str], variables: dict[str, str]) -> None:
    """Run a step, and print how long it took; raise CalledProcessError if it fails."""
    begun = time.monotonic()
    server.run(_step(name, arguments), variables)
    print(f"  ({name}: {time.monotonic() - begun:.0f} s)", flush=True)


def _step(name: str, arguments: list[str]) -> list[str]:
    return [sys.executable, "-m", "tests.bench.million.step", name, *arguments]


if __name__ == "__main__":
    main()
