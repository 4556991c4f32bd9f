"""systemd's units of the release, restarted one after another, so that one of several always serves."""

import os
import re
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from itertools import filterfalse
from pathlib import Path
from typing import Final

from deploy.installing import proxy, releases, signals
from deploy.installing.machine import InstallationStopped, run, run_unchecked, write
from deploy.installing.site import BACKUPS, Site, running

INSTALLED: Final = Path("/etc/systemd/system")
TARGET: Final = "night-mail.target"
TIMERS: Final = ("night-mail-backup.timer", "night-mail-watch.timer")
BACKUP: Final = "night-mail-backup.service"
WATCH: Final = "night-mail-watch.service"
SPARED: Final = re.compile(r"@2\.|-strangers@")
"""Parts that a small site does without: they are switched off (masked)."""
SECOND_WEB: Final = "night-mail-web@2.service"
"""A site where this unit is switched off is small."""
HTTPS: Final = ("127.0.0.1", 443)
PATIENCE: Final = 60
"""Seconds that a new release has to respond."""
STEADY: Final = 10.0
"""Seconds within which a part that cannot work would have ended."""
WELL: Final = {"ActiveState=active", "NRestarts=0"}
"""What systemd reports about a part that keeps running."""
WENT_BACK: Final = """\
{why}
The one before runs again, with the tables of the new one, which it can use:
{before}"""


def move_to(release: Path, site: Site) -> None:
    """Run everything from this release, or from the one before if it does not serve. Raises InstallationStopped."""
    before = running()
    try:
        _run(release, _spared(release, before, site))
        proxy.configure(site, release, before)
        _await(site)
        _look_again(release)
    except (InstallationStopped, OSError) as stopped:
        signals.ignore()
        why = f"{stopped}\n{_last_words()}"
        if before is None or before == release:
            raise InstallationStopped(why) from stopped
        _run(before, [])
        proxy.configure(site, before, release)
        raise InstallationStopped(WENT_BACK.format(why=why, before=before)) from stopped


def _spared(release: Path, before: Path | None, site: Site) -> list[str]:
    """Return the parts to switch off on a small site: all at its first installation, later only parts that are new.

    So parts that an operator has switched on since remain on.
    """
    spared = list(filter(SPARED.search, _parts(release / "deploy/systemd" / TARGET)))
    if before is None:
        return spared if site.small else []
    parts_before = _parts(before / "deploy/systemd" / TARGET)
    return [part for part in spared if part not in parts_before] if is_small() else []


def is_small() -> bool:
    """Check whether the site that runs is a small one."""
    return _is_masked(SECOND_WEB)


def _run(release: Path, spared: list[str]) -> None:
    """Start the release's units, except these."""
    installed, files = _installed(), _files(release)
    releases.switch(release)
    for name, file in files.items():
        if not _is_masked(name):
            write(INSTALLED / name, file.read_text())
    parts = _parts(files[TARGET])
    if spared:
        run("systemctl", "mask", "--quiet", *spared)
    run("systemctl", "daemon-reload")
    _restart_parts(parts)
    _leave_out(installed - set(files))
    run("systemctl", "enable", "--quiet", "--now", TARGET)
    if (BACKUPS / "base").is_dir():
        _look_after_database()


def _look_after_database() -> None:
    """Enable backups and monitoring of a database on this machine, starting with the first of each right now."""
    for timer in TIMERS:
        run("systemctl", "enable", "--quiet", "--now", timer)
    if not any((BACKUPS / "base").glob("[0-9]*")):
        run("systemctl", "start", "--no-block", BACKUP)
    run_unchecked("systemctl", "start", WATCH)  # the doctor reports a failure


def restart(release: Path) -> None:
    """Restart the running parts, one after another. Raises InstallationStopped at the first that does not start."""
    _restart_parts(_parts(release / "deploy/systemd" / TARGET))
    _look_again(release)


