"""`make bench`: every benchmark, or those named (`make bench ARGS=server`)."""

import importlib
import os
import subprocess
import sys

EVERY = ("engine", "server", "mail")


def main(names: list[str]) -> None:
    """Prepare the database, then run one after the other."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], check=True)
    for name in names or EVERY:
        print(f"== {name}", flush=True)
        importlib.import_module(f"tests.bench.{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
