"""The settings of PostgreSQL: the primary, and a replica, if there is one."""

import os
import re
from typing import Any, Final

from psycopg import pq

from games.replica import REPLICA
from ttr_site.variables import env, required, text, whole, wrong

WAIT: Final = 3
"""Seconds that a request waits for a connection; a waiting thread serves nobody else."""
RECONNECT: Final = 5
"""Seconds during which the pool tries to reconnect by itself, at doubling intervals. After that each request triggers
an attempt; otherwise the pool would stay down long after a long outage."""
TLS: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
"""Possible values of sslmode; libpq's default is prefer, which continues without encryption if TLS fails."""
NO_CERTIFICATE: Final = "/nonexistent/postgresql.crt"
"""The site authenticates by its password, or by a certificate that the address names. libpq would look for one in the
home folder, and give up TLS if that is unreadable: under ProtectHome, `sslmode=require` would never connect, and
without it the password would be sent unencrypted."""
_REDIS: Final = re.compile(
    r"rediss?://([^@/?#]*@)?([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?(/[0-9]*)?(\?.*)?", re.IGNORECASE
)


def read() -> dict[str, Any]:
    """Return Django's `DATABASES`. Raises ImproperlyConfigured."""
    databases = {"default": _database("DATABASE_URL")}
    if text("REPLICA_URL"):
        databases[REPLICA] = _replica()
    return databases


def _database(name: str) -> dict[str, Any]:
    """Return a database's settings.

    The web process keeps a pool; a Celery worker must not, since a pool would make its tasks wait for seconds.
    """
    config = read_address(name)
    options = config.setdefault("OPTIONS", {})
    options.setdefault("connect_timeout", 5)
    options.setdefault("sslcert", os.environ.get("PGSSLCERT") or NO_CERTIFICATE)
    # Behind PgBouncer in transaction mode every transaction may use another connection, so no cursor outlives one.
    config["DISABLE_SERVER_SIDE_CURSORS"] = True
    if pool_size := whole("DATABASE_POOL_SIZE", 0, least=0):
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": WAIT, "reconnect_timeout": RECONNECT}
    else:
        config |= {"CONN_MAX_AGE": 300, "CONN_HEALTH_CHECKS": True}
    return config


def read_address(name: str) -> dict[str, Any]:
    """Return the settings for DATABASES in a PostgreSQL address. Raises ImproperlyConfigured."""
    value = required(name)
    try:
        config: dict[str, Any] = env.db_url_config(value)
        libpq_options = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    except ValueError:
        wrong(name, "must be like postgresql://user:password@host:5432/database")
    if config.get("ENGINE") != "django.db.backends.postgresql" or not config.get("NAME"):
        wrong(name, "must be like postgresql://user:password@host:5432/database: nothing but PostgreSQL will do")
    options = config.get("OPTIONS", {})
    for option in options.keys() - libpq_options:
        wrong(name, f"must have only options of libpq after its question mark: it has no {option}")
    mode = options.get("sslmode", "prefer")
    if mode not in TLS:
        wrong(name, f"must say sslmode= one of {', '.join(TLS)}")
    if mode.startswith("verify-") and not (options.get("sslrootcert") or os.environ.get("PGSSLROOTCERT")):
        wrong(name, f"must say where the authority's certificate is, with sslmode={mode}: &sslrootcert=/etc/...")
    return config


def redis_url() -> str:
    """Return the address of Redis. Raises ImproperlyConfigured."""
    value = required("REDIS_URL")
    if not _REDIS.fullmatch(value):
        wrong("REDIS_URL", "must be like redis://127.0.0.1:6379/0, or begin with rediss:// for TLS")
    return value


def _replica() -> dict[str, Any]:
    """Return the replica's settings, with short waits, since the primary can answer instead."""
    config = _database("REPLICA_URL")
    options = config["OPTIONS"]
    options.update(connect_timeout=2, tcp_user_timeout=3000)
    if pool := options.get("pool"):
        pool["timeout"] = 1
    return config | {"TEST": {"MIRROR": "default"}}
