"""The whole site on one machine: `make demo`.

1. Starts PostgreSQL and Valkey from their wheels, in `.local/`, and prepares the database.
2. Starts web, streams, worker, beat and the server for incoming emails with the same scripts as a production site;
   a small proxy in front of web and streams; and a page that shows the emails and lets you answer them.
3. When the site is ready, runs `manage.py demo`, which creates players and games and plays all seats but one.
4. Prints everything they say, and stops them in order on Ctrl-C or SIGTERM, or when one of them dies.

If EMAIL_URL names a mail server, this is a site with real mail instead: it uses the environment's settings of mail and
PUBLIC_URL, has no page of emails, and invents no players, whose addresses would be nobody's. Its data are in a separate
folder.
"""

import argparse
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO
from urllib.request import urlopen

from deploy import demo_replies
from deploy.local import HOME, environment
from deploy.ports import free_port, is_free

DEPLOY = Path(__file__).resolve().parent
SECONDS_TO_GET_READY = 60
SECONDS_TO_STOP = 15


class Stopped(Exception):
    """The error that ends the demo on request."""


class DemoProcess:
    """A process of the site, in its own session: Ctrl-C reaches only the demo, which then stops the process."""

    def __init__(self, name: str, command: list[str], variables: dict[str, str]) -> None:
        self.name = name
        self.process = subprocess.Popen(
            command,
            env=variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout
        self.reader = threading.Thread(target=self.show, args=[self.process.stdout], daemon=True)
        self.reader.start()

    def show(self, lines: IO[str]) -> None:
        for line in lines:
            print(f"{self.name:>6} | {line}", end="", flush=True)

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.reader.join(timeout=1)


def main(arguments: Sequence[str] | None = None) -> int:
    help_format = argparse.RawDescriptionHelpFormatter
    argparse.ArgumentParser("python -m deploy.demo", description=__doc__, formatter_class=help_format).parse_args(
        arguments
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    # A database with invented players must not send mail to real people, and vice versa.
    home = HOME / "real-mail" if is_on_real_mail(dict(os.environ)) else HOME
    print(f"Starting PostgreSQL and Valkey. Their data is in {home.relative_to(HOME.parent)}/.", flush=True)
    try:
        with environment(home) as variables, site(settings(variables)) as parts:
            wait_for_the_end(parts)
            return 1
    except Stopped:
        return 0


def stop(*_: object) -> None:
    # Once is enough: a second Ctrl-C must not interrupt the shutdown.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    print("\nStopping.", flush=True)
    raise Stopped


def settings(variables: dict[str, str]) -> dict[str, str]:
    """Return settings with the addresses for a visitor: on the usual port if it is free, or on any other."""
    port = variables.get("WEB_PORT") or str(8000 if is_free(8000) else free_port())
    mail_port = variables.get("MAIL_PORT") or str(8026 if is_free(8026) else free_port())
    site_variables = {
        "LOG_LEVEL": "WARNING",
        "VERBOSITY": "0",
        "PYTHONUNBUFFERED": "1",
        # Root may run the demo too.
        "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
        **variables,
        "WEB_PORT": str(free_port()),
        "STREAM_PORT": str(free_port()),
        "FRONT_PORT": port,
        "PUBLIC_URL": f"http://localhost:{port}",
    }
    if is_on_real_mail(variables):
        return site_variables | {name: variables[name] for name in ("PUBLIC_URL",) if name in os.environ}
    return site_variables | {
        "MAIL_PORT": mail_port,
        "MAIL_PAGE_URL": f"http://localhost:{mail_port}",
        "MAIL_FOLDER": str(HOME / "mail"),
        "MAIL_IN_ADDRESS": "play@mail.localhost",
        "MAIL_IN_TRUSTED": demo_replies.PROVIDER,
        "MAIL_IN_LISTEN": f"lmtp://127.0.0.1:{free_port()}",
        "MAIL_IN_POLICY": "",
    }


def is_on_real_mail(variables: dict[str, str]) -> bool:
    """Check whether emails go to a mail server, and so to people."""
    return variables.get("EMAIL_URL", "").startswith("smtp")


@contextmanager
def site(variables: dict[str, str]) -> Iterator[list[DemoProcess]]:
    """Start the whole site, and yield its processes once it is ready; they are stopped in reverse order."""
    print("Preparing the database (the first time, this can take a while).", flush=True)
    subprocess.run([sys.executable, "-m", "deploy.migration", "--new"], env=variables, check=True)
    commands = programs(sys.executable, variables)
    print("Starting web, worker and beat.", flush=True)
    with ExitStack() as started:
        parts: list[DemoProcess] = []
        for name, command in commands.items():
            if name == "beat":  # at its first tick the worker asks whether the web process responds
                wait_until_ready(variables["PUBLIC_URL"], parts)
            part = DemoProcess(name, command, variables)
            started.callback(part.stop)
            parts.append(part)
        if is_on_real_mail(variables):
            print(f"The site is at {variables['PUBLIC_URL']}: sign up there, and your emails are real.", flush=True)
        yield parts


def programs(python: str, variables: dict[str, str]) -> dict[str, list[str]]:
    """Return the commands of the site's parts, in their starting order."""
    ports = [variables[name] for name in ("FRONT_PORT", "WEB_PORT", "STREAM_PORT")]
    parts = {
        "front": [python, "-m", "deploy.front", *ports],
        "web": [str(DEPLOY / "web")],
        "stream": [str(DEPLOY / "stream")],
        "worker": [str(DEPLOY / "worker")],
    }
    if not is_on_real_mail(variables):
        door = variables["MAIL_IN_LISTEN"].rpartition(":")[2]
        mail = [python, "-m", "deploy.catcher", variables["MAIL_FOLDER"], variables["MAIL_PORT"], door]
        demo = [python, "manage.py", "demo"]
        return parts | {"door": [str(DEPLOY / "mail-in")], "mail": mail, "beat": [str(DEPLOY / "beat")], "demo": demo}
    door = "mail-fetch" if variables.get("MAIL_IN_IMAP_URL") else "mail-in"
    doors = {"door": [str(DEPLOY / door)]} if variables.get("MAIL_IN_ADDRESS") else {}
    return parts | doors | {"beat": [str(DEPLOY / "beat")]}


def wait_until_ready(url: str, parts: list[DemoProcess]) -> None:
    end = time.monotonic() + SECONDS_TO_GET_READY
    while time.monotonic() < end and not dead(parts):
        try:
            with urlopen(f"{url}/readyz", timeout=2):
                return
        except OSError:  # raised as well while the proxy has nothing behind it
            time.sleep(0.1)
    sys.exit(
        f"The site did not start in time: {', '.join(dead(parts)) or 'too slow'}. The lines above say why. Another "
        "program may have taken a port of ours meanwhile: start it again, and other ports are chosen."
    )


def wait_for_the_end(parts: list[DemoProcess]) -> None:
    """Wait until a part ends by itself, other than the players, who finish their games."""
    while not dead(parts):
        time.sleep(0.5)
    print(f"Stopping, because {', '.join(dead(parts))} stopped by itself.", file=sys.stderr)


def dead(parts: list[DemoProcess]) -> list[str]:
    return [part.name for part in parts if part.process.poll() not in {None, 0 if part.name == "demo" else None}]


if __name__ == "__main__":
    sys.exit(main())
