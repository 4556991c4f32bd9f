"""The trial of an installation: with a certificate from an authority, repeated, with a renewal, a backup, a hanging
worker, an upgrade, an interrupted one, a broken release, a downgrade, restores, and its end; in 1 GB of memory, on one
processor."""

import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.image.containerfile import copy
from tests.inbox.certificates import issued_to
from tests.install.asking import Asker
from tests.install.authority import serve
from tests.install.limits import limited
from tests.install.machine import Machine, booted
from tests.install.measuring import Small
from tests.patience import eventually
from tests.site.runbook import read_chapter

DOMAIN: Final = "games.nightmail.example"
CLONE: Final = "/usr/local/src/night-mail"
BUNDLE: Final = Path("/etc/ssl/certs/ca-certificates.crt")
SETTINGS: Final = ("/etc/night-mail/env", "/etc/night-mail/owner")
FIRST: Final = (DOMAIN, "--administrator", "gwen@nightmail.example", "--small")
OWN: Final = ("--certificate", "/etc/site.pem", "--key", "/etc/site.key")
UNITS: Final = (
    *("night-mail.target", "night-mail-backup.timer", "night-mail-watch.timer"),
    *("nginx.service", "redis-server.service"),
)
UNTIL_IT_MOVES: Final = """\
# Whoever runs this trial by nohup ignores SIGHUP, and so would the installation.
env --default-signal=HUP "$0" & until [ "$(readlink /srv/night-mail)" != "$1" ]; do sleep 0.1; done
kill -HUP $!
wait $!
"""
DUMP: Final = "/usr/local/src/night-mail.dump"
RENAME: Final = "UPDATE games_player SET name = 'Renamed'"
PLAYERS: Final = "SELECT count(*) FROM games_player"
HEARD: Final = "SELECT count(*) FROM games_heartbeat WHERE source IN ('sweep', 'web')"

WELL: Final = """
SELECT count(*) FROM games_heartbeat
WHERE source IN ('machine', 'disk', 'wal', 'base_backup') AND at > now() - interval '2 minutes'
"""


def main(root: Path, *measured: str) -> None:
    clone = Path(f"{root}{CLONE}")
    clone.mkdir(parents=True)
    copy(".", clone)
    let_it_find_names(root)
    with limited() as limits, booted(root, limits) as machine:
        trust_whom_we_trust(machine)
        for part in small(machine, clone) if measured else trial(machine, clone):
            begin = time.monotonic()
            part()
            print(f"{part.__doc__} {time.monotonic() - begin:.0f} s.", flush=True)
        assert limits.killed() == 0, "1 GB of memory was too little"


def trial(machine: Machine, clone: Path) -> Sequence[Callable[[], None]]:
    """Return the parts for a site whose certificate is issued as by Let's Encrypt."""
    authority = serve(machine)
    trust(machine, authority)
    it = Trial(machine, clone, Asker(DOMAIN, authority), FIRST)
    running = it.first, it.again, it.renewal, it.backup, it.hung, it.upgrade, it.interrupted, it.hurt, it.back
    return *running, it.restore, it.gone


def small(machine: Machine, clone: Path) -> Sequence[Callable[[], None]]:
    """Return the parts for a site with a certificate of its own, and the measurement."""
    issued = issued_to(DOMAIN)
    (machine.root / "etc/site.pem").write_bytes(issued.chain)
    (machine.root / "etc/site.key").write_bytes(issued.key)
    authority = machine.root / "etc/authority.pem"
    authority.write_bytes(issued.authority)
    trust(machine, authority)
    installed = Trial(machine, clone, Asker(DOMAIN, authority), (*FIRST, *OWN))
    return installed.first, Small(machine, DOMAIN, authority).run


def let_it_find_names(root: Path) -> None:
    shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")
    with (root / "etc/hosts").open("a") as hosts:
        hosts.write(f"127.0.0.1 localhost {DOMAIN}\n")


