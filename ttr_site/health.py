"""What a load balancer asks: is the process alive, and can it serve."""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Alive: answers without asking anybody, so that a slow database never gets the process killed."""
    return JsonResponse({"status": "alive"})


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Ready: PostgreSQL answers. Redis is reported only, because everything works without it."""
    database, redis = _database_answers(), _redis_answers()
    body = {"status": "ready" if database else "unavailable", "database": database, "redis": redis}
    return JsonResponse(body, status=200 if database else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _redis_answers() -> bool:
    cache.set("readyz", True, timeout=10)
    return bool(cache.get("readyz"))
