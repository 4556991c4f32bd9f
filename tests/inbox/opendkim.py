"""A real OpenDKIM on a port of this machine, set up by deploy/opendkim.conf."""

import os
import pwd
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from deploy.ports import free_port
from tests.inbox.letters import SigningKey
from tests.inbox.postfix import GIVEN
from tests.patience import PATIENCE, eventually

SELECTOR = "nightmail"
"""The selector in deploy/opendkim.conf."""


@contextmanager
def open_opendkim(folder: Path, *, domain: str, key: SigningKey, without: str = "") -> Iterator[int]:
    """Sign this domain's emails with a key; yield the port for Postfix.

    `without`: a setting whose line is left out.
    """
    user = pwd.getpwnam("opendkim")
    private = folder / "nightmail.private"
    private.write_bytes(key.private)
    private.chmod(0o400)
    for path in (private, folder):
        os.chown(path, user.pw_uid, user.pw_gid)
    port = free_port()
    settings = (GIVEN / "opendkim.conf").read_text().replace("play.example.org", domain)
    settings = settings.replace("/etc/dkimkeys/nightmail.private", str(private)).replace("8891", str(port))
    settings = settings.replace("/run/opendkim", str(folder))
    lines = [line for line in settings.splitlines() if not (without and line.startswith(without))]
    file = folder / "opendkim.conf"
    file.write_text("\n".join([*lines, "RequireSafeKeys no", ""]))  # the folder is below /tmp, where others may write
    with subprocess.Popen(["/usr/sbin/opendkim", "-f", "-x", str(file)]) as process:
        try:
            assert eventually(lambda: _listens(port)), "it does not start"
            yield port
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
