"""systemd's units: those of the release, restarted one after the other, so that one of several always serves."""

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
"""Where it is switched off, a site is small."""
HTTPS: Final = ("127.0.0.1", 443)
PATIENCE: Final = 60
"""Seconds that a new release has to answer."""
STEADY: Final = 10.0
"""Seconds in which a part that cannot work ends."""
WELL: Final = {"ActiveState=active", "NRestarts=0"}
"""What systemd says of a part that stays up."""
WENT_BACK: Final = """\
{why}
The one before runs again, with the tables of the new one, which it can use:
{before}"""


def move_to(release: Path, site: Site) -> None:
    """Run everything as this release has it, or as the one before if it does not serve. Raises InstallationStopped."""
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
    """Return the parts to switch off: of a small site, once.

    Which of them an operator has switched on since stays on.
    """
    spared = list(filter(SPARED.search, _parts(release / "deploy/systemd" / TARGET)))
    if before is None:
        return spared if site.small else []
    parts_before = _parts(before / "deploy/systemd" / TARGET)
    return [part for part in spared if part not in parts_before] if _is_masked(SECOND_WEB) else []


def _run(release: Path, spared: list[str]) -> None:
    """Start the release's units, but for these."""
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
    """Let its backups be made and watched, for it is on this machine; the first of each now, and not next night."""
    for timer in TIMERS:
        run("systemctl", "enable", "--quiet", "--now", timer)
    if not any((BACKUPS / "base").glob("[0-9]*")):
        run("systemctl", "start", "--no-block", BACKUP)
    run_unchecked("systemctl", "start", WATCH)  # where it fails, the doctor says so


def restart(release: Path) -> None:
    """Restart what runs, one part after the other. Raises InstallationStopped at the first that does not come up."""
    _restart_parts(_parts(release / "deploy/systemd" / TARGET))
    _look_again(release)


def _restart_parts(parts: list[str]) -> None:
    for unit in [*parts, *_list_enabled_mail_units()]:
        _restart(unit)


def _files(release: Path) -> dict[str, Path]:
    """Return the files of a release's units, by name."""
    return {file.name: file for file in sorted((release / "deploy/systemd").glob("*"))}


def _restart(unit: str) -> None:
    """Restart a unit, while its second serves where that one is switched off (masked).

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
    """Return what the target starts, in its order."""
    wants = re.search(r"^Wants=(.*)$", target.read_text(), re.MULTILINE)
    return wants[1].split() if wants else []


def _list_enabled_mail_units() -> list[str]:
    """Return the units that take emails in, of those that somebody has switched on."""
    units = ("night-mail-mail-in.service", "night-mail-mail-fetch.service")
    return [unit for unit in units if _says("is-enabled", unit) or _says("is-active", unit)]


def _says(question: str, unit: str) -> bool:
    return not run_unchecked("systemctl", "--quiet", question, unit).status


def _installed() -> set[str]:
    """Return units of the releases that are kept. Whatever else is called so is the operator's, as drop-ins are."""
    kept_releases = filter(None, (running(), *releases.newest_first()))
    names = {name for release in kept_releases for name in _files(release)}
    return {name for name in names if (INSTALLED / name).is_file()}


def _leave_out(gone: set[str]) -> None:
    """Take out units that this release has no more."""
    for name in sorted(gone):
        instances = name.replace("@.", "@*.")
        run("systemctl", "stop", instances)
        (INSTALLED / name).unlink()
    if gone:
        run("systemctl", "daemon-reload")


def _await(site: Site) -> None:
    """Wait until the site answers through the proxy. Raises InstallationStopped after PATIENCE."""
    end = time.monotonic() + PATIENCE
    while (trouble := _trouble(site)) and time.monotonic() < end:
        time.sleep(0.5)
    if trouble:
        raise InstallationStopped(f"{site.url} does not answer: {trouble}")


def _look_again(release: Path, pause: Callable[[float], None] = time.sleep) -> None:
    """Check again: whatever cannot work has ended by now, and was started again. Raises InstallationStopped."""
    pause(STEADY)
    for unit in filterfalse(_is_masked, _parts(release / "deploy/systemd" / TARGET)):
        if set(run_unchecked("systemctl", "show", "--property=ActiveState,NRestarts", unit).text.split()) != WELL:
            raise InstallationStopped(f"{unit} does not stay up.")


def _trouble(site: Site) -> str:
    """Return why nothing good comes from this machine's proxy; "" if it does.

    Nobody need prove here that it is ours.
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
    """Return what the units have said at last."""
    return run_unchecked("journalctl", "--no-pager", "--lines=40", "--unit=night-mail*", "--output=cat").text
