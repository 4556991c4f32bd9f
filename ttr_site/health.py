"""Whether the process is alive, whether it can serve, whether anything is late, and the note that people get in."""

from contextlib import suppress

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django_prometheus.exports import ExportToDjangoView

from games.services import clock
from notifications import canary


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


@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """What is due and left undone for more than five minutes; 503 if anything is, so that any monitor notices."""
    try:
        found = canary.look(timezone.now())
    except DatabaseError:
        return JsonResponse({"status": "unavailable", "late": []}, status=503)
    late = [{"what": one.what, "since": one.since} for one in found]
    return JsonResponse({"status": "late" if late else "well", "late": late}, status=503 if late else 200)


@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Everything that is measured; what is overdue is looked up now, since nobody else might be alive to do it."""
    with suppress(DatabaseError):
        canary.measure(timezone.now())
    answer: HttpResponse = ExportToDjangoView(request)  # type: ignore[no-untyped-call]
    return answer


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
