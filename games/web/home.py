"""The front page: where to go from here."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """For strangers the way in, for players what they can do here."""
    return render(request, "web/home.html", {"sign_up": settings.SIGN_UP})
