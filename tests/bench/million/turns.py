"""Crowds are measured in turns, so that a machine that becomes slower in between slows all of them.

Each crowd has a process of its own, and all of them take the same steps. A ring of pipes joins them, and one byte goes
round: whoever has it measures, all others wait.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

BYTE: Final = b"."


class Turns(NamedTuple):
    """One process's place in the ring: the pipe that it reads from, and the one that it writes to."""

    before: int
    after: int

    @contextmanager
    def held(self) -> Iterator["Turns"]:
        """The first turn waited for, and the last one passed on. Raises EOFError where another process has failed."""
        self._wait()
        yield self
        os.write(self.after, BYTE)

    def pass_on(self) -> None:
        """Let the others measure, and wait for the next turn. Raises EOFError where another process has failed."""
        os.write(self.after, BYTE)
        self._wait()

    def _wait(self) -> None:
        if not os.read(self.before, 1):
            raise EOFError


@contextmanager
def ring(processes: int) -> Iterator[Sequence[Turns]]:
    """The places of so many processes, of which the first one has the byte. Close `after` once a process has it."""
    pipes = [os.pipe() for _ in range(processes)]
    os.write(pipes[0][1], BYTE)
    places = [Turns(read, pipes[(number + 1) % processes][1]) for number, (read, _) in enumerate(pipes)]
    try:
        yield places
    finally:
        for before, _ in places:
            os.close(before)
