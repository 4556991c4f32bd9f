"""The steps of the drill, and the checks after it."""

import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from django.db import connection

from tests.notifications.post_office import TAKEN, PostOffice, open_post_office
from tests.patience import eventually
from tests.restore.cluster import Cluster
from tests.restore.correspondence import (
    Correspondence,
    Log,
    everything_is_sent,
    log,
    somebody_is_to_hear,
    unsent,
)
from tests.site.running import Site, running

MOVES = 24
"""Moves between two steps."""
SEQUENCES = """
SELECT pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name), table_name, column_name
FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'YES'
"""


@dataclass
class Kept:
    """Data that must be restored: every entry at the instant, and acknowledged entries whose WAL was kept. `in_all`:
    of what."""

    instant: str
    log: Log
    unsent: set[str]
    acknowledged: Log = field(default_factory=dict)
    in_all: Log = field(default_factory=dict)


class Drill:
    """One loss, and two ways to restore."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.correspondence = Correspondence()

    def run(self) -> None:
        """Run the drill. Raises AssertionError if anything acknowledged is lost, doubled or wrong."""
        print(f"PostgreSQL {self.cluster.ask('SHOW server_version')}, {self._by()}")
        with open_post_office() as office:
            kept = self._before(office)
            sent = _message_ids(office)
        self.cluster.lose()
        backup = self.cluster.backup.rename(self.cluster.home / "kept")
        self._restored_to_the_instant(backup, kept, sent)
        self.cluster.stop()
        shutil.rmtree(self.cluster.data)
        self._restored_to_the_end(backup, kept, sent)

    def _by(self) -> str:
        return "WAL kept by pg_receivewal" if self.cluster.receives else "WAL kept by archive_command"

    def _before(self, office: PostOffice) -> Kept:
        """Play from the first move to the disaster."""
        with _site(office) as site:
            self.correspondence.play(site.url, MOVES)
            with _timed("base backup"):
                self.cluster.run(self.cluster.tools / "base", self.cluster.backup)
            self.correspondence.play(site.url, MOVES)
            assert everything_is_sent()
            kept = self._instant(site, office)
            self.correspondence.play(site.url, MOVES)
            assert everything_is_sent()
            if not self.cluster.receives:
                self._close_segment()
            kept.acknowledged = dict(self.correspondence.acknowledged)
            self.correspondence.play(site.url, MOVES)
            kept.in_all = dict(self.correspondence.acknowledged)
            if self.cluster.receives:
                kept.acknowledged = kept.in_all
        connection.close()
        return kept

    def _instant(self, site: Site, office: PostOffice) -> Kept:
        """Return an instant between an email's first attempt, which the mail server defers, and the next, which it
        accepts."""
        office.on_data = lambda _: "451 4.3.0 Try again later"
        while not somebody_is_to_hear():
            self.correspondence.play(site.url, 1)
        assert eventually(lambda: bool(unsent()))
        kept = Kept(self.cluster.ask("SELECT clock_timestamp()"), log(), unsent())
        office.on_data = lambda _: TAKEN
        assert everything_is_sent()
        return kept

    def _close_segment(self) -> None:
        """Close the WAL segment, as archive_timeout does, so that everything written so far is kept."""
        closed = self.cluster.ask("SELECT pg_walfile_name(pg_switch_wal())")
        while not (self.cluster.backup / "wal" / f"{closed}.gz").exists():
            time.sleep(0.05)

    def _restored_to_the_instant(self, backup: Path, kept: Kept, sent: Counter[str]) -> None:
        with _timed("restored to the instant"):
            self.cluster.restore(backup, kept.instant)
        assert log() == kept.log, "the log is not what it was at the instant"
        assert unsent() == kept.unsent
        assert kept.unsent & sent.keys(), "no email was sent after the instant that waited at it"
        self._goes_on(sent, kept.unsent)

    def _restored_to_the_end(self, backup: Path, kept: Kept, sent: Counter[str]) -> None:
        with _timed("restored to the end"):
            self.cluster.restore(backup)
        found = log()
        assert kept.acknowledged.items() <= found.items(), "a move is lost that was acknowledged and kept"
        assert kept.log.items() <= found.items()
        lost = kept.in_all.items() - found.items()
        print(
            f"  moves acknowledged: {len(kept.in_all)}; lost, since they were made after the last segment: {len(lost)}"
        )
        self._goes_on(sent, unsent())

    def _goes_on(self, sent: Counter[str], may_repeat: set[str]) -> None:
        """Check that the logs are whole, players play on, and an email is repeated only if it was still to be sent."""
        with _timed("manage.py replay"):
            subprocess.run([sys.executable, "manage.py", "replay"], check=True, stdout=subprocess.DEVNULL)
        counters_are_ahead()
        before = len(log())
        with open_post_office() as office, _site(office) as site:
            assert everything_is_sent()
            self.correspondence.play(site.url, MOVES)
            assert everything_is_sent()
            after = _message_ids(office)
        assert len(log()) >= before + MOVES
        assert set(after.values()) == {1}
        assert after.keys() & sent.keys() == may_repeat & sent.keys(), "an email that was sent came again"
        assert after.keys() - may_repeat, "no new email came"
        print(f"  emails after it: {len(after)}; {len(after.keys() & sent.keys())} again, with the same Message-ID")
        connection.close()


def counters_are_ahead() -> None:
    """Check that no sequence returns a number that a row has."""
    with connection.cursor() as cursor:
        cursor.execute(SEQUENCES)
        for sequence, table, column in cursor.fetchall():
            cursor.execute(f'SELECT coalesce(max("{column}"), 0) FROM "{table}"')
            (highest,) = cursor.fetchone() or (0,)
            cursor.execute(f"SELECT last_value FROM {sequence}")
            (given,) = cursor.fetchone() or (0,)
            assert given >= highest, sequence


@contextmanager
def _site(office: PostOffice) -> Iterator[Site]:
    with running("web", "worker", "beat", EMAIL_URL=f"smtp://127.0.0.1:{office.port}") as site:
        yield site


def _message_ids(office: PostOffice) -> Counter[str]:
    return Counter(str(mail.message["Message-ID"]) for mail in office.received)


@contextmanager
def _timed(what: str) -> Iterator[None]:
    begin = time.monotonic()
    yield
    print(f"  {what}: {time.monotonic() - begin:.1f} s", flush=True)
