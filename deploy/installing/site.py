"""The site to install, and its location."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).resolve().parents[2]
"""The clone or release that this program belongs to."""
CURRENT: Final = Path("/srv/night-mail")
"""A link to the running release."""
COMMAND: Final = Path("/usr/local/bin/night-mail")
RELEASES: Final = Path("/srv/night-mail-releases")
SETTINGS: Final = Path("/etc/night-mail")
ENVIRONMENT: Final = SETTINGS / "env"
OWNER: Final = SETTINGS / "owner"
USER: Final = "night-mail"
BACKUPS: Final = Path("/var/backups/night-mail")


@dataclass(frozen=True)
class Site:
    """The command's arguments.

    `certificate` and `key` are files (PEM), or None if Let's Encrypt issues them. `administrator` is an address, or "",
    and `email_url` the server for outgoing emails. `small` means that all parts must fit into 1 GB of memory and one
    processor. A first installation uses all of these; later ones leave the settings unchanged.
    """

    domain: str
    administrator: str
    email_url: str
    certificate: Path | None
    key: Path | None
    small: bool

    @property
    def url(self) -> str:
        """The site's public address."""
        return f"https://{self.domain}"


def running() -> Path | None:
    """Return the running release; None if there is none."""
    return CURRENT.resolve() if CURRENT.is_symlink() and CURRENT.exists() else None
