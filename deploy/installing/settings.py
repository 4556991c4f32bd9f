"""The environment's two files: /etc/night-mail/env, which the site reads, and owner, which only root may read.

They are created from deploy/env.example, with new keys and passwords. After that they belong to the operator: nothing
here overwrites them.
"""

import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from deploy.installing.machine import InstallationStopped, run, write
from deploy.installing.site import ENVIRONMENT, OWNER, USER, Site

LOCAL_MAIL: Final = "smtp://127.0.0.1:25"
ADDRESS: Final = "postgresql://{role}:{password}@127.0.0.1:5432/night_mail"
SMALL: Final = {"WEB_THREADS": "2", "WORKER_PROCESSES": "1"}
"""Settings for 1 GB of memory and one processor: deploy/runbook.md, The small end."""


def make(site: Site, release: Path) -> None:
    """Create the files that are missing. Raises InstallationStopped."""
    if not OWNER.exists():
        address = ADDRESS.format(role="night_mail_owner", password=secrets.token_hex(24))
        write(OWNER, f"OWNER_DATABASE_URL={address}\n", mode=0o600)
    if not ENVIRONMENT.exists():
        example = (release / "deploy/env.example").read_text()
        write(ENVIRONMENT, filled(example, _values(site, release)), mode=0o640, group=USER)


def _values(site: Site, release: Path) -> dict[str, str]:
    keys = run(release / ".venv/bin/python", "-m", "deploy.keys", folder=release)
    return {
        **read(keys),
        "PUBLIC_URL": site.url,
        "DATABASE_URL": ADDRESS.format(role="night_mail", password=secrets.token_hex(24)),
        "EMAIL_URL": site.email_url,
        "DEFAULT_FROM_EMAIL": f"Night Mail <post@{site.domain}>",
        **(SMALL if site.small else {}),
    }


def filled(example: str, values: dict[str, str]) -> str:
    """Return the example with these values in place of its own. Raises KeyError if it lacks one of the variables."""
    for name, value in values.items():
        place = re.search(rf"^#?{name}=.*$", example, re.MULTILINE)
        if not place:
            raise KeyError(name)
        example = f"{example[: place.start()]}{name}={value}{example[place.end() :]}"
    return example


def read(text: str) -> dict[str, str]:
    """Return the variables of an environment's file, as systemd reads it, except for values of several lines."""
    assignments = re.findall(r"^[ \t]*([A-Za-z_]\w*)=(.*?)[ \t]*$", text, re.MULTILINE)
    return {name: re.sub(r"^(['\"])(.*)\1$", r"\2", value) for name, value in assignments}


def variables() -> dict[str, str]:
    """Return the variables of the site's processes."""
    return read(ENVIRONMENT.read_text())


def owner() -> dict[str, str]:
    """Return the additional variables of the tables' owner."""
    return read(OWNER.read_text())


def is_small(values: Mapping[str, str]) -> bool:
    """Check whether these are the settings of a small site."""
    return SMALL.items() <= values.items()


def check(release: Path) -> None:
    """Have this release load all settings as the site's user. Raises InstallationStopped at the first mistake."""
    command = (release / ".venv/bin/python", "-m", "deploy.environment", ENVIRONMENT, "-")
    run(*command, user=USER, input_text=OWNER.read_text(), folder=release)


def secret(values: Mapping[str, str], name: str) -> str:
    """Return a variable's value, or the content of the file that NAME_FILE names.

    Raises InstallationStopped if neither is set.
    """
    if file := values.get(f"{name}_FILE"):
        return Path(file).read_text().strip()
    if not values.get(name):
        raise InstallationStopped(f"{name} is set neither in {ENVIRONMENT} nor in {OWNER}.")
    return values[name]


def database() -> str:
    """Return the address of the database for the site. Raises InstallationStopped."""
    return secret(variables(), "DATABASE_URL")


def owners_database() -> str:
    """Return the address of the database for the tables' owner. Raises InstallationStopped."""
    return secret(variables() | owner(), "OWNER_DATABASE_URL")
