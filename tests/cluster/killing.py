"""Random kills of a cluster's parts, a limited number of times."""

import time
from collections import Counter
from random import Random
from typing import Final

from deploy.cluster.machines import OTHERS, WEB, Cluster

PRIMARY: Final = "primary"
PARTS: Final = (*WEB, *OTHERS, "stream", "pgbouncer", "redis", PRIMARY)
QUIET: Final = (3.0, 8.0)
"""The least and the most seconds between two kills."""
MOST_A_MINUTE: Final = 12


def kill_at_random(cluster: Cluster, seconds: float, random: Random) -> Counter[str]:
    """Kill parts for this long; return how often each died. Each dies once, in random order, before any dies again."""
    killed: Counter[str] = Counter()
    end, most = time.monotonic() + seconds, max(1, int(seconds / 60 * MOST_A_MINUTE))
    line: list[str] = []
    while time.monotonic() < end and killed.total() < most:
        line = line or random.sample(PARTS, len(PARTS))
        part = line.pop()
        _kill(cluster, part)
        killed[part] += 1
        time.sleep(random.uniform(*QUIET))
    time.sleep(max(0.0, end - time.monotonic()))
    return killed


def _kill(cluster: Cluster, part: str) -> None:
    if part == PRIMARY:
        cluster.databases.fail_over()
        cluster.databases.repair()
    else:
        cluster.supervisor.kill(part)
