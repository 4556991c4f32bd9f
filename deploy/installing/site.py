"""What is installed, and where."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).resolve().parents[2]
"""The clone or release that this program belongs to."""
CURRENT: Final = Path("/srv/night-mail")
"""A link to the release that runs."""
RELEASES: Final = Path("/srv/night-mail-releases")
SETTINGS: Final = Path("/etc/night-mail")
ENVIRONMENT: Final = SETTINGS / "env"
OWNER: Final = SETTINGS / "owner"
USER: Final = "night-mail"
BACKUPS: Final = Path("/var/backups/night-mail")


@dataclass(frozen=True)
class Site:
    """What the command was given.

    `certificate` and `key` are files (PEM), or None if Let's Encrypt issues them. `administrator` is an address, or
    "", and `email_url` the way out for emails. `small` says that all parts shall fit 1 GB of memory and one processor.
    A first installation goes by all of these; later ones leave the settings as they are.
    """

    domain: str
    administrator: str
    email_url: str
    certificate: Path | None
    key: Path | None
    small: bool

    @property
    def url(self) -> str:
        """Where people find it."""
        return f"https://{self.domain}"


def running() -> Path | None:
    """Return the release that runs, if there is one."""
    return CURRENT.resolve() if CURRENT.is_symlink() and CURRENT.exists() else None
