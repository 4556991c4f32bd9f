"""Starting a browser: Chromium by Playwright, Firefox with Marionette, WebKit's MiniBrowser on its own screen."""

import os
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, BrowserContext, ViewportSize

from deploy.ports import free_port
from tests.browser.engines.elements import PATIENCE, DrivenContext, DrivenPage
from tests.browser.engines.protocols import Marionette, OverHttp
from tests.patience import eventually

DESK: Final[ViewportSize] = {"width": 1280, "height": 900}
FIREFOX: Final = ("firefox-esr", "--marionette", "--no-remote", "--remote-allow-system-access")
PREFERENCES: Final[Mapping[str, str]] = {
    "marionette.port": "0",
    "intl.accept_languages": '"en"',
    "app.update.enabled": "false",
    "browser.safebrowsing.update.enabled": "false",
    "datareporting.policy.dataSubmissionEnabled": "false",
    "network.captive-portal-service.enabled": "false",
    "network.connectivity-service.enabled": "false",
}
SCHEME: Final = "layout.css.prefers-color-scheme.content-override"
MINI_BROWSER: Final = "usr/lib/*/webkit2gtk-4.*/MiniBrowser"
RESIZE: Final = """
const browser = gBrowser.selectedBrowser;
browser.style.flex = "none";
browser.style.width = `${arguments[0]}px`;
browser.style.height = `${arguments[1]}px`;
"""
"""A Firefox window cannot be as narrow as a phone, so this resizes the page inside it."""
ERRORS: Final = """
const ours = message => message instanceof Ci.nsIScriptError && !(message.flags & Ci.nsIScriptError.warningFlag);
return Services.console.getMessageArray().filter(ours)
    .filter(message => message.sourceName.startsWith(arguments[0]) || message.category.startsWith("CSP"))
    .map(message => message.errorMessage);
"""


class Chromium:
    """Chromium, already running."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    @contextmanager
    def window(self, address: str, *, scripts: bool = True, night: bool = False) -> Iterator[BrowserContext]:
        """Open a new window without cookies."""
        context = self._browser.new_context(
            base_url=address,
            viewport=DESK,
            locale="en",
            java_script_enabled=scripts,
            color_scheme="dark" if night else "light",
        )
        context.set_default_timeout(1000 * PATIENCE)
        yield context
        context.close()


class Firefox:
    """Debian's Firefox ESR, started for each window."""

    @contextmanager
    def window(self, address: str, *, scripts: bool = True, night: bool = False) -> Iterator[DrivenContext]:
        """Start Firefox with its own profile."""
        assert scripts, "only Chromium is driven without JavaScript"
        with started_firefox(["--headless"], preferences={SCHEME: "0" if night else "1"}) as driver:
            page = DrivenPage(driver, address, lambda width, height: driver.run_privileged(RESIZE, width, height))
            page.set_viewport_size(DESK)
            yield DrivenContext(page, lambda: driver.run_privileged(ERRORS, address))


class WebKit:
    """Debian's WebKitGTK, started for each window."""

    @contextmanager
    def window(self, address: str, *, scripts: bool = True, night: bool = False) -> Iterator[DrivenContext]:
        """Start MiniBrowser by its driver, on its own screen."""
        assert scripts, "only Chromium is driven without JavaScript"
        port = free_port()
        theme = "Adwaita:dark" if night else "Adwaita"
        of_desktop = {"GTK_THEME": theme, "LANG": "en_US.UTF-8", "NO_AT_BRIDGE": "1"}
        with (
            screen() as display,
            _narrow() as folder,
            running(
                ["WebKitWebDriver", f"--port={port}"],
                {**of_desktop, "DISPLAY": display, "XDG_CONFIG_HOME": folder},
            ),
        ):
            assert eventually(lambda: _listens(port))
            (binary,) = Path("/").glob(MINI_BROWSER)
            options = {"webkitgtk:browserOptions": {"binary": str(binary), "args": ["--automation"]}}
            with closing(OverHttp(port, options)) as driver:
                page = DrivenPage(driver, address, lambda width, height: _resize(driver, width, height))
                page.set_viewport_size(DESK)
                yield DrivenContext(page, page.list_complaints)


@contextmanager
def started_firefox(
    options: Sequence[str], variables: Mapping[str, str] | None = None, preferences: Mapping[str, str] | None = None
) -> Iterator[Marionette]:
    """Start Firefox with its own profile."""
    with TemporaryDirectory() as profile:
        lines = (f'user_pref("{name}", {value});\n' for name, value in {**PREFERENCES, **(preferences or {})}.items())
        Path(profile, "user.js").write_text("".join(lines))
        with running([*FIREFOX, *options, "--profile", profile], variables):
            driver = Marionette(_read_port(Path(profile, "MarionetteActivePort")))
            yield driver
            driver.call("Marionette:Quit", flags=["eForceQuit"])


def _resize(driver: OverHttp, width: int, height: int) -> None:
    """Resize the window so that the page below its toolbar has this size."""
    driver.call("SetWindowRect", width=width, height=height)
    bar = height - driver.call("ExecuteScript", script="return innerHeight", args=[])
    driver.call("SetWindowRect", width=width, height=height + bar)


@contextmanager
def _narrow() -> Iterator[str]:
    """Yield a settings folder that makes a toolbar take no width, because it would keep a window wider than a phone."""
    with TemporaryDirectory() as folder:
        sheet = Path(folder, "gtk-3.0", "gtk.css")
        sheet.parent.mkdir()
        sheet.write_text("* { min-width: 0; min-height: 0; margin: 0; padding: 0; border: 0; font-size: 1px; }")
        yield folder


@contextmanager
def screen() -> Iterator[str]:
    """Start an invisible screen, and yield its name."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "2600x1600x24", "-nolisten", "tcp"]
    with os.fdopen(reader) as told, running(command, inherited=[writer]):
        os.close(writer)
        yield f":{told.readline().strip()}"


@contextmanager
def running(
    command: Sequence[str], variables: Mapping[str, str] | None = None, inherited: Sequence[int] = ()
) -> Iterator[None]:
    """Run a program beside the test, with these variables added to its environment."""
    environment = {**os.environ, **(variables or {})}
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(command, env=environment, stdout=nowhere, stderr=nowhere, pass_fds=inherited)
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _read_port(file: Path) -> int:
    assert eventually(lambda: file.exists() and file.read_text().strip() != "")
    return int(file.read_text())


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
