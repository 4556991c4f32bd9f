"""A port that one process is given is given to no other."""

import socket
import subprocess
import sys
from itertools import chain

from deploy.ports import BLOCKS, free_port, is_free

MANY = "from deploy.ports import free_port; print(*(free_port() for _ in range(40)), flush=True); input()"


def test_two_processes_are_given_different_ports() -> None:
    command = [sys.executable, "-c", MANY]
    others = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    given = [other.stdout.readline().split() for other in others if other.stdout]
    own = [str(free_port()) for _ in range(40)]
    for other in others:
        other.communicate("\n")
    everything = [*own, *chain.from_iterable(given)]
    assert len(everything) == len(set(everything)) == 160


def test_a_port_is_below_those_of_connections_and_nobody_listens_there() -> None:
    port = free_port()
    assert BLOCKS.start < port < 32_768
    assert is_free(port)
    with socket.create_server(("127.0.0.1", port)):
        assert not is_free(port)


def test_a_port_in_use_is_passed_over() -> None:
    with socket.create_server(("127.0.0.1", free_port() + 1)) as taken:
        assert free_port() != taken.getsockname()[1]
