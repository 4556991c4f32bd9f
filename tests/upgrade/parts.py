"""The site as in production: nginx in front, and each part as in its systemd unit; restarted one by one."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import SIGHUP, SIGKILL
from tempfile import TemporaryDirectory
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

import psutil

from deploy import keys
from deploy.cluster import proxy
from deploy.ports import free_port
from tests import database
from tests.patience import PATIENCE, eventually
from tests.upgrade.units import unit

ROOT: Final = Path(__file__).resolve().parents[2]
PYTHON: Final = ROOT / ".venv" / "bin" / "python"
PARTS: Final = ("web@1", "web@2", "stream@1", "stream@2", "worker", "beat")
"""The parts in the order in which the runbook restarts them."""


class Site:
    """nginx and all parts; each can have another release after its restart."""

    def __init__(self, home: Path, **variables: str) -> None:
        self._home, self._port, self._inside = home, free_port(), free_port()
        self._ports = {"WEB_PORT": str(free_port()), "STREAM_PORT": str(free_port())}
        self.url = f"http://localhost:{self._port}"
        self.inside = f"http://127.0.0.1:{self._inside}"
        """The proxy's door for Prometheus."""
        self.file = home / "env"
        """As /etc/night-mail/env: each part reads it when it starts."""
        self._write(variables)
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._nginx: subprocess.Popen[bytes] | None = None

    def _write(self, variables: dict[str, str]) -> None:
        given = {
            "DATABASE_URL": database.url(),
            "PUBLIC_URL": self.url,
            "HEARTBEAT_URL": f"{self.url}/heartbeat",
            "TRUSTED_PROXY_COUNT": "1",
            "PLAYER_REQUESTS_PER_MINUTE": "1000000",
            "STRANGER_PAGES_PER_MINUTE": "1000000",
            "LOG_LEVEL": "ERROR",
            "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
            **{name: os.environ[name] for name in keys.KEYS if name in os.environ},
            **variables,
        }
        self.file.write_text("".join(f"{name}={value}\n" for name, value in given.items()))

    def variables(self, of_unit: Mapping[str, str]) -> dict[str, str]:
        """Return the variables for a process that starts now; as with systemd, the file overrides the unit."""
        written = dict(line.split("=", 1) for line in self.file.read_text().splitlines())
        return {**os.environ, **self._ports, **of_unit, **written}

    def proxy(self, release: Path = ROOT) -> None:
        """Run nginx with this release's configuration: start it, or reload it while it serves."""
        text = proxy.without_limits((release / "deploy" / "nginx.conf").read_text())
        for written, here in (
            ("/run/night-mail", str(self._home)),
            ("server 127.0.0.1:8000", f"server 127.0.0.1:{self._ports['WEB_PORT']}"),
            ("server 127.0.0.1:8001", f"server 127.0.0.1:{self._ports['STREAM_PORT']}"),
        ):
            text = text.replace(written, here)
        (self._home / "site.conf").write_text(proxy.adapted(text, self._home, self._port, self._inside))
        if self._nginx is None:
            self._nginx = subprocess.Popen(proxy.command(self._home), start_new_session=True)
            assert eventually(lambda: self._nginx is not None and bool(self._proxies()))
        else:
            before = self._proxies()
            self._nginx.send_signal(SIGHUP)
            assert eventually(lambda: bool(self._proxies() - before))

    def _proxies(self) -> set[psutil.Process]:
        """Return nginx's current workers; earlier ones finish their requests, and exit."""
        return set(psutil.Process(self._nginx.pid).children()) if self._nginx else set()

    def start(self, part: str, release: Path = ROOT) -> None:
        """Start a part like `systemctl start`; return when it is ready, if its unit defines that."""
        its = unit(release, part, self._home)
        given = self.variables(its.variables)
        self.processes[part] = subprocess.Popen(its.start, cwd=release, env=given, start_new_session=True)
        if its.started:
            subprocess.run(its.started, cwd=release, env=given, check=True, timeout=PATIENCE)

    def stop(self, part: str, release: Path = ROOT) -> None:
        """Stop a part like `systemctl stop`; return when it is gone."""
        its, process = unit(release, part, self._home), self.processes.pop(part)
        if its.stop:
            subprocess.run(its.stop, cwd=release, check=True, timeout=PATIENCE)
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(its.seconds_to_stop)
        _kill(process)

    def restart(self, part: str) -> None:
        """Restart a part like `systemctl restart`, with the current release."""
        self.stop(part)
        self.start(part)

    def manage(self, *command: str) -> str:
        """Return the output of a command of manage.py. Raises AssertionError if it fails."""
        done = self.run(*command)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    def run(self, *command: str, told: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
        """Run a command of manage.py with the current variables."""
        given = self.variables({})
        return subprocess.run(
            [PYTHON, "manage.py", *command], cwd=ROOT, env=given, input=told, check=False, capture_output=True
        )

    def change_key(self, step: str, name: str) -> None:
        """Run a step of `python -m deploy.keys`."""
        subprocess.run(
            [ROOT / ".venv" / "bin" / "python", "-m", "deploy.keys", step, name, self.file], cwd=ROOT, check=True
        )

    def answers(self) -> bool:
        """Check whether the site serves."""
        with suppress(URLError, OSError), urlopen(f"{self.url}/healthz", timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
        return False

    def kill(self) -> None:
        for process in (*self.processes.values(), *filter(None, [self._nginx])):
            _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, SIGKILL)
    process.wait()


@contextmanager
def at_hand(**variables: str) -> Iterator[Site]:
    """Yield a site with nothing running yet; kill all of it at the end."""
    with TemporaryDirectory(prefix="night-mail-parts-", dir="/tmp") as home:
        site = Site(Path(home), **variables)
        try:
            yield site
        finally:
            site.kill()


@contextmanager
def running(**variables: str) -> Iterator[Site]:
    """Yield a running site."""
    with at_hand(**variables) as site:
        site.proxy()
        for part in PARTS:
            site.start(part)
        yield site
