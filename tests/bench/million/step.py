"""One step in its own process: `python -m tests.bench.million.step NAME ARGUMENTS`."""

import importlib
import os
import sys

import django


def main(name: str, *arguments: str) -> None:
    """Run the `main` of a module of this package, with Django set up."""
    os.environ["DEBUG"] = "false"
    django.setup()
    importlib.import_module(f"tests.bench.million.{name}").main(*arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