def _restart_parts(parts: list[str]) -> None:
    for unit in [*parts, *_list_enabled_mail_units()]:
        _restart(unit)


def _files(release: Path) -> dict[str, Path]:
    """Return the unit files of a release, by name."""
    return {file.name: file for file in sorted((release / "deploy/systemd").glob("*"))}


def _restart(unit: str) -> None:
    """Restart a unit; if its second one is switched off (masked), that serves in the meantime.

    Raises InstallationStopped.
    """
    second = unit.replace("@1.", "@2.")
    if _is_masked(unit):
        return
    if second == unit or not _is_masked(second) or not _says("is-active", unit):
        run("systemctl", "restart", unit)
        return
    run("systemctl", "unmask", "--quiet", second)
    try:
        run("systemctl", "start", second)
        run("systemctl", "restart", unit)
    finally:
        try:
            run("systemctl", "stop", second)
        finally:
            run("systemctl", "mask", "--quiet", second)


def _is_masked(unit: str) -> bool:
    return os.path.realpath(INSTALLED / unit) == os.devnull


def _parts(target: Path) -> list[str]:
    """Return the units that the target starts, in order."""
    wants = re.search(r"^Wants=(.*)$", target.read_text(), re.MULTILINE)
    return wants[1].split() if wants else []


def _list_enabled_mail_units() -> list[str]:
    """Return the units for incoming mail that somebody has switched on."""
    units = ("night-mail-mail-in.service", "night-mail-mail-fetch.service")
    return [unit for unit in units if _says("is-enabled", unit) or _says("is-active", unit)]


def _says(question: str, unit: str) -> bool:
    return not run_unchecked("systemctl", "--quiet", question, unit).status


def _installed() -> set[str]:
    """Return the installed units of our releases; all others with such names, like drop-ins, belong to the operator."""
    kept_releases = filter(None, (running(), *releases.newest_first()))
    names = {name for release in kept_releases for name in _files(release)}
    return {name for name in names if (INSTALLED / name).is_file()}


def _leave_out(gone: set[str]) -> None:
    """Remove units that this release no longer has."""
    for name in sorted(gone):
        instances = name.replace("@.", "@*.")
        run("systemctl", "stop", instances)
        (INSTALLED / name).unlink()
    if gone:
        run("systemctl", "daemon-reload")


def _await(site: Site) -> None:
    """Wait until the site responds through the proxy. Raises InstallationStopped after PATIENCE."""
    end = time.monotonic() + PATIENCE
    while (trouble := _trouble(site)) and time.monotonic() < end:
        time.sleep(0.5)
    if trouble:
        raise InstallationStopped(f"{site.url} does not answer: {trouble}")


def _look_again(release: Path, pause: Callable[[float], None] = time.sleep) -> None:
    """Check again: a part that cannot work has ended by now, and was restarted. Raises InstallationStopped."""
    pause(STEADY)
    for unit in filterfalse(_is_masked, _parts(release / "deploy/systemd" / TARGET)):
        if set(run_unchecked("systemctl", "show", "--property=ActiveState,NRestarts", unit).text.split()) != WELL:
            raise InstallationStopped(f"{unit} does not stay up.")


def _trouble(site: Site) -> str:
    """Return what is wrong with the response of this machine's proxy; "" if nothing is.

    The certificate is not verified here.
    """
    unproved = ssl.create_default_context()
    unproved.check_hostname, unproved.verify_mode = False, ssl.CERT_NONE
    with closing(HTTPConnection(site.domain, timeout=10)) as line:
        try:
            line.sock = unproved.wrap_socket(socket.create_connection(HTTPS, 10), server_hostname=site.domain)
            line.request("GET", "/healthz")
            status = line.getresponse().status
        except (HTTPException, OSError) as error:
            return str(error)
    return "" if status == 200 else f"status {status}"


def _last_words() -> str:
    """Return the latest log lines of the units."""
    return run_unchecked("journalctl", "--no-pager", "--lines=40", "--unit=night-mail*", "--output=cat").text
