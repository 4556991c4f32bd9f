"""How often admins did what, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.people.public_acts import by_month


@never_cache
@require_safe
def public_acts(request: HttpRequest) -> HttpResponse:
    """Show the last twelve months, the latest first."""
    return render(request, "web/public_acts.html", {"months": by_month(timezone.now())})
