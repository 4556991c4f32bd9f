"""Access to the admin site: for admins who have recently used a second factor in this browser. An emailed code is not
enough.
"""

from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils import timezone

from games.browser import own_path
from games.models import Player
from games.people import second_factors


def is_let_in(request: HttpRequest) -> bool:
    """Check, for every admin page, that the user is an admin who has recently used a second factor in this browser."""
    player = request.user
    if not isinstance(player, Player) or not player.is_active or not player.is_staff:
        return False
    return second_factors.is_shown(request, player, timezone.now())


def sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to the missing step of signing in, and back to the page. Raises PermissionDenied for other players."""
    onward = own_path(request.GET.get("next")) or reverse("admin:index")
    player = request.user
    if not isinstance(player, Player):
        return redirect(f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': onward})}")
    if not player.is_staff or not player.is_active:
        raise PermissionDenied
    if is_let_in(request):
        return redirect(onward)
    if not second_factors.has_any(player):
        return render(request, "web/settings/first_factor.html", {"needed": True}, status=403)
    way = get_adapter().get_reauthentication_methods(player)[0]
    return redirect(f"{way['url']}?{urlencode({'next': onward})}")
