"""Play, kill parts of the cluster, check the result, and print a summary."""

import argparse
import os
import time
from random import Random

from deploy import local
from deploy.cluster import machines
from tests.notifications.post_office import PostOffice, open_post_office

TABLES = 5


def main(minutes: float, seed: int) -> None:
    with open_post_office() as office:
        variables = {
            "EMAIL_URL": f"smtp://127.0.0.1:{office.port}",
            "EMAIL_PICTURES": "false",
            "TICK_SECONDS": "5",
            "PLAYER_REQUESTS_PER_MINUTE": "1000000",
            "LOG_LEVEL": "WARNING",
        }
        with machines.running(local.HOME / "cluster", **variables) as cluster:
            print(cluster.summary(), flush=True)
            os.environ.update(cluster.variables, DJANGO_SETTINGS_MODULE="ttr_site.settings")
            del os.environ["REPLICA_URL"]
            soak(cluster, office, minutes, seed)


def soak(cluster: machines.Cluster, office: PostOffice, minutes: float, seed: int) -> None:
    """Play this long while parts are killed, then check the result. Raises AssertionError if it is wrong."""
    import django

    django.setup()
    from tests.cluster import checks, killing, playing

    heard = playing.Heard()
    players = playing.Tables(cluster.url, TABLES, heard)
    begun = time.monotonic()
    players.play()
    try:
        killed = killing.kill_at_random(cluster, minutes * 60, Random(seed))
    finally:
        players.end()
    seconds = time.monotonic() - begun
    checks.settle()
    for line in checks.check(heard, players.games, office):
        print(line)
    refused = {what: count for what, count in sorted(heard.answers.items()) if not what.isdigit() or int(what) >= 500}
    print(f"{sum(heard.answers.values())} requests in {seconds:.0f} s; not answered: {refused or 'none'}")
    print(
        f"slowest request {heard.slowest:.1f} s; longest time without an acknowledged move {heard.longest_gap():.1f} s"
    )
    print("killed: " + ", ".join(f"{part} {count}" for part, count in sorted(killed.items())))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args()
    print(f"seed {asked.seed}")
    main(asked.minutes, asked.seed)
