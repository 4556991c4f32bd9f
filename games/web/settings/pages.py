"""What the pages of settings have in common: a form is posted, done, and led away from with a notice."""

from typing import Any, ClassVar, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.errors import Refused
from games.models import Player
from games.refusals import explained
from games.web.doors import page


@method_decorator([csrf_protect, never_cache], name="dispatch")
class SettingsPage(LoginRequiredMixin, View):
    """A page for signed-in players. The cookie of a seat's link opens none of them."""

    template: ClassVar[str]

    def shown(
        self, request: HttpRequest, context: dict[str, Any], refusal: Refused | None = None, status: int = 200
    ) -> HttpResponse:
        """The page; a refusal comes with its own status."""
        return page(request, self.template, context, refusal, status=status)


def player_of(request: HttpRequest) -> Player:
    """The signed-in player, on a page that lets nobody else in."""
    return cast("Player", request.user)


def done(request: HttpRequest, place: str, notice: str = "") -> HttpResponse:
    """Leads to a page by its name, where a notice says once what was done."""
    messages.success(request, notice or _("Saved."))
    return redirect(place)


def blame(form: forms.Form, field: str, refusal: Refused) -> None:
    """Puts what a service refuses beside the field that it is about."""
    said = explained(refusal)
    form.add_error(field, f"{said.title}. {said.detail}".strip())
