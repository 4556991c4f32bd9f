"""The runbook's commands work as written."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from deploy import environment
from deploy.installing import settings
from tests.site.runbook import read_steps

ROOT = Path(__file__).resolve().parents[2]
LMTP, MAILBOX = "A mail server, step by step", "A mailbox in Dovecot"
NAMES = "domain=play.nightmail.example you=gwen@nightmail.example address=192.0.2.7 password=secret\n"


def run_in(folder: Path, commands: str) -> str:
    """Return the output of commands, with the machine's folders below this one."""
    for name in ("/etc/", "/srv/"):
        commands = commands.replace(name, f"{folder}{name}")
    done = subprocess.run(
        ["bash", "-euc", commands],
        check=False,
        env={"PATH": f"{folder}/bin:/usr/bin:/bin:/usr/sbin", "MAIL_CONFIG": f"{folder}/etc/postfix"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_every_command_of_the_operators_that_a_text_names_is_one() -> None:
    listed = set(re.findall(r"^  ([a-z]+) ", (ROOT / "deploy/night-mail").read_text(), re.MULTILINE))
    rooms = ("deploy", "docs", "games", "notifications", "ttr_site")
    texts = [ROOT / "README.md", ROOT / "CHANGELOG.md"]
    texts += [file for room in rooms for suffix in ("md", "py") for file in (ROOT / room).rglob(f"*.{suffix}")]
    named = {name for file in texts for name in re.findall(r"(?:^|[\s`(\"])night-mail ([a-z]+)", file.read_text())}
    assert {"check", "restore", "owner"} <= named
    assert named - {"help"} <= listed


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Return the folders of a machine with only the site installed; its services do nothing."""
    for name in ("bin", "etc/night-mail", "etc/postfix", "etc/dovecot/conf.d", "srv"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "srv/night-mail").symlink_to(ROOT)
    for name in ("systemctl", "apt-get", "useradd", "chpasswd"):
        (tmp_path / "bin" / name).write_text("#!/bin/sh\n")
        (tmp_path / "bin" / name).chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("title", [LMTP, MAILBOX])
def test_the_sites_settings_take_the_places_of_older_ones(machine: Path, title: str) -> None:
    env = machine / "etc/night-mail/env"
    env.write_text(
        "PUBLIC_URL=https://a.example\nEMAIL_URL=smtp://old\n#MAIL_IN_ADDRESS=b\nMAIL_IN_ADDRESS=old@c.example\n"
    )
    commands = read_steps(title)[6].replace("night-mail restart", "true")
    run_in(machine, NAMES + commands)
    found = settings.read(env.read_text())
    mailbox = {"MAIL_IN_IMAP_URL": "imap://play:secret@127.0.0.1:143/INBOX"} if title == MAILBOX else {}
    assert found == {
        "PUBLIC_URL": "https://a.example",
        "EMAIL_URL": "smtp://127.0.0.1:25",
        "DEFAULT_FROM_EMAIL": "Night Mail <post@play.nightmail.example>",
        "MAIL_IN_ADDRESS": "play@play.nightmail.example",
        "MAIL_RETURN_ADDRESS": "play@play.nightmail.example",
        **mailbox,
    }
    assert found.keys() <= environment.OWN
    assert env.read_text().count("MAIL_IN_ADDRESS=") == 2, "what is commented out stays"


# Postfix -------------------------------------------------------------------------------------------------------------

DEBIAN = Path("/usr/share/postfix")
WRITTEN_BY_DEBIAN = """\
smtpd_relay_restrictions = permit_mynetworks permit_sasl_authenticated defer_unauth_destination
myhostname = games.nightmail.example
mydestination = $myhostname, mx.play.nightmail.example, localhost
mynetworks = 127.0.0.0/8
recipient_delimiter = +
inet_protocols = all
"""


@pytest.mark.deploy
@pytest.mark.parametrize("title", [LMTP, MAILBOX])
def test_postfix_takes_its_settings_without_a_word(machine: Path, title: str) -> None:
    main = machine / "etc/postfix/main.cf"
    main.write_text((DEBIAN / "main.cf.debian").read_text() + WRITTEN_BY_DEBIAN)
    shutil.copy(DEBIAN / "master.cf.dist", main.with_name("master.cf"))
    steps = read_steps(LMTP) | (read_steps(title) if title == MAILBOX else {})
    run_in(machine, NAMES + steps[3] + "\n" + steps[4])
    found = dict(line.split(" = ", 1) for line in run_in(machine, "postconf -n").splitlines())
    assert found["myhostname"] == "mx.play.nightmail.example"
    assert found["smtpd_milters"] == found["non_smtpd_milters"] == "inet:127.0.0.1:8891"
    assert "post@play.nightmail.example=gwen@nightmail.example" in found["virtual_alias_maps"]
    assert "example.org" not in run_in(machine, "postconf -n")
    if title == LMTP:
        assert found["relay_domains"] == "play.nightmail.example"
        assert "check_policy_service inet:127.0.0.1:8025" in found["smtpd_recipient_restrictions"]
        assert found["smtpd_relay_restrictions"] == "permit_mynetworks, reject_unauth_destination"
    else:
        assert found["mydestination"].startswith("play.nightmail.example, ")
        assert (machine / "etc/dovecot/conf.d/99-night-mail.conf").read_text() == "mail_location = maildir:~/Maildir\n"
