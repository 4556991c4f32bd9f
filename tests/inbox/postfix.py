"""A real Postfix on a port of this machine, with a queue of its own, set up by deploy/postfix.cf."""

import grp
import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.ports import free_port
from tests.patience import PATIENCE

GIVEN = Path(__file__).resolve().parents[2] / "deploy"
ALONE, BESIDE = "postfix.cf", "postfix-beside.cf"
"""The files operators add to their settings: on a machine without other mail, and on one with other mail."""
PROGRAMS = {
    "cleanup": "0",
    "qmgr": "1",
    "rewrite": "- trivial-rewrite",
    "bounce": "0",
    "defer": "0 bounce",
    "trace": "0 bounce",
    "verify": "1",
    "smtp": "-",
    "lmtp": "-",
    "error": "-",
    "retry": "- error",
    "proxymap": "-",
    "anvil": "1",
    "tlsmgr": "1",
    "scache": "1",
    "postlog": "1 postlogd",
}


@dataclass(frozen=True)
class Postfix:
    """A Postfix server: its address, and its folder."""

    port: int
    folder: Path

    @property
    def log(self) -> str:
        """Return its log so far."""
        return (self.folder / "maillog").read_text()

    def says(self, words: str) -> bool:
        """Check whether these words appear in its log before long."""
        end = time.monotonic() + PATIENCE
        while words not in self.log and time.monotonic() < end:
            time.sleep(0.1)
        return words in self.log


def _main(folder: Path, domain: str, lmtp: int, policy: int, elsewhere: int, other: str, milter: int) -> str:
    """Return its settings: those we give to operators, and those a second Postfix on a machine needs."""
    given = (GIVEN / (BESIDE if other else ALONE)).read_text().replace("play.example.org", domain)
    given = given.replace("relay_domains = ", f"relay_domains = {other}, ") if other else given
    given = given.replace("127.0.0.1:8024", f"127.0.0.1:{lmtp}").replace("127.0.0.1:8025", f"127.0.0.1:{policy}")
    group = next(one.gr_name for one in grp.getgrall() if one.gr_gid not in (0, pwd.getpwnam("postfix").pw_gid))
    return f"""compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = {group}
myhostname = mx.{domain}
mydestination =
mynetworks = {"127.0.0.0/8" if milter else "192.0.2.1"}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
local_recipient_maps =
maillog_file = {folder}/maillog
maillog_file_prefixes = {folder}
relayhost = [127.0.0.1]:{elsewhere}
smtpd_milters = {f"inet:127.0.0.1:{milter}" if milter else ""}
{given}"""


def _master(port: int) -> str:
    listens = f"127.0.0.1:{port} inet n - n - - smtpd"
    rows = []
    for name, how in PROGRAMS.items():
        most, _, program = how.partition(" ")
        kind = "unix-dgram" if name == "postlog" else "unix"
        private = "n" if name in {"cleanup", "qmgr", "postlog"} else "-"
        wakes = "300" if name == "qmgr" else "-"
        rows.append(f"{name} {kind} {private} - n {wakes} {most} {program or name}")
    return "\n".join([listens, *rows, ""])


@contextmanager
def open_postfix(
    folder: Path, *, domain: str, lmtp: int, policy: int, elsewhere: int, other: str = "", milter: int = 0
) -> Iterator[Postfix]:
    """Run Postfix in front of an LMTP and a policy server, each at a port; all other mail goes to the port `elsewhere`.

    `other`: a domain of other mail that it accepts. `milter`: the port of a program that signs the emails that the
    site, on the same machine, sends through it.
    """
    port = free_port()
    owner = pwd.getpwnam("postfix")
    for name in ("etc", "queue", "data"):
        (folder / name).mkdir()
    os.chown(folder / "data", owner.pw_uid, owner.pw_gid)
    for parent in (folder, *folder.parents[:-2]):
        parent.chmod(parent.stat().st_mode | 0o755)
    (folder / "etc" / "main.cf").write_text(_main(folder, domain, lmtp, policy, elsewhere, other, milter))
    (folder / "etc" / "master.cf").write_text(_master(port))
    for name in ("dynamicmaps.cf", "postfix-files"):
        shutil.copy(Path("/etc/postfix") / name, folder / "etc" / name)
    command = ["/usr/sbin/postfix", "-c", str(folder / "etc")]
    subprocess.run([*command, "start"], check=True, capture_output=True, timeout=60)
    try:
        yield Postfix(port, folder)
    finally:
        subprocess.run([*command, "stop"], check=False, capture_output=True, timeout=60)
