"""Run a command in the release as the site would, by root: `python3 -m deploy.installing.as_site [--owner] COMMAND ...`

It has the site's user and settings; with --owner also the address of the tables' owner. systemd-run would do the same,
but asks for D-Bus, which a small Debian does without.
"""

import os
import sys
from collections.abc import Sequence

from deploy.installing import settings
from deploy.installing.site import CURRENT, USER


def build_environment(outer: dict[str, str], *, owner: bool) -> dict[str, str]:
    """Return the variables for the command: those of the caller, then the site's, then the owner's if asked for.

    The folder of metrics is for the site's own processes, and PYTHONPATH led here.
    """
    variables = outer | settings.variables() | (settings.owner() if owner else {})
    return {name: value for name, value in variables.items() if name not in {"PROMETHEUS_MULTIPROC_DIR", "PYTHONPATH"}}


def main(arguments: Sequence[str]) -> None:
    owner = arguments[:1] == ["--owner"]
    command = arguments[1:] if owner else arguments
    os.chdir(CURRENT)
    environment = build_environment(dict(os.environ), owner=owner)
    os.execvpe("runuser", ["runuser", "--user", USER, "--", *command], environment)


if __name__ == "__main__":
    main(sys.argv[1:])
