"""PostgreSQL and Redis: both running, PostgreSQL with backups and the site's database."""

import shutil
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from deploy.installing import settings
from deploy.installing.machine import InstallationStopped, run, write
from deploy.installing.site import BACKUPS, Site

CLUSTERS: Final = Path("/etc/postgresql")
POSTGRES: Final = "postgres"
HERE: Final = {"127.0.0.1", "localhost", "::1"}


def start(site: Site, release: Path) -> None:
    """Start both servers, and restart PostgreSQL if its settings have changed. Raises InstallationStopped."""
    run("systemctl", "enable", "--quiet", "--now", "redis-server", "postgresql")
    if _is_here(settings.owners_database()):
        _make_backup_folder()
        if any([*map(_configured, _configuration_files(site, release))]):
            run("systemctl", "restart", "postgresql")


def make_database(release: Path) -> None:
    """Create the database, and the roles with the addresses' passwords, if both are on this machine.

    Raises InstallationStopped.
    """
    owner, site = settings.owners_database(), settings.database()
    if not (_is_here(owner) and _is_here(site)):
        return
    passwords = {"owner_password": _password(owner), "password": _password(site)}
    psql_variables = "".join(f"\\set {name} '{value}'\n" for name, value in passwords.items())
    text = (release / "deploy/database.sql").read_text()
    psql = ("psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--dbname=postgres")
    run(*psql, user=POSTGRES, input_text=psql_variables + text)


def _is_here(address: str) -> bool:
    return urlsplit(address).hostname in HERE


def _password(address: str) -> str:
    """Return the password in an address.

    Raises InstallationStopped if there is none, or if psql would misinterpret it.
    """
    password = unquote(urlsplit(address).password or "")
    if not password:
        raise InstallationStopped("Each of the database's two addresses must have a password.")
    if set(password) & {"'", "\\"}:
        raise InstallationStopped("The passwords of the database's two addresses must have neither ' nor \\ in them.")
    return password


def _make_backup_folder() -> None:
    """Create the folder of the backups.

    Nobody else may list it, but everyone may know whether there is a backup (deploy/migration.py).
    """
    for folder, mode in ((BACKUPS, 0o711), (BACKUPS / "wal", 0o700), (BACKUPS / "base", 0o700)):
        folder.mkdir(parents=True, exist_ok=True)
        shutil.chown(folder, POSTGRES, POSTGRES)
        folder.chmod(mode)
    if any((BACKUPS / "base").iterdir()):  # made by a release without this mark
        (BACKUPS / "there-is-a-backup").touch()


def _configuration_files(site: Site, release: Path) -> list[Path]:
    small = ["small.conf"] if site.small else []
    return [release / "deploy/postgresql" / name for name in ("backup.conf", *small)]


def _configured(file: Path) -> bool:
    """Install a file in PostgreSQL's configuration; return whether that changed anything.

    Raises InstallationStopped.
    """
    clusters = sorted(CLUSTERS.glob("*/main"), key=lambda cluster: int(cluster.parent.name))
    if not clusters:
        raise InstallationStopped("PostgreSQL is installed but has no cluster: run `pg_createcluster 15 main`.")
    return write(clusters[-1] / "conf.d" / f"night-mail-{file.name}", file.read_text())
