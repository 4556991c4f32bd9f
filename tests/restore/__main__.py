"""The drill's setup: a cluster and a database, and the environment for the site's processes."""

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import django

from deploy import local
from tests.restore.cluster import DEPLOY, Cluster


def main(binaries: str, keeping: str) -> None:
    with ExitStack() as stack:
        home = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="night-mail-drill-", ignore_cleanup_errors=True))
        )
        home.chmod(0o755)
        cluster = Cluster(Path(binaries), home, receives=keeping == "receive")
        stack.callback(cluster.stop)
        cluster.create()
        os.environ |= {"DATABASE_URL": cluster.url("night_mail"), "EMAIL_PICTURES": "false", "LOG_LEVEL": "ERROR"}
        os.environ |= {"PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges"}
        os.environ |= {"TICK_SECONDS": "1", "DJANGO_SETTINGS_MODULE": "ttr_site.settings"}
        os.environ |= stack.enter_context(local.environment(home / "local"))
        release = os.environ | {"OWNER_DATABASE_URL": cluster.url("night_mail_owner"), "VERBOSITY": "0"}
        subprocess.run(
            [DEPLOY / "release"], env=release, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        django.setup()
        from tests.restore.drill import Drill

        Drill(cluster).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
