"""`make bench-million`: `--games 10000 1000000` are the sizes, `--keep` leaves the database of the last one."""

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Final

from deploy import local
from tests.bench.mail import mail_server
from tests.bench.million import server

SIZES: Final = (10_000, 1_000_000)
DUE: Final = 1000


def main() -> None:
    """Play, then fill and measure each crowd in a database of its own, and compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=SIZES)
    parser.add_argument("--due", type=int, default=DUE)
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args()
    try:
        with server.running() as address:
            measured(address, asked.games, asked.due, asked.keep)
    finally:
        if not asked.keep:
            server.forget()


def measured(address: str, sizes: list[int], due: int, keep: bool) -> None:
    """Step by step, each in a process of its own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    os.environ["DATABASE_URL"] = address
    patterns = server.FOLDER / "patterns"
    with local.environment(server.FOLDER) as found:
        variables = found | {"LOG_LEVEL": "ERROR", "EMAIL_PICTURES": "false"}
        server.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], variables)
        _play(patterns, variables)
        results = []
        for size in sizes:
            print(f"{size:,} active games", flush=True)
            results.append(server.FOLDER / f"measured_{size}")
            with server.database(address, f"crowd_{size}", local.DATABASE, keep=keep) as crowd:
                own = variables | {"DATABASE_URL": crowd}
                step("filling", [str(patterns), str(size), str(due)], own)
                step("measuring", [str(patterns), str(size), str(due), str(results[-1])], own)
        step("telling", [str(result) for result in results], variables)


def _play(patterns: Path, variables: dict[str, str]) -> None:
    """With a mail server that takes every email at once."""
    port = local.free_port()
    with mail_server(port, 0.0):
        mail = {"EMAIL_URL": f"smtp://127.0.0.1:{port}", "MAIL_IN_ADDRESS": "play@play.example"}
        step("patterns", [str(patterns)], variables | mail)


def step(name: str, arguments: list[str], variables: dict[str, str]) -> None:
    """Run it, and say how long it took. Raises CalledProcessError."""
    begun = time.monotonic()
    server.run([sys.executable, "-m", "tests.bench.million.step", name, *arguments], variables)
    print(f"  ({name}: {time.monotonic() - begun:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
