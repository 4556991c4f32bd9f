"""Health checks of the process and the site, and the heartbeat that shows that people can reach it."""

from typing import Final

from django.core.cache import cache
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from prometheus_client import CONTENT_TYPE_LATEST

from games.table.clocks import heartbeats
from notifications import monitoring
from ttr_site.metrics import page

SORT_ON_DISK: Final = """
    SELECT current_setting('transaction_read_only')
    FROM (SELECT number FROM generate_series(1, 10000) AS number ORDER BY number DESC OFFSET 9999) AS last
"""


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Report that the process is alive, using nothing else, so that a slow database never gets it killed."""
    return JsonResponse({"status": "alive"})


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Report whether PostgreSQL responds and has room to write.

    Redis is only reported, since everything works without it.
    """
    database, redis = _database_writes(), _redis_answers()
    body = {"status": "ready" if database else "unavailable", "database": database, "redis": redis}
    return JsonResponse(body, status=200 if database else 503)


@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """Return what has been overdue for more than five minutes; 503 if anything is, so that any monitor notices.

    It is also 503 if PostgreSQL has no room to write, even though nothing is overdue yet.
    """
    try:
        overdue = monitoring.look(timezone.now()) if _database_writes() else None
    except DatabaseError:
        overdue = None
    if overdue is None:
        return JsonResponse({"status": "unavailable", "late": []}, status=503)
    late = [{"what": duty.what, "since": duty.since, "to_do": duty.to_do} for duty in overdue]
    return JsonResponse({"status": "late" if late else "well", "late": late}, status=503 if late else 200)


@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Return all metrics in Prometheus's format."""
    return HttpResponse(page(), content_type=CONTENT_TYPE_LATEST)


@csrf_exempt
@require_POST
def heartbeat(request: HttpRequest) -> HttpResponse:
    """Record that people can reach the site: if this is missing for minutes, nobody's time runs out."""
    heartbeats.web_answered(now=timezone.now())
    return HttpResponse(status=204)


def _database_writes() -> bool:
    """Check whether PostgreSQL has room to write.

    On a full disk it still reads, and updates rows in place, but accepts no new ones. So this makes it sort more than
    fits into its memory, for which it writes a file.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL work_mem = '64kB'")
            cursor.execute(SORT_ON_DISK)
            return bool(cursor.fetchone() == ("off",))
    except DatabaseError:
        return False


def _redis_answers() -> bool:
    cache.set("readyz", True, timeout=10)
    return bool(cache.get("readyz"))
