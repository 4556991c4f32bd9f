"""PostgreSQL: the primary, and a replica, if there is one."""

from typing import Any, Final

from games.replica import REPLICA
from ttr_site.variables import env, required, wrong

WAIT: Final = 3
"""Seconds that a request waits for a connection. Threads that wait serve nobody else."""
RECONNECT: Final = 5
"""Seconds in which the pool tries again by itself, at intervals that double. Then each request has it try at once: else
it would be away for long after a long outage.
"""


def read() -> dict[str, Any]:
    """For DATABASES."""
    found = {"default": _database("DATABASE_URL")}
    if env.str("REPLICA_URL", default=""):
        found[REPLICA] = _replica()
    return found


def _database(name: str) -> dict[str, Any]:
    """The web process holds a pool; a Celery worker must not, for there it makes tasks wait for seconds."""
    required(name)
    config: dict[str, Any] = env.db_url(name)
    if config.get("ENGINE") != "django.db.backends.postgresql":
        wrong(name, "must begin with postgresql://: nothing but PostgreSQL will do")
    options = config.setdefault("OPTIONS", {})
    options.setdefault("connect_timeout", 5)
    # Behind PgBouncer in transaction mode every transaction may have another connection: no cursor outlives one.
    config["DISABLE_SERVER_SIDE_CURSORS"] = True
    if pool_size := env.int("DATABASE_POOL_SIZE", default=0):
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": WAIT, "reconnect_timeout": RECONNECT}
    else:
        config |= {"CONN_MAX_AGE": 300, "CONN_HEALTH_CHECKS": True}
    return config


def _replica() -> dict[str, Any]:
    """What follows the primary: whoever waits for it long is better off with the primary."""
    config = _database("REPLICA_URL")
    options = config["OPTIONS"]
    options.update(connect_timeout=2, tcp_user_timeout=3000)
    if pool := options.get("pool"):
        pool["timeout"] = 1
    return config | {"TEST": {"MIRROR": "default"}}
