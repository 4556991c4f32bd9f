"""Supervised processes: one that ends is started again, as by any supervisor."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import psutil

START_AGAIN_AFTER: Final = 0.5
SECONDS_TO_STOP: Final = 20


class Supervised:
    """A process and its children, whose output goes to a file of its name."""

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        logs: Path,
        variables: Mapping[str, str] | None = None,
        run_by: Mapping[str, Any] | None = None,
    ) -> None:
        self.name, self._command = name, command
        self._log, self._variables, self._run_by = logs / f"{name}.log", variables, run_by or {}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process, whether or not it has run before."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                env=None if self._variables is None else {**os.environ, **self._variables},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self._run_by,
            )

    def first(self) -> psutil.Process:
        """Return the process of which all others are descendants. Raises psutil.NoSuchProcess if it has ended."""
        if self._process is None:
            raise psutil.NoSuchProcess(0, self.name)
        return psutil.Process(self._process.pid)

    def has_ended(self) -> bool:
        """Check whether the process was started and has ended."""
        return self._process is not None and self._process.poll() is not None

    def signal(self, number: signal.Signals) -> None:
        """Send the process a signal."""
        if self._process:
            self._process.send_signal(number)

    def kill(self) -> None:
        """Kill all of its processes at once, as if the machine had failed."""
        for process in self._family():
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self._gone()

    def stop(self) -> None:
        """Stop the process in good order, and kill what still runs after a while."""
        if self._process and self._process.poll() is None:
            family = self._family()
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(SECONDS_TO_STOP)
            for process in family:
                with suppress(psutil.NoSuchProcess):
                    process.kill()
            self._gone()

    def _family(self) -> list[psutil.Process]:
        if self._process is None or self._process.poll() is not None:
            return []
        first = self.first()
        return [first, *first.children(recursive=True)]

    def _gone(self) -> None:
        if self._process:
            self._process.wait()


class Supervisor:
    """A supervisor that starts parts, restarts any that end, and stops them in reverse order."""

    def __init__(self) -> None:
        self.parts: dict[str, Supervised] = {}
        self._end = threading.Event()
        self._lock = threading.Lock()
        self._watch = threading.Thread(target=self._watch_over, name="supervisor")
        self._watch.start()

    def start(self, part: Supervised) -> None:
        """Start a part, and keep it running from now on."""
        with self._lock:
            part.start()
            self.parts[part.name] = part

    def kill(self, name: str) -> None:
        """Kill a part, which will soon be started again."""
        with self._lock:
            self.parts[name].kill()

    def stop(self) -> None:
        """Stop all parts, the last started first."""
        self._end.set()
        self._watch.join()
        for part in reversed(self.parts.values()):
            part.stop()

    def _watch_over(self) -> None:
        while not self._end.wait(0.1):
            with self._lock:
                ended = [part for part in self.parts.values() if part.has_ended()]
            if ended:
                time.sleep(START_AGAIN_AFTER)
            with self._lock:
                for part in ended:
                    part.start()
