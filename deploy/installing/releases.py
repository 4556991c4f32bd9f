"""Releases side by side, each with its program, libraries and static files, named by their date and content."""

import hashlib
import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from deploy.installing.machine import link, run
from deploy.installing.site import CURRENT, RELEASES, SOURCE, running

PARTS: Final = (
    *("deploy", "docs", "engine", "games", "notifications", "ttr_site"),
    *("manage.py", "pyproject.toml", "requirements.lock", "CHANGELOG.md", "LICENSE", "README.md"),
)
"""The contents of a release. Anything else in the clone is private."""
CACHE: Final = "__pycache__"
SECRET: Final = ("deploy/env", "deploy/site", "deploy/owner")
"""Folders where compose.yaml keeps an operator's own settings."""
COMPLETE: Final = ".complete"
KEPT: Final = 3
AT_ONCE: Final = 10
"""Libraries installed by one call of pip."""


def build() -> Path:
    """Return the folder of the release that this program belongs to, creating it if necessary.

    Raises InstallationStopped.
    """
    files = sorted(_files(SOURCE))
    name = _digest(files)
    for earlier in RELEASES.glob(f"*-{name}"):
        if (earlier / COMPLETE).exists():
            _note_source(earlier)
            return earlier
        shutil.rmtree(earlier)
    release = RELEASES / f"{datetime.now(UTC):%Y-%m-%d}-{name}"
    _copy(files, release)
    run("python3", "-m", "venv", release / ".venv")
    python = release / ".venv/bin/python"
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes")
    for part in parts_of((release / "requirements.lock").read_text()):
        run(*pip, "--requirement", "/dev/stdin", input_text=part)
    run(python, "-m", "compileall", "-q", "-x", r"\.venv", ".", folder=release)
    run(python, "-m", "deploy.static", folder=release)
    if before := running():  # for pages that are still open in browsers
        run("cp", "--recursive", "--no-clobber", f"{before}/.static/.", release / ".static")
    _note_source(release)
    return release


def _note_source(release: Path) -> None:
    """Mark a release as complete, with the clone from which `night-mail upgrade` takes the next one."""
    with (release / COMPLETE).open("a+") as mark:
        if SOURCE.parent != RELEASES:
            mark.truncate(0)
            mark.write(f"{SOURCE}\n")


def parts_of(lock: str) -> Iterator[str]:
    """Split a lock into files of a few requirements each, for which pip needs 90 MB of memory instead of 200.

    A lock names all libraries, so none has to be searched for. A requirement is an unindented line, with its hashes
    below.
    """
    requirements = re.findall(r"^[^\s#].*\n(?:[ \t].*\n)*", lock, re.MULTILINE)
    for first in range(0, len(requirements), AT_ONCE):
        yield "".join(requirements[first : first + AT_ONCE])


def switch(release: Path) -> None:
    """Switch to this release: everything started from now on belongs to it."""
    link(CURRENT, release)


def forget_old() -> None:
    """Delete all releases but the newest few, and never the running one."""
    for release in newest_first()[KEPT:]:
        if release != running():
            shutil.rmtree(release)


def newest_first() -> list[Path]:
    """Return all installed releases, the newest first."""
    return sorted(RELEASES.iterdir(), key=lambda release: release.stat().st_mtime, reverse=True)


def _files(source: Path) -> Iterator[Path]:
    """Yield the files that a release of this clone or release consists of."""
    for part in PARTS:
        paths = [source / part] if (source / part).is_file() else (source / part).rglob("*")
        yield from (file for file in paths if file.is_file() and _is_program(file.relative_to(source)))


def _is_program(name: Path) -> bool:
    """Check that a file belongs to the program: it was not put there by Python or an operator."""
    return CACHE not in name.parts and name.name != ".env" and str(name) not in SECRET


def _digest(files: list[Path]) -> str:
    """Return twelve hexadecimal digits derived from the files' names and bytes."""
    hasher = hashlib.sha256()
    for file in files:
        hasher.update(f"{file.relative_to(SOURCE)}\0{file.stat().st_size}\0".encode() + file.read_bytes())
    return hasher.hexdigest()[:12]


def _copy(files: list[Path], release: Path) -> None:
    """Copy files as root's, readable by everyone: a release contains no secrets."""
    for file in files:
        target = release / file.relative_to(SOURCE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
        target.chmod(0o755 if file.stat().st_mode & 0o100 else 0o644)