def trust(machine: Machine, authority: Path) -> None:
    """Make the machine trust certificates issued by this authority."""
    shutil.copyfile(authority, machine.root / "usr/local/share/ca-certificates/trial.crt")
    trust_whom_we_trust(machine)


def trust_whom_we_trust(machine: Machine) -> None:
    """Make the machine trust this machine's authorities, to reach packages."""
    machine.run("update-ca-certificates")
    with Path(f"{machine.root}{BUNDLE}").open("ab") as bundle:
        bundle.write(BUNDLE.read_bytes())


class Trial:
    """The parts of the trial, each continuing from the state the previous one left."""

    def __init__(self, machine: Machine, clone: Path, asker: Asker, given: Sequence[str]) -> None:
        self.machine, self.clone, self.asker, self.given = machine, clone, asker, given
        self.older = ""
        """The release before the upgrade."""

    def first(self) -> None:
        """Installed on a bare Debian."""
        print(self.machine.says(f"{CLONE}/deploy/install", *self.given), flush=True)
        assert self.asker.status("/") == 200
        for unit in UNITS:
            assert self.machine.says("systemctl", "is-active", unit) == "active", unit
        assert self.machine.says("systemctl", "list-units", "--failed", "--plain", "--no-legend", "night-mail*") == ""
        assert eventually(lambda: self._ask(HEARD) == "2"), "worker, beat or the way from outside do not work"
        assert self._ask(PLAYERS) == "1"
        assert self._mode("/etc/night-mail/env") == "640 root night-mail"
        assert self._mode("/etc/night-mail/owner") == "600 root root"

    def again(self) -> None:
        """The same command again changes nothing."""
        with self._nothing_lost(), self.asker:
            before = self._release()
            said = self.machine.says(f"{CLONE}/deploy/install", *self.given)
        assert self._release() == before
        assert "night-mail admin gwen@nightmail.example" in said, "an argument was ignored silently"
        self._tell_gap("run again")

    def renewal(self) -> None:
        """The certificate renewed by what certbot.timer starts, and served."""
        before = self.asker.serial_number()
        assert self.machine.says("systemctl", "is-active", "certbot.timer") == "active"
        with self.asker:
            self.machine.run("systemctl", "start", "certbot.service")
        # nginx has been told to read it, and starts new processes with it.
        assert eventually(lambda: self.asker.serial_number() != before), "the old certificate is still served"
        self._tell_gap("renewal")

    def backup(self) -> None:
        """A backup made by its unit beside the first one, with WAL, and checked."""
        folder = Path(f"{self.machine.root}/var/backups/night-mail")
        assert eventually(lambda: len(list((folder / "base").glob("[0-9]*"))) == 1)
        self.machine.run("night-mail", "backup")
        assert len(list((folder / "base").glob("[0-9]*"))) == 2
        self._ask("SELECT pg_switch_wal()")
        assert eventually(lambda: bool(list((folder / "wal").glob("*.gz"))))
        assert eventually(lambda: self._ask(WELL) == "4"), "nobody looks at the disk and the backups"

    def hung(self) -> None:
        """A hanging worker, restarted within a minute."""
        asked = ("systemctl", "show", "--property=MainPID", "--value", "night-mail-worker.service")
        before = self.machine.says(*asked)
        self.machine.run("sh", "-c", f"kill -STOP {before}")
        assert eventually(lambda: self.machine.says(*asked) not in {before, "0"}), "nobody starts it again"

    def upgrade(self) -> None:
        """Upgraded to a newer clone while requests arrive."""
        self.older = self._release()
        self._change("CHANGELOG.md", "One line more.\n")
        with self._nothing_lost(), self.asker:
            self.machine.run("night-mail", "upgrade")
        assert self._release() != self.older
        self._tell_gap("an upgrade")

    def hurt(self) -> None:
        """A release that does not serve: the previous one is back."""
        before = self._release()
        self._change("ttr_site/wsgi.py", 'raise SystemExit("broken")\n')
        with self._nothing_lost():
            done = self.machine.run(f"{CLONE}/deploy/install", check=False)
        assert done.returncode == 1, done.stdout
        assert "broken" in done.stdout, done.stdout
        assert "runs as before" in done.stdout, done.stdout
        assert self._release() == before

    def interrupted(self) -> None:
        """Cut off during an upgrade: the previous release is back."""
        before = self._release()
        self._change("CHANGELOG.md", "Another line.\n")
        with self._nothing_lost():
            done = self.machine.run("sh", "-c", UNTIL_IT_MOVES, f"{CLONE}/deploy/install", before, check=False)
        assert done.returncode == 1, done.stdout
        assert "SIGHUP" in done.stdout, done.stdout
        assert "runs as before" in done.stdout, done.stdout
        assert self._release() == before

    def back(self) -> None:
        """Downgraded with the older release's own command."""
        with self._nothing_lost(), self.asker:
            self.machine.run("night-mail", "upgrade", self.older)
        assert self._release() == self.older
        self._tell_gap("going back")

    def restore(self) -> None:
        """Gone back as far as there is WAL, to a dump and to an instant, each by one command."""
        self.machine.run("night-mail", "backup", DUMP)
        instant = self._ask("SELECT now() + interval '1 second'")
        self._ask("SELECT pg_sleep(2)")
        for goal in ("latest", DUMP, instant):
            self._ask(RENAME)
            self.machine.run("night-mail", "restore", goal)
            assert self._ask("SELECT name FROM games_player") == ("Renamed" if goal == "latest" else "gwen")
            assert self.asker.status("/") == 200
        with self._nothing_lost():
            done = self.machine.run("night-mail", "restore", "1999-01-01 00:00:00+00", check=False)
        assert "Nothing has been changed" in done.stdout, done.stdout

    def gone(self) -> None:
        """Uninstalled by the runbook's commands, which leave nothing behind."""
        commands = [line[4:] for line in read_chapter("Uninstall").splitlines() if line.startswith("    ")]
        self.machine.run("sh", "-euc", "\n".join(commands))
        left = "find / -xdev -name '*night-mail*' -not -path '/usr/local/src/*'"
        found = self.machine.says("sh", "-c", left)
        assert found == "", found

    @contextmanager
    def _nothing_lost(self) -> Iterator[None]:
        """Check that the settings and the rows stay the same, and that the site answers at the end."""
        before = [*map(self._read, SETTINGS), self._ask(PLAYERS)]
        yield
        assert [*map(self._read, SETTINGS), self._ask(PLAYERS)] == before
        status = self.asker.status("/")
        assert status == 200, status

    def _tell_gap(self, what: str) -> None:
        """Print the longest gap in answers. Raises AssertionError if a request was refused."""
        answers = ", ".join(f"{count} x {status or 'nothing'}" for status, count in sorted(self.asker.answers.items()))
        print(f"{what}: {answers}; the longest time without an answer was {self.asker.gap:.2f} s", flush=True)
        assert set(self.asker.answers) == {200}, what

    def _change(self, file: str, line: str) -> None:
        with (self.clone / file).open("a") as changed:
            changed.write(line)

    def _ask(self, statement: str) -> str:
        asked = ("psql", "--tuples-only", "--no-align", "--dbname=night_mail", f"--command={statement}")
        return self.machine.says("runuser", "--user", "postgres", "--", *asked)

    def _read(self, file: str) -> bytes:
        return Path(f"{self.machine.root}{file}").read_bytes()

    def _release(self) -> str:
        return self.machine.says("readlink", "/srv/night-mail")

    def _mode(self, file: str) -> str:
        return self.machine.says("stat", "--format=%a %U %G", file)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), *sys.argv[2:])
