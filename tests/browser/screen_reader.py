"""Orca, a screen reader, and Firefox, on a screen that nobody sees; what Orca says is in its log."""

import re
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.browser.engines.elements import DrivenPage
from tests.browser.engines.launch import running, screen, started_firefox
from tests.patience import eventually

SPOKEN: Final = re.compile(r"SPEECH OUTPUT: '(.*?)' ?(?:\{|$)", re.MULTILINE)
ECHOES: Final = frozenset({"h", "left shift", "return", "shift", "tab"})
"""Orca names a key that was pressed before it says what came of it."""
SILENCE: Final = 1.5
"""Seconds after which it has said what it has to say."""
NOTHING: Final = 8.0
"""Seconds after which it has nothing to say: a busy machine lets it wait."""


@dataclass
class ScreenReader:
    """The log of Orca, and the keyboard."""

    log: Path
    variables: Mapping[str, str]
    page: DrivenPage
    transcript: list[str] = field(default_factory=list)
    _heard: int = 0

    def open(self, path: str) -> list[str]:
        """Open a page, and return what is said of it."""
        self.page.goto(path)
        return self._hear("(the link of the email is opened)")

    def press(self, key: str) -> list[str]:
        """Press a key, and return what is said then."""
        # Orca may wait for another key before it says what came of this one: Shift does nothing else.
        slowly = [*_stroke(key), "sleep", "0.8", *_stroke("Shift_L")]
        subprocess.run(["xdotool", *slowly], env={**self.variables}, check=True)
        return self._hear(f"[{key}]")

    def press_until(self, key: str, words: str) -> None:
        """Press a key until these words are heard."""
        for _ in range(60):
            if any(words in each for each in self.press(key)):
                return
        raise AssertionError(f"{key} never leads to {words}: {self.transcript}")

    def _hear(self, cause: str) -> list[str]:
        """Wait until something is said, and then nothing more; or until nothing seems to be."""
        since = time.monotonic()

        def is_silent() -> bool:
            nonlocal since
            if (count := len(self._spoken())) != self._heard:
                self._heard, since = count, time.monotonic()
            return time.monotonic() - since > (SILENCE if self._heard > before else NOTHING)

        before = self._heard
        assert eventually(is_silent), self.transcript
        words = self._spoken()[before : self._heard]
        self.transcript += [cause, *(f"    {each}" for each in words)]
        return words

    def _spoken(self) -> list[str]:
        said = (words.strip() for words in SPOKEN.findall(self.log.read_text()))
        return [words for words in said if words and words not in ECHOES]


def _stroke(key: str) -> list[str]:
    return ["keydown", key, "sleep", "0.1", "keyup", key]


@contextmanager
def listening(address: str) -> Iterator[ScreenReader]:
    """Start both on a bus of their own, with a window manager, without which no window has the focus."""
    with screen() as display, TemporaryDirectory() as home:
        bus, log = f"{home}/bus", Path(home, "orca.log")
        variables = {
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={bus}",
            "DISPLAY": display,
            "GNOME_ACCESSIBILITY": "1",
            "HOME": home,
            "LANG": "en_US.UTF-8",
            "PATH": "/usr/bin:/bin",
            "XDG_CONFIG_HOME": f"{home}/.config",
            "XDG_DATA_HOME": f"{home}/.local/share",
            "XDG_RUNTIME_DIR": home,
        }
        with running(["dbus-daemon", "--session", f"--address=unix:path={bus}", "--nofork"], variables):
            assert eventually(Path(bus).exists)
            with running(["openbox"], variables), started_firefox([], variables) as driver:
                page = DrivenPage(driver, address, lambda width, height: None)
                with running(["orca", "--disable=braille", f"--debug-file={log}"], variables):
                    assert eventually(lambda: log.exists() and "Screen reader on" in log.read_text())
                    yield ScreenReader(log, variables, page)
