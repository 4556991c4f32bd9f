"""What players set for themselves, and where everything of that kind is."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@login_required
@require_safe
def settings_page(request: HttpRequest) -> HttpResponse:
    """The ways to all that can be set."""
    return render(request, "web/settings.html", {"sign_up": settings.SIGN_UP})
