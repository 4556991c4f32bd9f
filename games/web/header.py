"""The links of the header with what they count, for pages that stay open."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Player


@never_cache
@require_safe
def header(request: HttpRequest) -> HttpResponse:
    """Show the links of a signed-in reader's header; 403 to everybody else."""
    return render(request, "web/_links.html") if isinstance(request.user, Player) else HttpResponse(status=403)
