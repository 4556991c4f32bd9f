"""How Ctrl-C or a lost connection stops an installation: before the next command, undoing what was done.

Commands run in sessions of their own: no signal from the terminal reaches them, and one that has begun finishes.
"""

import signal
from types import FrameType
from typing import Final

STOPPING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_signals: list[int] = []


def heed() -> None:
    """Note from now on that one of these came; `nohup` keeps its meaning."""
    for number in STOPPING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _note)


def ignore() -> None:
    """Let none of them disturb from now on, for what goes back must not stop halfway."""
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    _signals.clear()


def signal_name() -> str:
    """Return the name of the signal that has come; "" if none has."""
    return signal.Signals(_signals[0]).name if _signals else ""


def _note(number: int, _: FrameType | None) -> None:
    _signals.append(number)
