"""The base of all settings pages: a form is posted, and the response redirects to a page with a notice."""

from typing import ClassVar, cast

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
from games.web.sign_in import page


@method_decorator([csrf_protect, never_cache], name="dispatch")
class SettingsPage(LoginRequiredMixin, View):
    """A page for signed-in players. The cookie of a link to a seat opens none of them."""

    template: ClassVar[str]

    def shown(
        self, request: HttpRequest, context: dict[str, object], refusal: Refused | None = None, status: int = 200
    ) -> HttpResponse:
        """Return the page; a refusal determines the status."""
        return page(request, self.template, context, refusal, status=status)


def player_of(request: HttpRequest) -> Player:
    """Return the signed-in player, on a page that admits nobody else."""
    return cast("Player", request.user)


def done(request: HttpRequest, place: str, notice: str = "") -> HttpResponse:
    """Redirect to the page with this name, which shows the notice once."""
    messages.success(request, notice or _("Saved."))
    return redirect(place)


def blame(form: forms.Form, field: str, refusal: Refused) -> None:
    """Show a service's refusal beside the field that it concerns."""
    explanation = explained(refusal)
    form.add_error(field, explanation.sentences)
