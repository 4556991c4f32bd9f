"""The connection to PostgreSQL is encrypted if its address says so, whatever its home folder is."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from deploy import local
from deploy.cluster.postgres import Postgres, owner
from deploy.ports import free_port
from tests.inbox.certificates import issued_to
from ttr_site import databases

DEBIANS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
"""The wheel's server is built without TLS."""

pytestmark = pytest.mark.skipif(not DEBIANS, reason="needs Debian's postgresql, which speaks TLS")


class TlsPostgres(Postgres):
    """A server that also listens on its own port, with TLS."""

    port = free_port()

    def url(self, database: str = local.DATABASE) -> str:
        return f"{super().url(database)}&port={self.port}"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Return the address, over TCP, of a PostgreSQL that speaks TLS."""
    certificate = issued_to("localhost")
    with tempfile.TemporaryDirectory(prefix="night-mail-tls-", dir="/tmp") as folder:
        home, user = Path(folder), owner()
        home.chmod(0o711)
        for name, pem in (("chain", certificate.chain), ("key", certificate.key)):
            (home / name).write_bytes(pem)
            (home / name).chmod(0o600)
            os.chown(home / name, user, -1)
        server = TlsPostgres("primary", home, user, DEBIANS[-1])
        files = {"ssl": "on", "ssl_cert_file": str(home / "chain"), "ssl_key_file": str(home / "key")}
        server.begin(listen_addresses="127.0.0.1", port=str(server.port), **files)
        try:
            yield f"postgresql://postgres@127.0.0.1:{server.port}/{local.DATABASE}"
        finally:
            server.kill()


@pytest.mark.long
@pytest.mark.parametrize("mode", ["", "?sslmode=require"])
def test_a_home_that_nobody_may_look_into_does_not_end_tls(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str, mode: str
) -> None:
    """As under ProtectHome. Root may look everywhere, but cannot follow a link that leads to itself."""
    (tmp_path / ".postgresql").symlink_to(".postgresql")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", address + mode)
    settings = databases.read()["default"]
    options = {name: value for name, value in settings["OPTIONS"].items() if name != "pool"}
    place = {"host": settings["HOST"], "port": settings["PORT"], "user": settings["USER"], "dbname": settings["NAME"]}
    with psycopg.connect(**place, **options) as connection:
        assert connection.pgconn.ssl_in_use
