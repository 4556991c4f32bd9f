"""The icon for browsers that ask for it at its traditional address, as for a JSON response, which names no icon."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.web.language import says_nothing


@says_nothing
@require_safe
@cache_control(public=True, max_age=86400)
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon."""
    return redirect(static("web/icon.svg"))
