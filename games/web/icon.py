"""The icon for browsers that ask for it by its old name, as on a page of JSON, which names no other."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe


@require_safe
@cache_control(public=True, max_age=86400)
def favicon(request: HttpRequest) -> HttpResponse:
    """Lead to where the icon is."""
    return redirect(static("web/icon.svg"))
