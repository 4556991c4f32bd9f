"""Whether the process is alive, whether it can serve, and the note for the deadlines that it did."""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.services import clock


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


@csrf_exempt
@require_POST
def heartbeat(request: HttpRequest) -> HttpResponse:
    """Note that people could get in: where this is missing for minutes, nobody's time runs out."""
    clock.web_answered(now=timezone.now())
    return HttpResponse(status=204)


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
