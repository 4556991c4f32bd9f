"""`make bench`: run the quick benchmarks, or the named ones (`ARGS=server`), each in a new database of its own.

Anything after a colon is passed on: `attacked:poison_mails` measures only that attack.
"""

import os
import subprocess
import sys
import time

from tests.bench.databases import COPY, CREATE, MEASURED, MIGRATED, database

EVERY = ("engine", "boards", "server", "pages", "queries", "mail", "inbox", "sweep", "streams", "storage")
"""Benchmarks that finish within ten minutes; `processes` and `overload` take longer and are run by name."""


def main(names: list[str]) -> None:
    """Run the named benchmarks one after the other, each in its own process."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    with database(MIGRATED, CREATE) as migrated:
        run(migrated, "manage.py", "migrate", "--verbosity", "0")
        for name in names or EVERY:
            print(f"== {name}", flush=True)
            begun = time.monotonic()
            with database(MEASURED, COPY, MIGRATED) as address:
                module, *arguments = name.split(":")
                run(address, "-m", f"tests.bench.{module}", *arguments)
            print(f"  ({name}: {time.monotonic() - begun:.0f} s)", flush=True)


def run(address: str, *python: str) -> None:
    """Run a Python process with this database; raise CalledProcessError if it fails."""
    everything = os.environ | {"DATABASE_URL": address, "LOG_LEVEL": "ERROR", "EMAIL_PICTURES": "false"}
    subprocess.run([sys.executable, *python], env=everything, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
