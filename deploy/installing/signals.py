"""Interruption of an installation by Ctrl-C or a lost connection: before the next command, undoing what was done.

Commands run in sessions of their own, so signals from the terminal do not reach them, and a running command finishes.
"""

import signal
from types import FrameType
from typing import Final

STOPPING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_signals: list[int] = []


def heed() -> None:
    """Record from now on that a signal has arrived; `nohup` keeps its effect."""
    for number in STOPPING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _note)


def ignore() -> None:
    """Ignore signals from now on, since undoing must not stop halfway."""
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    _signals.clear()


def signal_name() -> str:
    """Return the name of the signal that has arrived; "" if none has."""
    return signal.Signals(_signals[0]).name if _signals else ""


def _note(number: int, _: FrameType | None) -> None:
    _signals.append(number)
