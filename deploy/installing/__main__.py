"""The command itself: its arguments, its steps, and its output."""

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from deploy.installing import as_site, kept, machine, proxy, releases, servers, settings, signals, units
from deploy.installing.machine import CommandResult, InstallationStopped, run, run_unchecked
from deploy.installing.site import BACKUPS, COMMAND, CURRENT, ENVIRONMENT, OWNER, RELEASES, USER, Site, running

FOR_ALL_TO_READ: Final = 0o022
"""The mask for new files, whatever root's own is; secret files get an explicit mode."""
DOMAIN: Final = re.compile(r"(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]")
NO_DOMAIN: Final = "Which domain? deploy/install games.example.org"
ANOTHER: Final = "{file} says that the site is {url}. To move it, change PUBLIC_URL there first."
BY_HAND: Final = """\
{current} was installed by hand. Let it be a link, which changes nothing for what runs:
mkdir --parents {releases} && mv {current} {releases}/by-hand && ln --symbolic {releases}/by-hand {current}"""
STOPPED: Final = """\

Stopped at: {step}
{why}

{state} Once that is corrected, run the same command again: it goes on with what is missing."""
NOTHING_YET: Final = "The site does not run yet."
AS_BEFORE: Final = "The site runs as before: {release}."
MOVED: Final = "In place now: {release}."
DONE: Final = """\

{url} is up: {release}

  Settings     {environment}, and {owner} for root alone. Keep a copy of both elsewhere:
               without SEED_KEYS nobody can play or read any game, and no backup helps.
  Backups      {backups}, every night, with what has happened since. Let it be another disk.
  Commands     night-mail help: check, restart, logs, admin, backup, restore, upgrade
  To go back   {back}
"""
NO_ADMINISTRATOR: Final = """\
{why}
There is no administrator yet. Choose a name, and make one:
night-mail admin {address} NAME"""
FIRST_PASSKEY: Final = """\
The admins' desk takes a passkey or an authenticator app. Within an hour, sign in at this link to add one:
{link}
Later: night-mail admin {name}"""
ATTEMPTS: Final = 3
PAUSE: Final = 12.0
"""Seconds between two runs of the doctor."""
NO_WAY_BACK: Final = "there is no older release yet"


class InstallationStep(NamedTuple):
    """A step of the installation: its name and its function."""

    name: str
    act: Callable[[], object]


def main(arguments: Sequence[str]) -> int:
    """Do everything that is missing; return the exit status."""
    os.umask(FOR_ALL_TO_READ)
    os.environ.pop("PYTHONPATH", None)  # this variable led here; programs run from here find their own release
    try:
        options = _arguments(arguments)
        site = _site(options)
    except InstallationStopped as stopped:
        print(stopped, file=sys.stderr)
        return 2
    _say_kept(options, site)
    before, step = running(), InstallationStep("", lambda: None)
    signals.heed()
    try:
        for step in _steps(site):
            print(f"{step.name} ...", flush=True)
            step.act()
    except (InstallationStopped, OSError) as stopped:
        state = _state(before, running())
        print(STOPPED.format(step=step.name, why=stopped, state=state), file=sys.stderr)
        return 1
    _say_done(site)
    return 0


def _state(before: Path | None, now: Path | None) -> str:
    """Return a sentence on which release is running after an installation that stopped."""
    if now is None:
        return NOTHING_YET
    return (AS_BEFORE if now == before else MOVED).format(release=now)


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="deploy/install", description="Install Night Mail, or upgrade it.")
    add = parser.add_argument
    add("domain", nargs="?", default="", help="where people find it; an upgrade knows it")
    add("--administrator", default="", metavar="ADDRESS", help="your email address: the first administrator")
    way_out = "the way out for emails; with a password, better by the variable EMAIL_URL, which nobody else sees"
    add("--email-url", default=os.environ.get("EMAIL_URL", ""), metavar="URL", help=way_out)
    add("--certificate", type=_file, metavar="FILE", help="your own, with its chain (PEM), not Let's Encrypt's")
    add("--key", type=_file, metavar="FILE", help="the key of that certificate (PEM)")
    small = "fit 1 GB of memory and one processor; if neither is given, where there is less than 2 GB"
    add("--small", action=argparse.BooleanOptionalAction, help=small)
    options = parser.parse_args(arguments)
    if bool(options.certificate) != bool(options.key):
        parser.error("--certificate and --key belong together")
    return options


def _file(name: str) -> Path:
    """Return the path without resolving links, whose target may change every month, as with Let's Encrypt."""
    path = Path(os.path.abspath(name))
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {name}")
    return path


