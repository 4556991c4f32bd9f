"""The work of deploy/restart: check the settings, then restart the running parts, one after another."""

import os
import sys

from deploy.installing import settings, signals, units
from deploy.installing.machine import InstallationStopped
from deploy.installing.site import running

NOT_HERE = "No release is installed here. deploy/restart is for what deploy/install has made."


def main() -> int:
    """Restart everything, and return the exit status."""
    os.environ.pop("PYTHONPATH", None)
    signals.heed()
    release = running()
    try:
        if release is None:
            raise InstallationStopped(NOT_HERE)
        settings.check(release)
        units.restart(release)
    except (InstallationStopped, OSError) as stopped:
        print(stopped, file=sys.stderr)
        return 1
    print("Every part runs with the settings as they are now.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
