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

from deploy.ports import free_port
from tests.inbox.certificates import Certificate
from tests.patience import PATIENCE

USER, PASSWORD = "play@night-mail.example", "s3cret@/"


@dataclass(frozen=True)
class Dovecot:
    """A Dovecot server with one mailbox."""

    port: int
    tls_port: int = 0

    @property
    def url(self) -> str:
        """Return its URL in the form operators use."""
        return self.url_by("imap")

    def url_by(self, scheme: str, host: str = "127.0.0.1") -> str:
        """Return its URL with another scheme or host."""
        port = self.tls_port if scheme == "imaps" else self.port
        return f"{scheme}://play%40night-mail.example:s3cret%40%2F@{host}:{port}/INBOX"

    @contextmanager
    def owner(self) -> Iterator[imaplib.IMAP4]:
        """Yield an IMAP session to the mailbox, like its owner's mail program."""
        with imaplib.IMAP4("127.0.0.1", self.port, timeout=PATIENCE) as line:
            line.login(USER, PASSWORD)
            line.select("INBOX")
            yield line

    def deliver(self, raw: bytes) -> None:
        """Deliver an email to the mailbox."""
        with self.owner() as line:
            assert line.append("INBOX", "", "", raw)[0] == "OK"

    def emails(self, folder: str = "INBOX") -> list[tuple[bytes, bytes]]:
        """Return the flags and the bytes of each email in a folder."""
        with self.owner() as line:
            if line.select(f'"{folder}"', readonly=True)[0] != "OK":
                return []
            found = line.uid("FETCH", "1:*", "(FLAGS BODY.PEEK[])")[1]
        return [(bytes(part[0]), bytes(part[1])) for part in found if isinstance(part, tuple)]


def _settings(folder: Path, port: int, tls_port: int, more: str) -> str:
    return f"""base_dir = {folder}/run
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:{folder}/mail
default_vsz_limit = 0
{more}
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
    port = {tls_port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
"""


@contextmanager
def open_dovecot(*, capability: str = "", certificate: Certificate | None = None) -> Iterator[Dovecot]:
    """Run a server whose mailbox is empty. `capability`: the capabilities it announces, if not all.

    It uses TLS if it has a certificate.
    """
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder, port, tls_port = Path(name), free_port(), free_port() if certificate else 0
        folder.chmod(0o755)
        (folder / "mail").mkdir()
        shutil.chown(folder / "mail", "mail", "mail")
        said = f"imap_capability = {capability}\n" if capability else ""
        more = said + _tls(folder, certificate)
        (folder / "dovecot.conf").write_text(_settings(folder, port, tls_port, more))
        server = subprocess.Popen(["/usr/sbin/dovecot", "-F", "-c", str(folder / "dovecot.conf")])
        try:
            _wait_for(port)
            yield Dovecot(port, tls_port)
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _tls(folder: Path, certificate: Certificate | None) -> str:
    if certificate is None:
        return "ssl = no"
    for name, content in (("certificate", certificate.chain), ("key", certificate.key)):
        (folder / name).write_bytes(content)
    return f"ssl = yes\nssl_cert = <{folder}/certificate\nssl_key = <{folder}/key"


def _wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return imaplib.IMAP4("127.0.0.1", port, timeout=PATIENCE).shutdown()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
