"""Signs of life for systemd, which restarts processes that send none (`WatchdogSec=` in deploy/systemd, sd_notify(3)).

A process that was stopped, or that holds Python's lock forever, would otherwise be "active" until somebody checks.
"""

import os
import select
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

SIGN: Final = b"WATCHDOG=1"
SIGNS: Final = 4
"""How many signs are sent in the time that systemd allows for one."""
STOPPED: Final = "T"
"""The state in /proc of a process stopped by a signal (proc(5)); under a debugger it is "t"."""


def start() -> None:
    """Send signs of life from a thread of this process, if systemd expects them."""
    address, microseconds = os.environ.get("NOTIFY_SOCKET", ""), os.environ.get("WATCHDOG_USEC", "")
    if address and microseconds:
        arguments = (address, int(microseconds) / 1_000_000 / SIGNS)
        Thread(target=give_signs, args=arguments, name="watchdog", daemon=True).start()


def give_signs(address: str, interval: float, pause: Callable[[float], object] = time.sleep) -> None:
    """Keep sending signs, except while a process of this service is stopped."""
    abstract = address.replace("@", "\0", 1) if address.startswith("@") else address
    while True:
        if STOPPED not in _states(os.getsid(0)):
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.sendto(SIGN, abstract)
        pause(interval)


def end_with_parent() -> None:
    """End this process as soon as its parent, which deploy/web started, is gone.

    If only the web server's main process is killed, the others survive it: they keep its port or socket, and go on
    serving beside the next one. systemd kills them at once, but not every supervisor does. This works only on Linux.
    """
    parent = os.getppid()
    if os.environ.get("WEB_SERVER") == str(parent) and hasattr(os, "pidfd_open"):
        Thread(target=_end_after, args=(os.pidfd_open(parent),), name="end-with-parent", daemon=True).start()


def _end_after(process: int) -> None:
    poll = select.poll()
    poll.register(process, select.POLLIN)
    poll.poll()
    os.kill(os.getpid(), signal.SIGKILL)


def _states(session: int) -> Iterator[str]:
    """Yield the states of all processes in a session; systemd creates one for each service."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended in the meantime
            state, _parent, _group, owner = file.read_text().rpartition(")")[2].split()[:4]
            if int(owner) == session:
                yield state
