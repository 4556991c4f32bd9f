"""Ports for servers that are started here: the demo's, and those of tests.

A port that the kernel picks is anybody's again until the server listens: the next process that asks may get it, and so
may any connection. So each process has a block of ports to itself, below those that the kernel hands out.
"""

import os
import socket
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from typing import Final

BLOCK: Final = 500
BLOCKS: Final = range(11_000, 32_000, BLOCK)
"""The first port of each block. No connection gets these: the kernel's begin at 32768. No browser refuses them."""


def free_port() -> int:
    """Return a port on which nobody listens, and which no other process is given while this one lives."""
    return next(_free_ports(os.getpid()))


def is_free(port: int) -> bool:
    """Return whether nobody answers at this port of the machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


@cache
def _free_ports(process: int) -> Iterator[int]:
    """Yield the process's ports, over and over. Raises RuntimeError if there is no block left."""
    for first in BLOCKS:
        if mark := _bound(first):
            with mark:
                for port in cycle(range(first + 1, first + BLOCK)):
                    if probe := _bound(port):
                        probe.close()
                        yield port
    raise RuntimeError(f"{len(BLOCKS)} processes are starting servers already: end one of them first.")


def _bound(port: int) -> socket.socket | None:
    """Return a socket that is bound to the port until it is closed, or None if the port is in use."""
    bound = socket.socket()
    try:
        bound.bind(("127.0.0.1", port))
    except OSError:
        bound.close()
        return None
    return bound
