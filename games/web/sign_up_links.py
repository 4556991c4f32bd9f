"""The page on which players create links for others to sign up with, if signing up takes an invitation."""

from typing import cast

from django.conf import settings
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.errors import Refused
from games.models import Player
from games.people import admission
from games.web.sign_in import page


@method_decorator([csrf_protect, never_cache], name="dispatch")
class InvitingPage(LoginRequiredMixin, View):
    """Your unused invitations, with their links. The page does not exist if invitations aren't needed."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if settings.SIGN_UP != admission.INVITED:
            raise Http404
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest) -> HttpResponse:
        return _show_page(request)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Create another invitation, or withdraw one."""
        player = cast("Player", request.user)
        if request.POST.get("do") == "withdraw":
            admission.withdraw(player=player, invitation=request.POST.get("invitation", ""))
            return redirect("inviting")
        try:
            admission.invite(player=player, now=timezone.now())
        except Refused as refusal:
            return _show_page(request, refusal)
        return redirect("inviting")


def _show_page(request: HttpRequest, refusal: Refused | None = None) -> HttpResponse:
    own_invitations = admission.standing_of(cast("Player", request.user), timezone.now())
    links = [(invitation, admission.link(invitation)) for invitation in own_invitations]
    return page(request, "web/inviting.html", {"made": links, "full": len(links) >= admission.MOST_OPEN}, refusal)
