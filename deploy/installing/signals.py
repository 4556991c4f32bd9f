"""What Ctrl-C, or a connection that ends, does to an installation: it stops, and the site is left as it was."""

import signal
from types import FrameType
from typing import Final

from deploy.installing.machine import InstallationStopped

STOPPING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def heed() -> None:
    """From now on the first of these raises InstallationStopped wherever it comes; `nohup` keeps its meaning."""
    for number in STOPPING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _stop)


def ignore() -> None:
    """From now on none of them disturbs, for what goes back must not stop halfway."""
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)


def _stop(number: int, _: FrameType | None) -> None:
    ignore()
    raise InstallationStopped(f"It was told to stop ({signal.Signals(number).name}).")
