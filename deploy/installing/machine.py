"""The machine's commands, files, packages and users."""

import grp
import os
import pwd
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from signal import SIGKILL, Signals
from typing import Any, Final, NamedTuple

from deploy.installing import signals
from deploy.installing.site import USER

PACKAGES: Final = ("ca-certificates", "logrotate", "nginx", "postgresql", "redis-server")
"""logrotate: nginx, PostgreSQL and Redis only recommend what keeps their logs from filling the disk."""
SMALL: Final = 2 * 2**30
"""Bytes of memory below which a machine is small."""


class InstallationStopped(Exception):
    """An error that ends the installation. Its message gives the reason, and what to do."""


class CommandResult(NamedTuple):
    """A command's output, from both of its streams, and its exit status."""

    text: str
    status: int


def run_unchecked(
    *command: str | Path,
    user: str = "",
    input_text: str | None = None,
    variables: Mapping[str, str] | None = None,
    folder: Path = Path("/"),
) -> CommandResult:
    """Run a command as this user, with these variables added to ours; return its result.

    `input_text` is its input. Raises InstallationStopped if a signal has arrived in the meantime.
    """
    become = ("runuser", "--user", user, "--") if user else ()
    process = subprocess.run(
        [*become, *command],
        check=False,
        input=input_text or "",
        env={**os.environ, **(variables or {})},
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    if signal := signals.signal_name():
        raise InstallationStopped(f"It was told to stop ({signal}).")
    return CommandResult(process.stdout.strip(), process.returncode)


def run(*command: str | Path, **how: Any) -> str:
    """Run a command, and return its output; the arguments are those of `run_unchecked`.

    Raises InstallationStopped with that output if it fails.
    """
    outcome = run_unchecked(*command, **how)
    if outcome.status:
        raise InstallationStopped(f"{outcome.text}\n`{' '.join(map(str, command))}` {_failure(outcome.status)}.")
    return outcome.text


def _failure(status: int) -> str:
    """Return a description of a command's failure with this status, which is negative if a signal ended it."""
    if status == -SIGKILL:
        return "was killed, as the kernel does where memory runs out: stop what else runs here, or add swap"
    return f"was ended by {Signals(-status).name}" if status < 0 else f"has failed with status {status}"


def install(*packages: str) -> None:
    """Install those of these Debian packages that are missing, keeping existing settings.

    Raises InstallationStopped.
    """
    missing = [package for package in packages if not _is_installed(package)]
    if missing:
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        run("apt-get", "update", "-qq", variables=quiet)
        keep = ("--option", "Dpkg::Options::=--force-confold")
        run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *keep, *missing, variables=quiet)


def _is_installed(package: str) -> bool:
    query = ["dpkg-query", "--show", "--showformat=${db:Status-Status}", package]
    return subprocess.run(query, check=False, capture_output=True, text=True).stdout == "installed"


def make_user() -> None:
    """Create the site's own user, who owns nothing and cannot sign in. Raises InstallationStopped."""
    try:
        pwd.getpwnam(USER)
    except KeyError:
        run("useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", USER)


def write(file: Path, text: str, *, mode: int = 0o644, group: str = "root") -> bool:
    """Write this text to a file atomically; return whether that changed it."""
    if file.exists() and file.read_text() == text:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.new")
    beside.touch(mode=0o600)
    with beside.open("w") as new:
        new.write(text)
        new.flush()
        os.fsync(new.fileno())
    shutil.chown(beside, 0, grp.getgrnam(group).gr_gid)
    beside.chmod(mode)
    beside.replace(file)
    return True


def link(name: Path, target: Path) -> None:
    """Point a symbolic link to this target, atomically. Raises InstallationStopped if a file has that name."""
    if name == target:
        return
    if name.exists() and not name.is_symlink():
        raise InstallationStopped(f"{name} is a file, where a link to {target} should be. Move it away first.")
    name.parent.mkdir(parents=True, exist_ok=True)
    beside = name.with_name(f".{name.name}.new")
    beside.unlink(missing_ok=True)
    beside.symlink_to(target)
    beside.replace(name)


def is_small() -> bool:
    """Check whether this machine has little memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") < SMALL
