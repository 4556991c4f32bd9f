"""Migrate a running site: `python -m deploy.migration`, run by deploy/release as the tables' owner.

Most statements of a migration lock a table only for a moment, but first they wait for its current users, and all later
ones queue behind them. So no statement waits for longer than PATIENCE: it gives up, players continue, and it is tried
again. A migration is one transaction, or consists of statements that can each be repeated.

An empty database next to a backup is refused, since somebody probably meant to restore it; `--new` says that it is
meant to be empty. A database of a release that is too old for this one is refused as well.
"""

import argparse
import gc
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import django

PATIENCE: Final = 1.0
"""Seconds that a statement waits for a lock; requests in the meantime wait as long."""
PAUSE: Final = 5.0
"""Seconds until the next attempt."""
ATTEMPTS: Final = 60
MANY_ALTERATIONS: Final = "oauth2_provider"
"""An app that alters models which many of ours refer to: each time Django rebuilds all of those in Python."""
GIVEN_UP: Final = """\
Somebody has held a table for {minutes:.0f} minutes, and a migration needs it for a moment. See who:
SELECT pid, usename, xact_start, state, query FROM pg_stat_activity WHERE xact_start IS NOT NULL ORDER BY xact_start;
End that session (SELECT pg_terminate_backend(PID)) or wait for it; then run the same again."""
BACKUP: Final = Path("/var/backups/night-mail/there-is-a-backup")
"""The file that deploy/backup/base leaves behind."""
EMPTY: Final = """\
The database is empty, but there is a backup in {folder}: a release would begin a new site. Restore the backup
(deploy/runbook.md, Backup and restore). Only if all games and players shall be gone: night-mail release --new"""

SQUASHED: Final = {("games", "0064_lost_by_absence"), ("notifications", "0041_what_signed_by_holds")}
"""The last migrations before they were squashed into `games.0001_accounts` and those after it."""
FIRST_OF_ALL: Final = ("games", "0001_initial")
TOO_OLD: Final = """\
This site is of a release too old for this one, which lacks migrations that the database still needs. Install the
release in between first (deploy/runbook.md, Upgrade), then this one. Nothing has been changed."""


def refuse_to_skip_a_release() -> None:
    """Raise SystemExit if the database has some of the migrations that were squashed in this release, but not all."""
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    applied = MigrationRecorder(connection).applied_migrations()
    if FIRST_OF_ALL in applied and not applied.keys() >= SQUASHED:
        raise SystemExit(TOO_OLD)


def refuse_to_begin_anew(backup: Path = BACKUP) -> None:
    """Raise SystemExit if the database is empty although there is a backup, or we may not check for one."""
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    try:
        is_kept = bool(backup.stat())
    except PermissionError:
        is_kept = True
    except OSError:
        is_kept = False
    if is_kept and not MigrationRecorder(connection).applied_migrations():
        raise SystemExit(EMPTY.format(folder=backup.parent))


def patiently(migrate: Callable[[], object], pause: Callable[[float], None] = time.sleep) -> None:
    """Migrate, retrying until no lock is in the way. Raises SystemExit, with advice, after ATTEMPTS."""
    from django.db import OperationalError, connection
    from psycopg.errors import LockNotAvailable

    options = connection.settings_dict["OPTIONS"]
    options["options"] = f"{options.get('options', '')} -c lock_timeout={PATIENCE}s"
    connection.close()
    for attempt in range(1, ATTEMPTS + 1):
        try:
            migrate()
            return
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable):
                raise
            print(f"A table is in use. Attempt {attempt} of {ATTEMPTS} gives way.", flush=True)
            connection.close()
            pause(PAUSE)
    raise SystemExit(GIVEN_UP.format(minutes=ATTEMPTS * (PATIENCE + PAUSE) / 60))


def migrate(verbosity: int = 0) -> None:
    """Run all pending migrations."""
    from django.core.management import call_command

    # Migrating creates thousands of models; the objects before them need not be checked for garbage each time.
    gc.freeze()
    for first in ([MANY_ALTERATIONS], []):
        call_command("migrate", *first, interactive=False, verbosity=verbosity)


def main() -> None:
    help_format = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m deploy.migration", description=__doc__, formatter_class=help_format)
    parser.add_argument("--new", action="store_true", help="the database is meant to be empty")
    is_new = parser.parse_args().new
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    django.setup()
    if not is_new:
        refuse_to_begin_anew()
    refuse_to_skip_a_release()
    patiently(lambda: migrate(int(os.environ.get("VERBOSITY", "1"))))


if __name__ == "__main__":
    main()
