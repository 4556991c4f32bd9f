"""An admin's first passkey or app, added by a link that the operator prints (`games.people.second_factors`)."""

from functools import wraps
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone

from games.errors import NotFound
from games.people import second_factors
from games.web.settings.pages import SettingsPage, player_of
from games.web.settings.proof import Page
from games.web.sign_in import page

TEMPLATE = "web/settings/first_factor.html"


def takes_link(view: Page) -> Page:
    """Wrap a view for signed-in players: an admin's first factor is added only in the browser that used the link."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if second_factors.may_add(request, player_of(request), timezone.now()):
            return view(request, *args, **kwargs)
        return page(request, TEMPLATE, {"needed": True}, status=403)

    return cast("Page", guarded)


class FirstFactorPage(SettingsPage):
    """The page of the link. Programs that scan links open it too, so only its button uses the link up."""

    template = TEMPLATE

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        is_good = second_factors.is_link_good(token, player_of(request), timezone.now())
        return self.shown(request, {"is_good": is_good}, status=200 if is_good else 410)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        try:
            second_factors.use_link(request, token, player_of(request), timezone.now())
        except NotFound:
            return self.shown(request, {"is_good": False}, status=410)
        return redirect("mfa_index")
