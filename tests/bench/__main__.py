"""`make bench`: all that are quick, or those named (`make bench ARGS=server`), each in a new database of its own.

What stands behind a colon is passed on: `attacked:poison_mails` is one attack alone.
"""

import os
import subprocess
import sys
import time

from tests.bench.databases import COPY, CREATE, MEASURED, MIGRATED, database

EVERY = ("engine", "server", "pages", "queries", "mail", "inbox", "sweep", "streams", "storage")
"""Within ten minutes. `processes` and `overload`, through a proxy, take some more, and are run by name."""


def main(names: list[str]) -> None:
    """Run one after the other, each in a process of its own."""
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
    """A Python process whose database this is. Raises CalledProcessError."""
    everything = os.environ | {"DATABASE_URL": address, "LOG_LEVEL": "ERROR", "EMAIL_PICTURES": "false"}
    subprocess.run([sys.executable, *python], env=everything, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
