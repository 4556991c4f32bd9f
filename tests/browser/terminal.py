"""A program in its own terminal, whose keys are pressed and whose screen is read by tmux."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Final

from tests.patience import eventually

COLUMNS: Final = 100
LINES: Final = 100


@dataclass(frozen=True)
class Terminal:
    """A terminal behind a socket."""

    socket: str

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names, or type letters."""
        self._run("send-keys", *keys)

    def read(self) -> str:
        """Return the screen's text."""
        lines = self._run("capture-pane", "-p").splitlines()
        return "\n".join(line.rstrip() for line in lines).strip("\n")

    def wait_for(self, words: str) -> str:
        """Return the screen as soon as it shows these words."""
        assert eventually(lambda: words in self.read()), self.read()
        return self.read()

    def _run(self, *command: str) -> str:
        tmux = ["tmux", "-S", self.socket, *command]
        return subprocess.run(tmux, check=True, capture_output=True, text=True).stdout

    def start(self, command: Sequence[str]) -> None:
        """Run a command in the terminal."""
        self._run("-f", "/dev/null", "new-session", "-d", "-x", str(COLUMNS), "-y", str(LINES), *command)

    def stop(self) -> None:
        """Stop the running program."""
        self._run("kill-server")


@contextmanager
def running(*command: str) -> Iterator[Terminal]:
    """Open a terminal in which a command runs."""
    with TemporaryDirectory() as folder:
        terminal = Terminal(f"{folder}/tmux")
        terminal.start(["env", f"HOME={folder}", "LANG=C.UTF-8", *command])
        try:
            yield terminal
        finally:
            terminal.stop()
