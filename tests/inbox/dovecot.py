"""A real Dovecot on a port of this machine, with one mailbox."""

import imaplib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.local import free_port

PATIENCE = 30
USER, PASSWORD = "play@night-mail.example", "s3cret@/"


@dataclass(frozen=True)
class Dovecot:
    """A server of mailboxes."""

    port: int

    @property
    def url(self) -> str:
        """As operators name it."""
        return f"imap://play%40night-mail.example:s3cret%40%2F@127.0.0.1:{self.port}/INBOX"

    @contextmanager
    def owner(self) -> Iterator[imaplib.IMAP4]:
        """The mailbox, as its owner's mail program has it open."""
        with imaplib.IMAP4("127.0.0.1", self.port, timeout=PATIENCE) as line:
            line.login(USER, PASSWORD)
            line.select("INBOX")
            yield line

    def deliver(self, raw: bytes) -> None:
        """Something comes in."""
        with self.owner() as line:
            assert line.append("INBOX", "", "", raw)[0] == "OK"

    def emails(self, folder: str = "INBOX") -> list[tuple[bytes, bytes]]:
        """What lies in a folder: the flags and the bytes of each."""
        with self.owner() as line:
            if line.select(f'"{folder}"', readonly=True)[0] != "OK":
                return []
            found = line.uid("FETCH", "1:*", "(FLAGS BODY.PEEK[])")[1]
        return [(bytes(part[0]), bytes(part[1])) for part in found if isinstance(part, tuple)]


def _settings(folder: Path, port: int, capability: str) -> str:
    return f"""base_dir = {folder}/run
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:{folder}/mail
default_vsz_limit = 0
{capability}
passdb {{
  driver = static
  args = password={PASSWORD}
}}
userdb {{
  driver = static
  args = uid=mail gid=mail home={folder}/mail
}}
namespace inbox {{
  inbox = yes
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
"""


@contextmanager
def open_dovecot(*, capability: str = "") -> Iterator[Dovecot]:
    """A server whose mailbox is empty. `capability`: what it says that it can do, if not all of it."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder, port = Path(name), free_port()
        folder.chmod(0o755)
        (folder / "mail").mkdir()
        shutil.chown(folder / "mail", "mail", "mail")
        said = f"imap_capability = {capability}" if capability else ""
        (folder / "dovecot.conf").write_text(_settings(folder, port, said))
        server = subprocess.Popen(["/usr/sbin/dovecot", "-F", "-c", str(folder / "dovecot.conf")])
        try:
            _wait_for(port)
            yield Dovecot(port)
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return imaplib.IMAP4("127.0.0.1", port, timeout=PATIENCE).shutdown()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
