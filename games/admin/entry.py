"""Who is let in at the desk: admins who have lately shown a second factor in this browser. An emailed code opens it to
nobody.
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
    """Check whether an admin asks whose browser has shown the second factor: every page of the desk does."""
    player = request.user
    if not isinstance(player, Player) or not player.is_active or not player.is_staff:
        return False
    return second_factors.is_shown(request, player, timezone.now())


def sign_in(request: HttpRequest) -> HttpResponse:
    """Lead to whatever is still missing, and from there back to the page. Raises PermissionDenied for other players."""
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
