"""Build the image in a root file system, start a database, and then all the image's processes."""

import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from deploy import keys, local
from deploy.ports import free_port
from tests.image.containerfile import ROOT, Image
from tests.patience import eventually
from tests.restore.cluster import Cluster

CONTAINERFILE = ROOT / "deploy" / "Containerfile"
SWEPT = "SELECT count(*) FROM games_heartbeat WHERE source = 'sweep'"
OF_THE_HOST = ("/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs/ca-certificates.crt")


def main(root: Path) -> None:
    image = Image(root)
    for file in OF_THE_HOST:
        shutil.copyfile(file, f"{root}{file}")
    begin = time.monotonic()
    image.build(CONTAINERFILE)
    print(f"built in {time.monotonic() - begin:.0f} s", flush=True)
    with ExitStack() as stack:
        home = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="night-mail-image-", ignore_cleanup_errors=True))
        )
        home.chmod(0o755)
        cluster = Cluster(sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1], home, receives=False)
        stack.callback(cluster.stop)
        cluster.create()
        image.shared = [home]
        given = environment(cluster, stack.enter_context(local.valkey()))
        image.run(["deploy/release"], given | {"OWNER_DATABASE_URL": cluster.url("night_mail_owner"), "VERBOSITY": "0"})
        for command in (image.command, ["deploy/stream"], ["deploy/worker"], ["deploy/beat"]):
            start(stack, image, command, given)
        answers(image, cluster, given)


def environment(cluster: Cluster, redis: str) -> dict[str, str]:
    """Return the variables of env.example; nothing else reaches the image."""
    web, stream = free_port(), free_port()
    return keys.new() | {
        "PUBLIC_URL": "https://games.example.org",
        "HEARTBEAT_URL": f"http://127.0.0.1:{web}/heartbeat",
        "DATABASE_URL": cluster.url("night_mail"),
        "REDIS_URL": redis,
        "EMAIL_URL": "consolemail://",
        "DEFAULT_FROM_EMAIL": "Night Mail <post@games.example.org>",
        "TICK_SECONDS": "1",
        "LOG_LEVEL": "ERROR",
        "WEB_PORT": str(web),
        "STREAM_PORT": str(stream),
        "PROMETHEUS_MULTIPROC_DIR": "/run/night-mail/metrics",
    }


def start(stack: ExitStack, image: Image, command: list[str], given: dict[str, str]) -> None:
    """Run a command until the end of the stack. Its namespace ends all of its processes with it."""
    process = subprocess.Popen(image.inside(command, given))
    stack.callback(process.wait)
    stack.callback(process.kill)


def answers(image: Image, cluster: Cluster, given: dict[str, str]) -> None:
    """Check web and stream by HTTP, run the image's own check inside, and check worker and beat by their effects in
    the database."""
    web, stream = (f"http://127.0.0.1:{given[name]}" for name in ("WEB_PORT", "STREAM_PORT"))
    assert eventually(lambda: is_ok(f"{web}/readyz")), "deploy/web does not answer"
    assert eventually(lambda: is_ok(f"{stream}/healthz")), "deploy/stream does not answer"
    check = [part.replace("8000", given["WEB_PORT"]) for part in image.check]
    image.run(check, {})
    assert eventually(lambda: cluster.ask(SWEPT, "night_mail") == "1"), "beat and worker do nothing"
    print(f"web, stream, worker and beat are at work, as {image.user}", flush=True)


def is_ok(url: str) -> bool:
    try:
        with urlopen(url, timeout=20) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