def _site(options: argparse.Namespace) -> Site:
    """Return the site to install.

    Raises InstallationStopped if the domain is missing, invalid, or different from that in the settings.
    """
    current_url = settings.variables().get("PUBLIC_URL", "") if ENVIRONMENT.exists() else ""
    domain = options.domain or current_url.removeprefix("https://")
    if not DOMAIN.fullmatch(domain):
        raise InstallationStopped(NO_DOMAIN)
    email_url, small = options.email_url or settings.LOCAL_MAIL, _is_small(options)
    site = Site(domain, options.administrator, email_url, options.certificate, options.key, small)
    if current_url and current_url != site.url:
        raise InstallationStopped(ANOTHER.format(file=ENVIRONMENT, url=current_url))
    if CURRENT.exists() and not CURRENT.is_symlink():
        raise InstallationStopped(BY_HAND.format(current=CURRENT, releases=RELEASES))
    return site


def _is_small(options: argparse.Namespace) -> bool:
    """Check whether the site is to be small; once settings or a release are there, as these say."""
    if running():
        return units.is_small()
    if ENVIRONMENT.exists():
        return settings.is_small(settings.variables())
    return machine.is_small() if options.small is None else bool(options.small)


def _say_kept(options: argparse.Namespace, site: Site) -> None:
    """Print which arguments change nothing, since the settings are there already."""
    if ENVIRONMENT.exists():
        is_running = running() is not None
        kept_arguments = kept.list_kept(
            options, settings.variables(), ENVIRONMENT, is_running=is_running, is_small=site.small
        )
        for sentence in kept_arguments:
            print(sentence, flush=True)


def _steps(site: Site) -> Sequence[InstallationStep]:
    built: list[Path] = []
    is_first = running() is None

    def release() -> Path:
        return built[0]

    return (
        InstallationStep("Debian's packages", lambda: machine.install(*machine.PACKAGES)),
        InstallationStep(f"The user {USER}", machine.make_user),
        InstallationStep("The release, its libraries and static files", lambda: built.append(releases.build())),
        InstallationStep("Settings", lambda: settings.make(site, release())),
        InstallationStep("Checking the settings", lambda: settings.check(release())),
        InstallationStep("The certificate", lambda: proxy.certify(site, release())),
        InstallationStep("PostgreSQL and Redis", lambda: servers.start(site, release())),
        InstallationStep("The database", lambda: servers.make_database(release())),
        InstallationStep("Tables and rights", lambda: _migrate(release())),
        InstallationStep("Moving to the release", lambda: units.move_to(release(), site)),
        InstallationStep("The command night-mail", lambda: machine.link(COMMAND, CURRENT / "deploy/night-mail")),
        InstallationStep("Old releases", releases.forget_old),
        *(
            [InstallationStep("The first administrator", lambda: _administrator(site))]
            if is_first and site.administrator
            else []
        ),
        InstallationStep("Looking at everything", _look),
    )


def _migrate(release: Path) -> None:
    variables = as_site.build_environment({"VERBOSITY": "0"}, owner=True)
    print(run("deploy/release", user=USER, variables=variables, folder=release))


def _look(pause: Callable[[float], None] = time.sleep) -> None:
    """Print the doctor's findings, once worker and beat have had time for their first round."""
    diagnosis = _managed("doctor")
    for _ in range(ATTEMPTS):
        if not diagnosis.status:
            break
        pause(PAUSE)
        diagnosis = _managed("doctor")
    print(diagnosis.text)


def _administrator(site: Site) -> None:
    """Create the first administrator, named by the address's local part, or say what to do if that is not allowed."""
    name = site.administrator.partition("@")[0]
    outcome = _managed("createsuperuser", "--no-input", "--email", site.administrator, "--name", name)
    if outcome.status:
        print(NO_ADMINISTRATOR.format(why=outcome.text, address=site.administrator))
        return
    print(outcome.text)
    print(FIRST_PASSKEY.format(name=name, link=_managed("second_factor_link", name).text))


def _managed(*command: str) -> CommandResult:
    variables = as_site.build_environment({}, owner=False)
    return run_unchecked(".venv/bin/python", "manage.py", *command, user=USER, variables=variables, folder=CURRENT)


def _say_done(site: Site) -> None:
    older = [release for release in releases.newest_first() if release != running()]
    back = f"night-mail upgrade {older[0]}" if older else NO_WAY_BACK
    print(
        DONE.format(url=site.url, release=running(), environment=ENVIRONMENT, owner=OWNER, backups=BACKUPS, back=back)
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
