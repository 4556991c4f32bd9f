"""deploy/night-mail does the operator's work in each of three places, whatever folder it is called from."""

import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Final

import pytest

from deploy.installing import as_site, settings

DEPLOY: Final = Path(__file__).resolve().parents[2] / "deploy"
NOTE: Final = '#!/bin/sh\necho "$(basename "$0") $*" >>"$NOTES"\n'
"""A program that only notes how it was called."""
PROGRAMS: Final = ("systemctl", "journalctl", "runuser", "docker", "python", "python3", "pg_conftool")
AS_SITE: Final = "python3 -P -m deploy.installing.as_site "
DATABASE: Final = 'case "$*" in *pg_is_in_recovery*) echo f;; *pg_dump*) echo dump;; *restore-dump*) cat >&2;; esac\n'


class Place:
    """A machine in a folder: programs that note their calls, and the release."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.notes = folder, folder / "notes"
        self.release = folder / "srv/night-mail"
        shutil.copytree(DEPLOY, self.release / "deploy", ignore=shutil.ignore_patterns("__pycache__"))
        for program in (folder / "bin" / name for name in PROGRAMS):
            self.put(program, NOTE)
        self.put(folder / "bin/id", "#!/bin/sh\necho 0\n")

    def put(self, file: Path, text: str) -> None:
        """Write a program, with the machine's folders below this one."""
        file.parent.mkdir(parents=True, exist_ok=True)
        for name in ("/etc/", "/srv/", "/var/", "/run/systemd"):
            text = text.replace(name, f"{self.folder}{name}")
        file.write_text(text)
        file.chmod(0o755)

    def install(self) -> None:
        """Make it a machine on which deploy/install has run."""
        for name in ("run/systemd/system", "etc/night-mail", "etc/postgresql/15", "var/backups/night-mail/base/2026"):
            (self.folder / name).mkdir(parents=True)
        for file in (self.release / "deploy/night-mail", self.release / "deploy/operating/installed"):
            self.put(file, file.read_text())
        self.put(self.folder / "bin/runuser", NOTE + DATABASE)
        self.put(self.folder / "bin/pg_conftool", f"#!/bin/sh\necho {self.folder}/data\n")
        (self.folder / "data/pg_wal").mkdir(parents=True)

    def run(self, *arguments: str, status: int = 0) -> str:
        """Run a command from another folder, and return its output."""
        done = subprocess.run(
            [self.release / "deploy/night-mail", *arguments],
            check=False,
            cwd=self.folder / "bin",
            env={"PATH": f"{self.folder}/bin:/usr/bin:/bin", "NOTES": str(self.notes)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == status, done.stdout
        return done.stdout

    def calls(self, *arguments: str, status: int = 0) -> list[str]:
        """Run a command, and return the programs' calls."""
        self.notes.write_text("")
        self.run(*arguments, status=status)
        return self.notes.read_text().replace(str(self.folder), "").splitlines()


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture
def installed(place: Place) -> Place:
    place.install()
    return place


@pytest.fixture
def containers(place: Place) -> Place:
    (place.release / "deploy/site").touch()
    parts = 'case "$*" in *"ps --services"*) printf "web\\npostgres\\nbeat\\nvalkey\\n";; *pg_dump*) echo dump;; esac\n'
    place.put(place.folder / "bin/docker", NOTE + parts)
    return place


def test_on_an_installed_machine_commands_run_as_the_site(installed: Place) -> None:
    python, as_owner = f"{AS_SITE}.venv/bin/python manage.py ", f"{AS_SITE}--owner "
    assert installed.calls("check", "--email", "a b") == [f"{python}doctor --email a b"]
    assert installed.calls("admin", "gwen@b.example") == [
        f"{python}createsuperuser --no-input --email gwen@b.example --name gwen",
        f"{python}second_factor_link gwen",
    ]
    assert installed.calls("admin", "Gwen", "--lost") == [f"{python}second_factor_link Gwen --lost"]
    assert installed.calls("owner", "reseal") == [f"{as_owner}deploy/as-owner python manage.py reseal"]
    assert installed.calls("release", "--new") == [f"{as_owner}deploy/release --new"]
    assert installed.calls("licenses") == [f"{AS_SITE}.venv/bin/python -m deploy.licenses"]
    assert installed.calls("logs", "-f") == ["journalctl --unit night-mail* -f"]


def test_a_command_has_the_settings_of_the_site_and_nothing_of_the_way_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("ENVIRONMENT", "A=1\nB=' 2 '\nPROMETHEUS_MULTIPROC_DIR=/run/x\n"), ("OWNER", "C=3\n")):
        (tmp_path / name).write_text(text)
        monkeypatch.setattr(settings, name, tmp_path / name)
    outer = {"A": "0", "TERM": "xterm", "PYTHONPATH": "/srv"}
    assert as_site.build_environment(outer, owner=False) == {"A": "1", "B": " 2 ", "TERM": "xterm"}
    assert as_site.build_environment(outer, owner=True)["C"] == "3"


def test_a_backup_is_the_units_or_a_dump_that_nobody_else_reads(installed: Place) -> None:
    assert installed.calls("backup") == ["systemctl start night-mail-backup.service"]
    assert installed.calls("backup", "here.dump") == ["runuser --user postgres -- pg_dump --format=custom night_mail"]
    dump = installed.folder / "bin/here.dump"
    assert (dump.read_text(), dump.stat().st_mode & 0o777) == ("dump\n", 0o600)
    installed.put(installed.folder / "bin/runuser", "#!/bin/sh\necho half\nexit 1\n")
    assert installed.calls("backup", "other.dump", status=1) == []
    assert not (installed.folder / "bin/other.dump").exists()


def test_a_restored_dump_gets_its_rights_and_its_replay_before_the_site_starts(installed: Place) -> None:
    (installed.folder / "bin/here.dump").write_text("the dump")
    calls = installed.calls("restore", "here.dump")
    assert [call.split()[-1] if call.startswith("python3") else call for call in calls] == [
        "systemctl stop night-mail.target",
        "runuser --user postgres -- /srv/night-mail/deploy/backup/restore-dump -",
        "deploy/release",
        "replay",
        "systemctl start night-mail.target",
        "systemctl start night-mail-backup.service",
    ]
    assert "the dump" in installed.run("restore", "here.dump")


def test_a_dump_that_cannot_be_restored_leaves_the_site_running(installed: Place) -> None:
    (installed.folder / "bin/here.dump").touch()
    installed.put(installed.folder / "bin/runuser", "#!/bin/sh\nexit 1\n")
    stop, start = (f"systemctl {verb} night-mail.target" for verb in ("stop", "start"))
    assert installed.calls("restore", "here.dump", status=1) == [stop, start]


def test_an_instant_without_a_backup_leaves_the_data_in_place(installed: Place) -> None:
    installed.put(installed.folder / "bin/runuser", f'{NOTE}case "$*" in *backup/restore*) exit 1;; esac\n')
    calls = installed.calls("restore", "2026-03-02 12:00:00+00", status=1)
    assert calls == [
        "systemctl stop night-mail.target",
        "systemctl stop postgresql@15-main",
        "runuser --user postgres -- /srv/night-mail/deploy/backup/restore /var/backups/night-mail /data"
        " 2026-03-02 12:00:00+00",
        "systemctl start postgresql@15-main",
        "systemctl start night-mail.target",
    ]
    assert (installed.folder / "data/pg_wal").is_dir()
    assert "What?" in installed.run("restore", "yesterday", status=1)


def test_an_upgrade_takes_the_clone_of_the_last_one(installed: Place) -> None:
    installed.put(installed.folder / "clone/deploy/install", "#!/bin/sh\necho upgraded $*\n")
    assert "Where is the newer clone?" in installed.run("upgrade", status=1)
    (installed.release / ".complete").write_text(f"{installed.folder}/clone\n")
    assert installed.run("upgrade") == installed.run("upgrade", f"{installed.folder}/clone") == "upgraded\n"


def test_beside_containers_it_asks_docker(containers: Place) -> None:
    compose = "docker compose --file /srv/night-mail/deploy/compose.yaml "
    once = f"{compose}run --rm --no-deps -T "
    assert containers.calls("check") == [f"{once}web python manage.py doctor"]
    assert containers.calls("owner", "reseal") == [f"{once}release deploy/as-owner python manage.py reseal"]
    listed = f"{compose}ps --services"
    again = f"{compose}up --detach --no-deps --force-recreate web beat"
    assert containers.calls("restart") == [f"{once}web python -m deploy.environment", listed, again]
    assert containers.calls("upgrade") == [f"{compose}build", f"{compose}up --detach"]
    dump = f"{compose}exec -T --user postgres postgres pg_dump --format=custom night_mail"
    assert containers.calls("backup", "here.dump") == [dump]
    assert containers.calls("restore", "here.dump") == [
        listed,
        f"{compose}stop web beat",
        f"{compose}exec -T --user postgres postgres /night-mail/backup/restore-dump -",
        f"{once}release deploy/release",
        f"{once}web python manage.py replay",
        f"{compose}up --detach web beat",
    ]


def test_a_restore_beside_containers_leaves_the_database_on_where_nothing_else_runs(containers: Place) -> None:
    (containers.folder / "bin/here.dump").touch()
    only = 'case "$*" in *"ps --services"*) printf "postgres\\nvalkey\\n";; esac\n'
    containers.put(containers.folder / "bin/docker", NOTE + only)
    calls = containers.calls("restore", "here.dump")
    assert not [call for call in calls if " stop" in call]
    assert calls[-1].endswith("up --detach")


def test_inside_a_container_it_asks_the_site_itself(place: Place) -> None:
    file = place.release / "deploy/night-mail"
    place.put(file, file.read_text())
    assert place.calls("check") == ["python manage.py doctor"]
    assert "where the containers are started: deploy/night-mail backup" in place.run("backup", status=1)


def test_it_says_which_release_it_is_of(place: Place) -> None:
    (place.release / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\npython_version = "3.11"\n')
    assert place.run("--version") == "Night Mail 1.2.3 (night-mail)\n"
    done = subprocess.run([DEPLOY / "night-mail", "--version"], check=True, capture_output=True, text=True)
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())["project"]
    assert done.stdout.startswith(f"Night Mail {project['version']} (")


def test_what_it_does_not_know_it_says(place: Place) -> None:
    assert "There is no command upgrde." in place.run("upgrde", status=1)
    assert place.run("help") == place.run()
