"""Alternating measurements of crowds, so that a machine that slows down in between slows all of them.

Each crowd has its own process, and all of them take the same steps. A ring of pipes joins them, and one byte goes
round: the process that has it measures, all others wait.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

BYTE: Final = b"."


class Turns(NamedTuple):
    """A process's place in the ring: the pipe it reads from, and the one it writes to."""

    before: int
    after: int

    @contextmanager
    def held(self) -> Iterator["Turns"]:
        """Wait for the first turn, and pass on the last; raise EOFError if another process has failed."""
        self._wait()
        yield self
        os.write(self.after, BYTE)

    def pass_on(self) -> None:
        """Let the others measure, and wait for the next turn; raise EOFError if another process has failed."""
        os.write(self.after, BYTE)
        self._wait()

    def _wait(self) -> None:
        if not os.read(self.before, 1):
            raise EOFError


@contextmanager
def ring(processes: int) -> Iterator[Sequence[Turns]]:
    """Yield the places of this many processes; the first has the byte. Close `after` once a process has it."""
    pipes = [os.pipe() for _ in range(processes)]
    os.write(pipes[0][1], BYTE)
    places = [Turns(read, pipes[(number + 1) % processes][1]) for number, (read, _) in enumerate(pipes)]
    try:
        yield places
    finally:
        for before, _ in places:
            os.close(before)
