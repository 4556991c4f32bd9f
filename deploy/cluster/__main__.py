"""The command that runs the cluster until Ctrl-C."""

import signal
import sys
import threading

from deploy import local
from deploy.cluster import machines


def main() -> int:
    end = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: end.set())
    with machines.running(local.HOME / "cluster") as cluster:
        print(cluster.summary() + "\nCtrl-C stops it.", flush=True)
        end.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
