"""The trial: a first installation, the same command again, an upgrade, a release that does not serve, a way back."""

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.image.containerfile import copy
from tests.inbox.certificates import issued_to
from tests.install.asking import Asker
from tests.install.machine import Machine, booted
from tests.install.measuring import Small
from tests.patience import eventually

DOMAIN: Final = "games.nightmail.example"
CLONE: Final = "/usr/local/src/night-mail"
BUNDLE: Final = Path("/etc/ssl/certs/ca-certificates.crt")
SETTINGS: Final = ("/etc/night-mail/env", "/etc/night-mail/owner")
FIRST: Final = (
    DOMAIN,
    "--administrator",
    "gwen@nightmail.example",
    "--certificate",
    "/etc/site.pem",
    "--key",
    "/etc/site.key",
    "--small",
)
UNITS: Final = ("night-mail.target", "night-mail-backup.timer", "nginx.service", "redis-server.service")
PLAYERS: Final = "SELECT count(*) FROM games_player"
HEARD: Final = "SELECT count(*) FROM games_heartbeat WHERE source IN ('sweep', 'web')"


def main(root: Path, *measured: str) -> None:
    clone = Path(f"{root}{CLONE}")
    clone.mkdir(parents=True)
    copy(".", clone)
    authority = prepare(root)
    with booted(root) as machine:
        trust(machine)
        trial = Trial(machine, clone, Asker(DOMAIN, authority))
        small = Small(machine, DOMAIN, authority).run
        parts = [small] if measured else [trial.again, trial.backup, trial.upgrade, trial.hurt, trial.back]
        for part in [trial.first, *parts]:
            begin = time.monotonic()
            part()
            print(f"{part.__doc__} {time.monotonic() - begin:.0f} s.", flush=True)


def prepare(root: Path) -> Path:
    """The machine finds names and has a certificate; returns the file of the authority that issued it."""
    shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")
    with (root / "etc/hosts").open("a") as hosts:
        hosts.write(f"127.0.0.1 localhost {DOMAIN}\n")
    issued = issued_to(DOMAIN)
    (root / "etc/site.pem").write_bytes(issued.chain)
    (root / "etc/site.key").write_bytes(issued.key)
    authority = root / "usr/local/share/ca-certificates/trial.crt"
    authority.write_bytes(issued.authority)
    return authority


def trust(machine: Machine) -> None:
    """The machine believes that authority, and whomever this machine believes on the way to packages."""
    machine.run("update-ca-certificates")
    with Path(f"{machine.root}{BUNDLE}").open("ab") as bundle:
        bundle.write(BUNDLE.read_bytes())


class Trial:
    """One after the other, each on what the one before has left."""

    def __init__(self, machine: Machine, clone: Path, asker: Asker) -> None:
        self.machine, self.clone, self.asker = machine, clone, asker

    def first(self) -> None:
        """Installed on a bare Debian."""
        print(self.machine.says(f"{CLONE}/deploy/install", *FIRST), flush=True)
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
            self.machine.run(f"{CLONE}/deploy/install")
        assert self._release() == before
        self._tell_gap("run again")

    def backup(self) -> None:
        """A backup made by its unit, with WAL beside it."""
        self.machine.run("systemctl", "start", "night-mail-backup.service")
        folder = Path(f"{self.machine.root}/var/backups/night-mail")
        assert len(list((folder / "base").iterdir())) == 1
        self._ask("SELECT pg_switch_wal()")
        assert eventually(lambda: bool(list((folder / "wal").glob("*.gz"))))

    def upgrade(self) -> None:
        """Upgraded to a newer clone, while somebody asks."""
        before = self._release()
        self._change("CHANGELOG.md", "One line more.\n")
        with self._nothing_lost(), self.asker:
            self.machine.run(f"{CLONE}/deploy/install")
        assert self._release() != before
        self._tell_gap("an upgrade")

    def hurt(self) -> None:
        """A release that does not serve: the one before is back."""
        before = self._release()
        self._change("ttr_site/wsgi.py", 'raise SystemExit("broken")\n')
        with self._nothing_lost():
            done = self.machine.run(f"{CLONE}/deploy/install", check=False)
        assert done.returncode == 1, done.stdout
        assert "broken" in done.stdout, done.stdout
        assert "runs as before" in done.stdout, done.stdout
        assert self._release() == before

    def back(self) -> None:
        """Gone back by the older release's own command."""
        now = self._release()
        (older,) = (release for release in self._releases() if release != now and "broken" not in self._wsgi(release))
        with self._nothing_lost(), self.asker:
            self.machine.run(f"{older}/deploy/install")
        assert self._release() == older
        self._tell_gap("going back")

    @contextmanager
    def _nothing_lost(self) -> Iterator[None]:
        """The settings stay as they are, to the byte, and so do the rows; and the site answers at the end."""
        before = [*map(self._read, SETTINGS), self._ask(PLAYERS)]
        yield
        assert [*map(self._read, SETTINGS), self._ask(PLAYERS)] == before
        assert self.asker.status("/") == 200

    def _tell_gap(self, what: str) -> None:
        """Raises AssertionError if anybody was refused."""
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

    def _wsgi(self, release: str) -> str:
        return self._read(f"{release}/ttr_site/wsgi.py").decode()

    def _release(self) -> str:
        return self.machine.says("readlink", "/srv/night-mail")

    def _releases(self) -> list[str]:
        return self.machine.says("find", "/srv/night-mail-releases", "-mindepth", "1", "-maxdepth", "1").split()

    def _mode(self, file: str) -> str:
        return self.machine.says("stat", "--format=%a %U %G", file)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), *sys.argv[2:])
